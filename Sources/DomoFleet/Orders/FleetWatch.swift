import DomoBridge
import DomoJSON
import DomoLanguage

/// What a program that watches a house sends: `{"v":1,"lease":…,"principal":…,"token":…,"line":"watch --orders"}`, to renew
/// the lease without `line`, and to end it with `"end":true`.
struct FleetWatch: Equatable, Sendable {
    enum Step: Equatable, Sendable {
        /// With a line of the command language.
        case begin(String)
        case renew
        case end
    }

    /// A token of subjects, unique to this lease.
    var lease: String
    /// Who asks, for the log of the house.
    var principal: String
    /// A token of the house, which decides what events are sent.
    var token: Secret
    var step: Step

    init(lease: String, principal: String, token: Secret, step: Step) {
        (self.lease, self.principal, self.token, self.step) = (lease, principal, token, step)
    }

    var json: [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.key("v")
            json.number(JSONValue.requestFormat)
            json.key("lease")
            json.string(lease)
            json.key("principal")
            json.string(principal)
            json.key("token")
            json.string(token.value)
            switch step {
            case .begin(let line):
                json.key("line")
                json.string(line)
            case .renew: break
            case .end: json.optional("end", true)
            }
        }
        return json.bytes
    }

    /// - Throws: `bad-request`; the fault of the parser for a line that does not watch.
    init(json bytes: [UInt8]) throws(Fault) {
        let root = try JSONValue.request(bytes)
        lease = try root.requestWord("lease", upTo: 40)
        let isAllowed: (UInt8) -> Bool = { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        guard lease.utf8.allSatisfy(isAllowed) else { throw Fault(.badRequest, "lease is not of a–z and 0–9") }
        principal = try root.requestWord("principal", upTo: FleetOrder.maxPrincipal)
        token = Secret(try root.requestToken())
        if root["end"] != nil {
            step = .end
        } else if root["line"] != nil {
            let line = try root.requestWord("line", upTo: FleetOrder.maxLine)
            guard case .watch? = try RequestParser.parse(line) else {
                let what = "\"\(line.prefix(40))\" does not watch"
                throw Fault(.badRequest, what, hint: "send it as an order or a question")
            }
            step = .begin(line)
        } else {
            step = .renew
        }
    }
}
