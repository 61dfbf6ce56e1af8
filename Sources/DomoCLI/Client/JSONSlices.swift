/// Splits a line of JSON without decoding it: the parts keep their original bytes.
enum JSONSlices {
    /// The values of an object by their keys; nil for anything but an object. Keys are not unescaped: those of the
    /// daemon have no escapes.
    static func members(of bytes: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>]? {
        guard let parts = parts(of: bytes, open: UInt8(ascii: "{"), close: UInt8(ascii: "}")) else { return nil }
        var members: [String: ArraySlice<UInt8>] = [:]
        for part in parts {
            guard part.first == UInt8(ascii: "\""), let quote = endOfString(part),
                let colon = part[quote...].firstIndex(of: UInt8(ascii: ":"))
            else { return nil }
            members[String(decoding: part[(part.startIndex + 1)..<(quote - 1)], as: UTF8.self)] =
                trimmed(part[(colon + 1)...])
        }
        return members
    }

    /// The elements of an array; nil for anything but an array.
    static func elements(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        parts(of: bytes, open: UInt8(ascii: "["), close: UInt8(ascii: "]"))
    }

    /// The parts between the commas of the outermost brackets.
    private static func parts(of bytes: ArraySlice<UInt8>, open: UInt8, close: UInt8) -> [ArraySlice<UInt8>]? {
        let bytes = trimmed(bytes)
        guard bytes.count >= 2, bytes.first == open, bytes.last == close else { return nil }
        var parts: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex + 1
        var depth = 0
        var index = start
        let end = bytes.endIndex - 1
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                guard let next = endOfString(bytes[index..<end]) else { return nil }
                index = next
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                guard depth >= 0 else { return nil }
            case UInt8(ascii: ",") where depth == 0:
                parts.append(trimmed(bytes[start..<index]))
                start = index + 1
            default: break
            }
            index += 1
        }
        guard depth == 0 else { return nil }
        let last = trimmed(bytes[start..<end])
        if !last.isEmpty { parts.append(last) } else if !parts.isEmpty { return nil }
        return parts
    }

    /// The index after the closing quote of the string at the start of the bytes.
    private static func endOfString(_ bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex + 1
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "\""): return index + 1
            default: break
            }
            index += 1
        }
        return nil
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        var bytes = bytes.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return bytes
    }
}
