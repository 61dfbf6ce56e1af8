public import DomoModel

/// Writes JSON into one buffer, without an intermediate tree: there are thousands of replies per second.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    public init(capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// Starts over, reusing the buffer.
    public mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        body(&self)
        close(UInt8(ascii: "}"))
    }

    public mutating func array<Items: Sequence>(_ items: Items, _ body: (inout JSONWriter, Items.Element) -> Void) {
        open(UInt8(ascii: "["))
        for item in items { body(&self, item) }
        close(UInt8(ascii: "]"))
    }

    public mutating func key(_ key: StaticString) {
        append(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount), isKey: true)
        needsComma = false
    }

    /// A key that is known only at run time.
    public mutating func key(word: String) {
        string(word)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    public mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            guard utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
                append(utf8, isKey: false)
                needsComma = true
                return
            }
            separate()
            bytes.append(UInt8(ascii: "\""))
            for byte in utf8 { appendEscaped(byte) }
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
        case ..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 0xF)])
        default: bytes.append(byte)
        }
    }

    /// Appends a text that needs no escapes in one step, so that short parts don't grow the array one by one.
    @inline(__always)
    private mutating func append(_ text: UnsafeBufferPointer<UInt8>, isKey: Bool) {
        let needsComma = needsComma
        bytes.append(addingCapacity: text.count + 4) { span in
            if needsComma { span.append(UInt8(ascii: ",")) }
            span.append(UInt8(ascii: "\""))
            span.withUnsafeMutableBufferPointer { buffer, count in
                guard let start = buffer.baseAddress, let source = text.baseAddress else { return }
                (start + count).initialize(from: source, count: text.count)
                count += text.count
            }
            span.append(UInt8(ascii: "\""))
            if isKey { span.append(UInt8(ascii: ":")) }
        }
    }

    public mutating func number(_ number: Int) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes a number, or null if it is not finite, which JSON can't represent.
    public mutating func number(_ number: Double) {
        separate()
        bytes.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
    }

    /// A number that is already formatted.
    public mutating func numeral(_ digits: String) {
        separate()
        bytes.append(contentsOf: digits.utf8)
    }

    public mutating func bool(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    public mutating func time(_ time: Timestamp) {
        time.withRFC3339 { append($0, isKey: false) }
        needsComma = true
    }

    /// Ends a line of a stream of lines.
    public mutating func newline() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

/// A value in a reply.
public protocol JSONWritable: Sendable {
    func write(to json: inout JSONWriter)
}

extension JSONWriter {
    public mutating func value(_ value: some JSONWritable) {
        value.write(to: &self)
    }

    /// A key and its value; nothing if there is no value.
    public mutating func optional(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        self.key(key)
        string(text)
    }

    public mutating func optional(_ key: StaticString, _ number: Double?) {
        guard let number else { return }
        self.key(key)
        self.number(number)
    }

    public mutating func optional(_ key: StaticString, _ number: Int?) {
        guard let number else { return }
        self.key(key)
        self.number(number)
    }

    public mutating func optional(_ key: StaticString, _ value: Bool?) {
        guard let value else { return }
        self.key(key)
        bool(value)
    }

    public mutating func optional(_ key: StaticString, _ time: Timestamp?) {
        guard let time else { return }
        self.key(key)
        self.time(time)
    }
}
