import DomoJSON
import DomoLanguage

/// A line from the daemon. Only its kind is parsed; the content keeps its original bytes.
struct ReplyLine: Equatable {
    enum Kind: String, CaseIterable {
        case ok, error, event
    }

    /// Deeper than a house may be: each place adds two levels.
    private static let maxDepth = 1000

    let kind: Kind
    private let bytes: ArraySlice<UInt8>

    /// - Throws: `unreachable` for anything but an object with one of the kinds as its only key.
    init(_ line: [UInt8]) throws(Fault) {
        var rest = line[...]
        func skip(_ byte: UInt8) -> Bool {
            rest = rest.drop(while: Self.isSpace)
            guard rest.first == byte else { return false }
            rest.removeFirst()
            return true
        }
        guard skip(UInt8(ascii: "{")), skip(UInt8(ascii: "\"")),
            let kind = Kind.allCases.first(where: { rest.starts(with: $0.rawValue.utf8) })
        else { throw Self.unparsable(line) }
        rest.removeFirst(kind.rawValue.utf8.count)
        guard skip(UInt8(ascii: "\"")), skip(UInt8(ascii: ":")) else { throw Self.unparsable(line) }
        rest = rest.drop(while: Self.isSpace)
        while let last = rest.last, Self.isSpace(last) { rest.removeLast() }
        guard rest.popLast() == UInt8(ascii: "}"), !rest.isEmpty else { throw Self.unparsable(line) }
        self.kind = kind
        bytes = rest
    }

    /// The value of `ok` or `event`, in its original bytes.
    ///
    /// - Throws: the fault in an error reply.
    func content() throws(Fault) -> ArraySlice<UInt8> {
        if kind == .error { throw try Self.decode(Fault.self, from: bytes) }
        return bytes
    }

    static func decode<Content: Decodable>(_: Content.Type, from bytes: ArraySlice<UInt8>) throws(Fault) -> Content {
        do {
            // A house may be as large as domod can load.
            guard let document = JSONDocument(Array(bytes), maxDepth: maxDepth, maxMemory: .max) else {
                throw unparsable(Array(bytes))
            }
            return try document.root.decode()
        } catch {
            throw unparsable(Array(bytes))
        }
    }

    private static func unparsable(_ line: [UInt8]) -> Fault {
        Fault(
            .unreachable,
            "can't parse the daemon's reply: \(String(decoding: line.prefix(80), as: UTF8.self))",
            hint: "domo and domod may have different versions: domo --version, domod --version"
        )
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
