public import DomoSystem
import Glibc

/// A password or token, which no message shows.
public struct Secret: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    public let value: String

    public init(_ value: String) { self.value = value }

    public var description: String { "***" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret {
    /// The token at the beginning of a file.
    public static func token(inFile path: String) throws(FileBytes.Fault) -> Secret {
        do throws(FileBytes.Fault) {
            let token = String(decoding: try FileBytes.read(path, maxBytes: 4096).prefix { $0 > 0x20 }, as: UTF8.self)
            guard !token.isEmpty else {
                throw FileBytes.Fault(message: "the file does not begin with a token", code: EINVAL)
            }
            return Secret(token)
        } catch {
            throw FileBytes.Fault(message: "can't read \(path): \(error.message)", code: error.code)
        }
    }
}
