/// Decodes as a server does, written independently of domo's encoder.
func percentDecoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%") {
            let digits = rest.prefix(2)
            guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        } else {
            // A plus sign in a query may be read as a space: it must never be sent bare.
            guard byte != UInt8(ascii: "+") else { return nil }
            bytes.append(byte)
        }
    }
    return String(validating: bytes, as: UTF8.self)
}

/// The query's parts in order.
func queryParts(_ uri: String) -> [[String?]] {
    let query = uri.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return query.split(separator: "&").map { part in
        part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { percentDecoded($0) }
    }
}
