import DomoModel

/// Secrets to mask in texts.
struct Secrets: Sendable {
    /// Shorter secrets would match everywhere, and are masked only where they are whole words.
    private static let minLength = 4

    /// The longest first, so that a secret never hides a part of a longer one.
    private let secrets: [[Unicode.Scalar]]
    /// The bytes that a secret can start with.
    private let starts: Set<UInt8>

    init(_ texts: [String]) {
        secrets = Set(texts.filter { !$0.isEmpty }).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.map {
            Array($0.unicodeScalars)
        }
        starts = Set(secrets.compactMap { $0.first.flatMap { String($0).utf8.first } } + Array("%\\&+".utf8))
    }

    /// Returns the text with every secret replaced by `***`, also as URLs, forms, JSON and XML escape it. The text may
    /// end in the middle of a secret.
    func mask(_ text: String) -> String {
        guard !secrets.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var shown: [UInt8] = []
        var index = 0
        var isMasked = false
        while index < bytes.count {
            guard starts.contains(bytes[index]), let end = end(ofSecretAt: index, in: bytes) else {
                shown.append(bytes[index])
                index += 1
                continue
            }
            shown += Array("***".utf8)
            index = end
            isMasked = true
        }
        return isMasked ? String(decoding: shown, as: UTF8.self) : text
    }

    private func end(ofSecretAt start: Int, in bytes: [UInt8]) -> Int? {
        for secret in secrets {
            let isShort = secret.count < Self.minLength
            if isShort, start > 0, Self.isWord(bytes[start - 1]) { continue }
            var ends: Set = [start]
            for (count, scalar) in secret.enumerated() {
                let next = ends.reduce(into: Set<Int>()) { $0.formUnion(Self.ends(of: scalar, at: $1, in: bytes)) }
                if next.isEmpty, count >= Self.minLength, ends.contains(bytes.count) { return bytes.count }
                ends = next
                if ends.isEmpty { break }
            }
            guard let end = ends.max() else { continue }
            if isShort, end < bytes.count, Self.isWord(bytes[end]) { continue }
            return end
        }
        return nil
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    }

    // MARK: One character

    /// Returns where a character that starts at `start` ends, for each of its encodings.
    private static func ends(of scalar: Unicode.Scalar, at start: Int, in bytes: [UInt8]) -> [Int] {
        guard start < bytes.count else { return [] }
        let text = Array(String(scalar).utf8)
        var ends: [Int] = []
        if bytes[start...].starts(with: text) { ends.append(start + text.count) }
        switch bytes[start] {
        case UInt8(ascii: "+") where scalar == " ": ends.append(start + 1)
        case UInt8(ascii: "%"): percent(text, start, bytes).map { ends.append($0) }
        case UInt8(ascii: "\\"): backslash(scalar, start, bytes).map { ends.append($0) }
        case UInt8(ascii: "&"): reference(scalar, start, bytes).map { ends.append($0) }
        default: break
        }
        return ends
    }

    /// RFC 3986, section 2.1.
    private static func percent(_ text: [UInt8], _ start: Int, _ bytes: [UInt8]) -> Int? {
        var index = start
        for byte in text {
            guard index < bytes.count, bytes[index] == UInt8(ascii: "%"),
                number(bytes[(index + 1)...].prefix(2), 16, digits: 2) == Int(byte)
            else { return nil }
            index += 3
        }
        return index
    }

    /// RFC 8259, section 7.
    private static func backslash(_ scalar: Unicode.Scalar, _ start: Int, _ bytes: [UInt8]) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        let short: [UInt8: Unicode.Scalar] = [
            UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r", UInt8(ascii: "b"): "\u{8}",
            UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
            UInt8(ascii: "'"): "'",
        ]
        if short[bytes[start + 1]] == scalar { return start + 2 }
        var index = start
        for unit in String(scalar).utf16 {
            guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u"),
                number(bytes[(index + 2)..<(index + 6)], 16, digits: 4) == Int(unit)
            else { return nil }
            index += 6
        }
        return index
    }

    /// XML 1.0, section 4.1; HTML uses the same.
    private static func reference(_ scalar: Unicode.Scalar, _ start: Int, _ bytes: [UInt8]) -> Int? {
        let rest = bytes[(start + 1)...].prefix(12)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = rest[..<end]
        let names: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        if names[String(decoding: name, as: UTF8.self)] == scalar { return end + 1 }
        guard name.first == UInt8(ascii: "#") else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
        let value = isHexadecimal ? number(digits.dropFirst(), 16) : number(digits, 10)
        return value == Int(scalar.value) ? end + 1 : nil
    }

    private static func number(_ text: ArraySlice<UInt8>, _ radix: Int, digits: Int? = nil) -> Int? {
        guard text.first != UInt8(ascii: "+"), text.first != UInt8(ascii: "-"), digits ?? text.count == text.count
        else { return nil }
        return Int(String(decoding: text, as: UTF8.self), radix: radix)
    }
}

extension Credentials {
    /// The secrets as they appear in requests.
    var secrets: [String] {
        switch self {
        case .none: []
        case .basic(let user, let password): [password, Self.base64("\(user):\(password)")]
        case .digest(_, let password): [password]
        case .bearer(let token): [token]
        }
    }

    /// RFC 4648, section 4, without padding, which may be missing where it is searched for.
    private static func base64(_ text: String) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in text.utf8 {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= 6 {
                count -= 6
                result.append(digits[bits >> count & 0x3F])
            }
        }
        if count > 0 { result.append(digits[bits << (6 - count) & 0x3F]) }
        return String(decoding: result, as: UTF8.self)
    }
}
