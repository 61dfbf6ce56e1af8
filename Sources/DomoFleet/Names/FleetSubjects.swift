/// The subjects of the fleet. Each begins with `domo.v1`; the house is a token of its own, so that permissions confine a
/// house to it.
public enum FleetSubjects {
    static let prefix = "domo.v1"

    // MARK: What a house publishes

    /// Reports of a house, stored by JetStream: `domo.v1.report.07.casa0001`.
    public static func report(of house: HouseID) -> String {
        "\(prefix).report.\(name(ofPartition: house.partition)).\(house)"
    }

    /// The reports of all houses of a partition.
    public static func reports(ofPartition partition: Int) -> String {
        "\(prefix).report.\(name(ofPartition: partition)).*"
    }

    /// The house that sent a report; nil if the subject is not that of a report, or not that house's own partition.
    public static func house(ofReport subject: some StringProtocol) -> HouseID? {
        let tokens = subject.split(separator: ".", omittingEmptySubsequences: false)
        guard tokens.count == 5, let house = HouseID(tokens[4]), report(of: house) == subject else { return nil }
        return house
    }

    /// Events of a house while somebody watches. The program that asked for them is a token of the subject, so that no
    /// other can read what its token allows to see.
    public static func event(of house: HouseID, asker: String, lease: String) -> String {
        event(of: house.text, asker: asker, lease: lease)
    }

    /// The events of all houses that a program watches.
    static func events(for asker: String) -> String { event(of: "*", asker: asker, lease: "*") }

    private static func event(of house: String, asker: String, lease: String) -> String {
        "\(prefix).event.\(house).\(asker).\(lease)"
    }

    /// Where an asker gets the replies of a house.
    ///
    /// - Parameters:
    ///   - asker: a token, unique to the program that asks.
    ///   - number: of the request.
    public static func reply(of house: HouseID, asker: String, number: UInt64) -> String {
        "\(prefix).reply.\(house).\(asker).\(number)"
    }

    /// The prefix of the subjects where an asker gets the replies of a house.
    static func replies(of house: HouseID, asker: String) -> String { "\(prefix).reply.\(house).\(asker)" }

    /// Where an asker gets any reply.
    static func replies(for asker: String) -> String { "\(prefix).reply.*.\(asker)" }

    /// The program that awaits a reply there.
    static func asker(ofReply subject: String, of house: HouseID) -> String? {
        isReply(subject, of: house) ? String(subject.split(separator: ".")[4]) : nil
    }

    /// Whether a house may reply there: what it is asked to send elsewhere, it must not send.
    public static func isReply(_ subject: String, of house: HouseID) -> Bool {
        let tokens = subject.split(separator: ".", omittingEmptySubsequences: false)
        guard tokens.count == 6, subject.utf8.count <= 200, subject.hasPrefix("\(prefix).reply.\(house).") else {
            return false
        }
        return tokens.allSatisfy { token in
            !token.isEmpty && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2A && $0 != 0x3E }
        }
    }

    // MARK: What a house receives

    /// What is sent to a house.
    public enum Request: String, Sendable, CaseIterable {
        /// An order or scene.
        case order = "do"
        /// A question of the API.
        case question = "ask"
        /// A further part of a long reply.
        case part
        /// Starts or renews the lease of a watcher.
        case watch
    }

    public static func to(_ house: HouseID, _ request: Request) -> String {
        "\(prefix).to.\(house).\(request.rawValue)"
    }

    /// What a house may receive: requests, and what comes to its inbox.
    public static func all(to house: HouseID) -> String { "\(prefix).to.\(house).>" }

    /// The requests to a house, without its inbox.
    public static func requests(to house: HouseID) -> String { "\(prefix).to.\(house).*" }

    /// What a house received; nil for replies and anything else.
    public static func request(_ subject: String, to house: HouseID) -> Request? {
        Request.allCases.first { subject == to(house, $0) }
    }

    /// The prefix of a house's own inbox.
    ///
    /// Anybody who publishes may name any reply subject, to which the server then sends its acknowledgement. So that
    /// nobody can forge the acknowledgement of a house's report, the inbox has a part that cannot be guessed.
    ///
    /// - Parameter secret: at least 16 random characters, new for each run.
    public static func inbox(of house: HouseID, secret: String) -> String { "\(prefix).to.\(house).i.\(secret)" }

    /// Whether a house or an asker gets the time of the fleet there: it is sent nowhere else.
    public static func isForTime(_ subject: String) -> Bool {
        let tokens = subject.split(separator: ".", omittingEmptySubsequences: false)
        guard subject.utf8.count <= 200 else { return false }
        switch tokens.count {
        case 7:
            guard let house = HouseID(tokens[3]), subject.hasPrefix("\(prefix).to.\(house).i.") else { return false }
        case 6: guard subject.hasPrefix("\(prefix).reply.time.") else { return false }
        default: return false
        }
        return tokens.allSatisfy { token in
            !token.isEmpty && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2A && $0 != 0x3E }
        }
    }

    // MARK: Of the fleet

    /// Replies with the time by the fleet's clock.
    public static let time = "\(prefix).time"

    /// The prefix of the subjects where an asker gets the time. `time` is too short for the ID of a house.
    static func time(for asker: String) -> String { "\(prefix).reply.time.\(asker)" }

    /// The events of the servers about the connections of the fleet's account.
    public static let connections = "\(prefix).presence.connected"
    public static let disconnections = "\(prefix).presence.disconnected"

    /// The list of these connections, and whether a server is there; each server answers.
    public static let connectionList = "$SYS.REQ.ACCOUNT.PING.CONNZ"
    public static let serverPing = "$SYS.REQ.ACCOUNT.PING.STATZ"

    /// Has a server close one of its connections.
    ///
    /// - Parameter server: its ID, or `*`.
    public static func closing(on server: String) -> String { "$SYS.REQ.SERVER.\(server).KICK" }

    /// Where a house gets its first credentials.
    public static func enrolment(of house: HouseID) -> String { "\(prefix).enroll.\(house)" }

    /// `00`–`63`.
    static func name(ofPartition partition: Int) -> String { partition < 10 ? "0\(partition)" : "\(partition)" }
}
