import DomoLanguage
import DomoSystem
import Glibc

/// The codes with which whoever got a message may acknowledge its notice, and no other one.
struct NoticeCodes: Sendable {
    /// In hexadecimal digits: 96 bits.
    private static let length = 24

    private let key: [UInt8]

    /// - Parameter key: 32 random bytes.
    init(key: [UInt8]) { self.key = key }

    /// The key of the state folder; a new one is made and stored if there is none. Blocks.
    ///
    /// - Parameter warn: called if it can't be stored: then codes end with the daemon.
    init(folder: String, warn: (String) -> Void) {
        let file = StateFile("\(folder)/\(StateFolder.noticeKey)", maxBytes: 64)
        let path = file.path
        do throws(FileBytes.Fault) {
            if let stored = try file.read() {
                if stored.count == 32 {
                    self.init(key: stored)
                    return
                }
                try file.keepCopy(of: stored)
            }
        } catch {
            warn("\(path): can't be read: \(error.message)" + (file.moveAside().map { "; it is now \($0)" } ?? ""))
        }
        var random = SystemRandomNumberGenerator()
        let new = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        self.init(key: new)
        do throws(FileBytes.Fault) {
            try file.replace(with: new)
        } catch {
            warn("\(path): can't be written, so links in messages end with the daemon: \(error.message)")
        }
    }

    /// The code of a notice. The key is on both sides of the number, so that no code leads to another.
    func code(of notice: UInt64) throws(Fault) -> String {
        String(try TokenDigest(of: key + Array(String(notice).utf8) + key).hexadecimal.prefix(Self.length))
    }

    /// Whether a code is that of the notice, in a time that does not depend on how much of it is right.
    func isRight(_ code: String, for notice: UInt64) throws(Fault) -> Bool {
        let (given, right) = (Array(code.utf8), Array(try self.code(of: notice).utf8))
        guard given.count == right.count else { return false }
        return zip(given, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
