/// Rows in PostgreSQL's binary format for COPY (PostgreSQL 15, COPY, "Binary Format"): no text needs to be escaped.
struct CopyBuffer {
    private(set) var bytes: [UInt8]
    private(set) var rows = 0

    init() {
        bytes = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]
        // No flags, no extension of the header.
        bytes += [UInt8](repeating: 0, count: 8)
    }

    /// Starts a row of as many values.
    mutating func startRow(of columns: Int16) {
        rows += 1
        append(bigEndian: columns)
    }

    mutating func append(_ number: Int64) {
        append(bigEndian: Int32(8))
        append(bigEndian: number)
    }

    mutating func append(_ text: String) { append(text.utf8) }

    mutating func append(_ text: String?) {
        if let text { append(text) } else { append(bigEndian: Int32(-1)) }
    }

    mutating func append(_ content: some Collection<UInt8>) {
        // Payloads of NATS are far smaller.
        append(bigEndian: Int32(clamping: content.count))
        bytes.append(contentsOf: content)
    }

    /// Ends the rows. Nothing may be added afterwards.
    mutating func end() { append(bigEndian: Int16(-1)) }

    private mutating func append(bigEndian number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
