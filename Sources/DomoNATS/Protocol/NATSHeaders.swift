import NIOCore

/// The headers of a message: a status of the server, and fields.
public struct NATSHeaders: Equatable, Sendable {
    public struct Field: Equatable, Sendable {
        public var name: String
        public var value: String
    }

    /// Set by servers, such as 503 for "no responders"; nil for messages of clients.
    public var status: Int?
    public var statusText: String
    /// In their order. Names are compared with their case.
    public var fields: [Field]
    /// Whether the headers can't be read. Servers pass on what other clients write.
    public var isMalformed: Bool

    /// Headers of messages with more fields are malformed.
    public static let maxFields = 64

    public init(_ fields: [(String, String)] = []) {
        (status, statusText, isMalformed) = (nil, "", false)
        self.fields = fields.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value.
    public subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    // MARK: Reading

    /// Reads a block that starts with `NATS/1.0` and ends with an empty line.
    init(block: ByteBuffer) {
        self.init()
        guard read(block.readableBytesView) else {
            self.init()
            isMalformed = true
            return
        }
    }

    private mutating func read(_ bytes: ByteBufferView) -> Bool {
        guard bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return false }
        let lines = bytes.dropLast(4).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count <= Self.maxFields + 1, let first = lines.first else { return false }
        for (index, line) in lines.enumerated() {
            var line = line
            // The last one has lost its end above.
            if index < lines.count - 1 {
                guard line.last == UInt8(ascii: "\r") else { return false }
                line = line.dropLast()
            }
            guard String(validating: line, as: UTF8.self) != nil else { return false }
            if index == 0 { continue }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return false }
            fields.append(Field(name: Self.text(line[..<colon]), value: Self.text(line[(colon + 1)...])))
        }
        return readStatus(first)
    }

    private mutating func readStatus(_ line: ByteBufferView) -> Bool {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard line.starts(with: "NATS/1.0".utf8) else { return false }
        let rest = Self.text(line.dropFirst(8))
        guard !rest.isEmpty else { return line.count == 8 || line[line.startIndex + 8] == UInt8(ascii: " ") }
        let words = rest.split(separator: " ", maxSplits: 1)
        guard let number = words.first, number.utf8.count == 3, let status = Int(number), status >= 100 else {
            return false
        }
        self.status = status
        statusText = words.count > 1 ? String(words[1]) : ""
        return true
    }

    private static func text(_ bytes: ByteBufferView) -> String {
        var bytes = bytes
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        while let first = bytes.first, isSpace(first) { bytes = bytes.dropFirst() }
        while let last = bytes.last, isSpace(last) { bytes = bytes.dropLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Writing

    /// - Returns: why the fields can't be sent; nil if they can be.
    var problem: String? {
        guard fields.count <= Self.maxFields else { return "a message has at most \(Self.maxFields) headers" }
        for field in fields {
            let isName =
                !field.name.isEmpty
                && field.name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
            guard isName else { return "invalid header name \(field.name.debugDescription)" }
            guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
                return "invalid value of the header \(field.name): it contains a control character"
            }
        }
        return nil
    }

    /// The block for HPUB. The fields must have no problem.
    func write(to buffer: inout ByteBuffer) {
        buffer.writeString("NATS/1.0\r\n")
        for field in fields { buffer.writeString("\(field.name): \(field.value)\r\n") }
        buffer.writeString("\r\n")
    }
}
