import DomoLanguage
import FoundationEssentials

/// A line from the daemon, opened just far enough to see what it is; the content stays in the bytes that came.
struct ReplyLine: Equatable {
    enum Kind: String, CaseIterable {
        case ok, error, event
    }

    let kind: Kind
    private let bytes: ArraySlice<UInt8>

    /// - Throws: `unreachable` for anything but an object with one of the kinds as its only key.
    init(_ line: [UInt8]) throws(Fault) {
        var rest = line[...]
        func skip(_ byte: UInt8) -> Bool {
            rest = rest.drop(while: Self.isBlank)
            guard rest.first == byte else { return false }
            rest.removeFirst()
            return true
        }
        guard skip(UInt8(ascii: "{")), skip(UInt8(ascii: "\"")),
            let kind = Kind.allCases.first(where: { rest.starts(with: $0.rawValue.utf8) })
        else { throw Self.notUnderstood(line) }
        rest.removeFirst(kind.rawValue.utf8.count)
        guard skip(UInt8(ascii: "\"")), skip(UInt8(ascii: ":")) else { throw Self.notUnderstood(line) }
        rest = rest.drop(while: Self.isBlank)
        while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
        guard rest.popLast() == UInt8(ascii: "}"), !rest.isEmpty else { throw Self.notUnderstood(line) }
        self.kind = kind
        bytes = rest
    }

    /// What stands under `ok` or `event`, in the bytes in which it came.
    /// - Throws: the fault that the daemon answered with.
    func content() throws(Fault) -> ArraySlice<UInt8> {
        if kind == .error { throw try Self.decode(Fault.self, from: bytes) }
        return bytes
    }

    static func decode<Content: Decodable>(_: Content.Type, from bytes: ArraySlice<UInt8>) throws(Fault) -> Content {
        do {
            return try JSONDecoder().decode(Content.self, from: Data(bytes))
        } catch {
            throw notUnderstood(Array(bytes))
        }
    }

    private static func notUnderstood(_ line: [UInt8]) -> Fault {
        Fault(
            .unreachable,
            "the daemon's answer is not understood: \(String(decoding: line.prefix(80), as: UTF8.self))",
            hint: "domo and domod may be of different versions: domo --version, domod --version"
        )
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
