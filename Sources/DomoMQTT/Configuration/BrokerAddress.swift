/// The address of a broker: `mqtt://HOST:PORT`, `mqtts://HOST:PORT`.
struct BrokerAddress: Equatable, Sendable {
    var host: String
    var port: Int
    var hasTLS: Bool

    /// - Returns: nil for anything else. Without a port, it is 1883, or 8883 with TLS.
    init?(_ text: String) {
        let scheme: String
        if text.hasPrefix("mqtts://") {
            (scheme, hasTLS) = ("mqtts://", true)
        } else if text.hasPrefix("mqtt://") {
            (scheme, hasTLS) = ("mqtt://", false)
        } else {
            return nil
        }
        var rest = text.dropFirst(scheme.count)
        if rest.hasSuffix("/") { rest.removeLast() }
        var digits: Substring?
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            let after = rest[rest.index(after: end)...]
            guard after.isEmpty || after.first == ":" else { return nil }
            digits = after.isEmpty ? nil : after.dropFirst()
        } else {
            let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            host = String(parts.first ?? "")
            digits = parts.count == 2 ? parts[1] : nil
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/@?#\"".utf8.contains($0) }) else {
            return nil
        }
        guard let digits else {
            port = hasTLS ? 8883 : 1883
            return
        }
        guard let number = Int(digits), (1...65535).contains(number), digits.utf8.allSatisfy({ $0 != 0x2B }) else {
            return nil
        }
        port = number
    }
}
