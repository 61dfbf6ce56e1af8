/// Finds the items of an array in JSON, without decoding them, so that they are passed on byte for byte.
///
/// It is only for text that was already read as JSON.
struct JSONItems {
    private let bytes: [UInt8]
    private var position = 0

    /// - Parameter path: the keys of the objects that the array is in. Of equal keys, the last counts.
    /// - Returns: nil if there is no such array.
    static func of(_ path: [String], in bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
        var items = JSONItems(bytes)
        for key in path where !items.enter(key) { return nil }
        return items.items()
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Goes to the value of a key of the object here.
    private mutating func enter(_ key: String) -> Bool {
        skipSpace()
        guard byte == UInt8(ascii: "{") else { return false }
        position += 1
        var found: Int?
        while true {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { break }
            let start = position + 1
            skipString()
            let isKey = bytes[start..<max(start, position - 1)].elementsEqual(key.utf8)
            skipSpace()
            guard byte == UInt8(ascii: ":") else { return false }
            position += 1
            skipSpace()
            if isKey { found = position }
            skipValue()
            skipSpace()
            guard byte == UInt8(ascii: ",") else { break }
            position += 1
        }
        guard let found else { return false }
        position = found
        return true
    }

    private mutating func items() -> [ArraySlice<UInt8>]? {
        guard byte == UInt8(ascii: "[") else { return nil }
        position += 1
        var items: [ArraySlice<UInt8>] = []
        skipSpace()
        while let byte, byte != UInt8(ascii: "]") {
            let start = position
            skipValue()
            guard position > start else { return nil }
            var end = position
            while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
            items.append(bytes[start..<end])
            skipSpace()
            if self.byte == UInt8(ascii: ",") { position += 1 }
            skipSpace()
        }
        return items
    }

    /// Goes to the end of a text.
    private mutating func skipString() {
        position += 1
        while let byte {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
    }

    /// Goes to the comma or bracket after a value.
    private mutating func skipValue() {
        var depth = 0
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                skipString()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
            case UInt8(ascii: ","):
                if depth == 0 { return }
            default: break
            }
            position += 1
        }
    }
}
