import DomoBridge
import DomoLanguage
import DomoNATS
import DomoSystem
import NIOCore

/// The first credentials of a house: it makes its own key, and has it signed with a one-use code.
struct Enroller {
    private static let attempts = 12
    private static let attemptTime: TimeAmount = .seconds(10)

    let code: EnrolmentCode
    /// The file to write.
    let path: String

    /// Where the certificates of the servers' authority are written, beside the credentials.
    private var authorityPath: String { "\(path.absolutePath).ca.pem" }

    /// - Parameter replaces: whether the credentials of another house may be replaced.
    func check(replaces: Bool) throws(HouseFault) {
        guard FileBytes.isThere(path), !replaces else { return }
        let what: String
        do throws(HouseFault) {
            let credentials = try HouseCredentials(file: path)
            // An earlier run ended between writing them and removing the draft.
            if let draft = try EnrolmentDraft.read(beside: path), draft.seed == credentials.seed { return }
            what = "the credentials of the house \(credentials.house)"
        } catch {
            what = "something"
        }
        throw HouseFault("\(path) already has \(what): use --replace, or another file with --credentials")
    }

    /// The key to enroll: that of an earlier run with this code, which ended before it had a reply, or a new one.
    private func key(with code: NKey) throws -> NKeySeed {
        if let draft = try EnrolmentDraft.read(beside: path), draft.code == code {
            return try NKeySeed(draft.seed.value)
        }
        let key = try NKeySeed()
        try EnrolmentDraft(code: code, seed: Secret(key.text)).write(beside: path)
        return key
    }

    func run() async throws {
        let authority = code.authority == nil ? nil : authorityPath
        if let certificates = code.authority {
            try OwnedFile.replace(authorityPath, with: Array(certificates.pem.utf8))
        }
        let asker = try NKeySeed(code.seed.value)
        let key = try key(with: asker.key)
        let settings = try NATSSettings(
            servers: code.servers,
            authority: authority,
            seed: code.seed,
            jwt: code.jwt,
            inbox: FleetSubjects.inbox(of: code.house, secret: NATSSettings.inboxSecret()),
            name: "domo-fleet enroll \(code.house)"
        )
        let subject = FleetSubjects.enrolment(of: code.house)
        let request = try EnrolmentRequest(to: subject, asker: asker, key: key)
        let reply = try await ShortConnection.use(settings) { connection in
            try await Self.ask(request, subject, connection)
        }
        let credentials = HouseCredentials(
            house: code.house,
            servers: code.servers,
            authority: authority,
            seed: Secret(key.text),
            jwt: try EnrolmentReply.jwt(in: reply, for: key.key, of: code.house)
        )
        try credentials.write(to: path)
        try EnrolmentDraft.remove(beside: path)
    }

    /// The same request again, if there was no reply: the code stays good for this key.
    private static func ask(
        _ request: EnrolmentRequest,
        _ subject: String,
        _ connection: NATSConnection
    ) async throws -> [UInt8] {
        for attempt in 1...attempts {
            do throws(NATSFault) {
                let payload = ByteBuffer(bytes: request.json)
                return try await connection.request(payload, to: subject, atMost: attemptTime).payload.bytes
            } catch {
                switch error {
                case .noResponders:
                    throw HouseFault(
                        "the operator's enrolment service is not connected to the fleet: have domo-fleet enrolment started"
                    )
                case .timedOut, .notConnected, .disconnected:
                    guard attempt < attempts else {
                        throw HouseFault("the operator's enrolment service did not answer")
                    }
                    // The connection may come back, and the service may be slow: the same request again.
                    try await Task.sleep(for: .seconds(1))
                case .cancelled, .overloaded, .payloadTooLarge, .invalid: throw error
                }
            }
        }
        throw HouseFault("the operator's enrolment service did not answer")
    }
}
