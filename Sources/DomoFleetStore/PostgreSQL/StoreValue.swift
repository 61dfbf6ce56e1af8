/// A parameter of a statement.
enum StoreValue {
    case text(String)
    case integer(Int64)
    case bool(Bool)
    case bytes([UInt8])
    case null

    static func optional(_ text: String?) -> StoreValue { text.map(StoreValue.text) ?? .null }
}

/// Parameters in the form that libpq takes.
struct StoreParameters {
    /// All values, each followed by NUL.
    private var storage: [UInt8] = []
    private var offsets: [Int?] = []
    private var lengths: [CInt] = []
    private var formats: [CInt] = []

    /// - Throws: `data` for a text with a NUL character, which PostgreSQL can't store.
    init(_ values: [StoreValue]) throws(StoreFault) {
        for value in values {
            switch value {
            case .text(let text):
                guard !text.utf8.contains(0) else {
                    throw StoreFault(.data, "a text contains a NUL character", hint: "PostgreSQL can't store it")
                }
                append(text.utf8, format: 0)
            case .integer(let number): append(String(number).utf8, format: 0)
            case .bool(let bool): append((bool ? "t" : "f").utf8, format: 0)
            case .bytes(let bytes): append(bytes, format: 1)
            case .null:
                offsets.append(nil)
                lengths.append(0)
                formats.append(0)
            }
        }
    }

    private mutating func append(_ bytes: some Collection<UInt8>, format: CInt) {
        offsets.append(storage.count)
        // PostgreSQL refuses far smaller values.
        lengths.append(CInt(clamping: bytes.count))
        formats.append(format)
        storage.append(contentsOf: bytes)
        storage.append(0)
    }

    func withPointers<Result>(
        _ body: (CInt, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?) -> Result
    ) -> Result {
        storage.withUnsafeBytes { storage in
            let pointers = offsets.map { offset in
                offset.flatMap { storage.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            }
            return pointers.withUnsafeBufferPointer { pointers in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer { formats in
                        body(CInt(pointers.count), pointers.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }
}
