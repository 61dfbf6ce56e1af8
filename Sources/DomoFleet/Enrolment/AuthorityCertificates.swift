import DomoSystem

/// The certificates of the authority of a fleet's servers.
public struct AuthorityCertificates: Equatable, Sendable {
    static let maxCount = 4
    /// Of all certificates, in characters: an enrolment code has them.
    static let maxLength = 4096
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// Each in Base64.
    let bodies: [String]

    init(bodies: [String]) throws(HouseFault) {
        guard (1...Self.maxCount).contains(bodies.count) else {
            throw HouseFault("expected 1–\(Self.maxCount) certificates of an authority, found \(bodies.count)")
        }
        guard bodies.reduce(0, { $0 + $1.utf8.count }) <= Self.maxLength else {
            throw HouseFault("the authority's certificates are longer than \(Self.maxLength) characters: use ECDSA")
        }
        guard bodies.allSatisfy({ !$0.isEmpty && Base64.bytes(of: $0) != nil }) else {
            throw HouseFault("a certificate of the authority is damaged")
        }
        self.bodies = bodies
    }

    init(pem: String) throws(HouseFault) {
        var bodies: [String] = []
        var body: String?
        for line in pem.split(whereSeparator: \.isNewline) {
            switch line {
            case Self.begin: body = ""
            case Self.end:
                bodies.append(body ?? "")
                body = nil
            default: body? += line.filter { !$0.isWhitespace }
            }
        }
        try self.init(bodies: bodies)
    }

    var pem: String {
        bodies.map { body in
            var lines = [Self.begin]
            var rest = body[...]
            while !rest.isEmpty {
                lines.append(String(rest.prefix(64)))
                rest = rest.dropFirst(64)
            }
            return (lines + [Self.end, ""]).joined(separator: "\n")
        }.joined()
    }
}
