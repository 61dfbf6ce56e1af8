import DomoBridge
import DomoJSON
import DomoLanguage
import DomoNATS
import NIOCore

/// Brings the JWT of the fleet's account to the servers that run. They close the connections of revoked users at once; a
/// server that is away gets it from the others when it comes back.
struct AccountUpdate {
    private static let subject = "$SYS.REQ.CLAIMS.UPDATE"
    private static let inbox = "domo.operator"
    private static let limit: TimeAmount = .seconds(30)

    let folder: OperatorFolder

    func send(_ jwt: NATSJWT) async throws {
        let inbox = "\(Self.inbox).\(NATSSettings.inboxSecret())"
        let settings = try folder.settings(
            Permissions(publish: [Self.subject], subscribe: ["\(inbox).*"]),
            of: folder.fleet.system,
            signedBy: try folder.seed(.system),
            inbox: inbox
        )
        let reply = try await ShortConnection.use(settings) { connection in
            try await connection.request(ByteBuffer(string: jwt.text), to: Self.subject, atMost: Self.limit)
        }
        let root = JSONDocument(reply.payload.bytes, maxDepth: 8, maxMemory: 1 << 20)?.root
        guard root?["data"]?["code"]?.integer(Int.self) == 200 else {
            let reason = root?["error"]?["description"]?.string ?? "no reason"
            throw HouseFault("the server did not accept the new list of users: \(reason.oneLine.cut(to: 300))")
        }
    }
}
