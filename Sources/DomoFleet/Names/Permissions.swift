import DomoNATS

/// The subjects that a user may publish and subscribe to. There are only allow-lists: advisories 2026-17 and 2026-18 of
/// NATS concern lists of what is denied.
public struct Permissions: Equatable, Sendable {
    public var publish: [String]
    public var subscribe: [String]

    public init(publish: [String], subscribe: [String]) {
        self.publish = publish
        self.subscribe = subscribe
    }
}

extension Permissions {
    /// A house is confined to its own subjects. It needs no subject of JetStream's API: a report is a plain publish.
    public static func house(_ house: HouseID) -> Permissions {
        Permissions(
            publish: [
                FleetSubjects.report(of: house), "\(FleetSubjects.prefix).reply.\(house).>",
                FleetSubjects.event(of: house, asker: "*", lease: "*"), FleetSubjects.time,
                FleetSubjects.renewal(of: house),
            ],
            subscribe: [FleetSubjects.all(to: house)]
        )
    }

    /// A program that shows houses and gives orders. The right to do so is decided in each house, by the token.
    ///
    /// - Parameter asker: the token that it has in the subjects of replies, unique to it.
    public static func web(asker: String) -> Permissions {
        Permissions(
            publish: FleetSubjects.Request.allCases.map { "\(FleetSubjects.prefix).to.*.\($0.rawValue)" }
                + [FleetSubjects.time],
            subscribe: ["\(FleetSubjects.replies(for: asker)).>", FleetSubjects.events(for: asker)]
        )
    }

    /// A worker that stores reports, answers what time it is, notes which houses are connected, and closes all connections
    /// of a house but one.
    ///
    /// - Parameter name: a token, unique to it.
    public static func store(_ name: String) -> Permissions {
        let inbox = storeInbox(name)
        return Permissions(
            publish: [
                "$JS.API.CONSUMER.MSG.NEXT.*.\(consumer)", "$JS.ACK.>", "\(FleetSubjects.prefix).to.*.i.*.*",
                "\(FleetSubjects.time(for: "*")).*", FleetSubjects.connectionList,
                FleetSubjects.serverPing, FleetSubjects.closing(on: "*"), JetStream.information,
            ],
            subscribe: [
                "\(inbox).>", FleetSubjects.time, FleetSubjects.connections, FleetSubjects.disconnections,
            ]
        )
    }

    /// An operator who creates and changes the streams of reports and their consumers.
    ///
    /// - Parameter name: a token, unique to the operator.
    public static func setup(_ name: String) -> Permissions {
        let api = "$JS.API"
        return Permissions(
            publish: [
                "\(api).STREAM.CREATE.*", "\(api).STREAM.UPDATE.*", "\(api).CONSUMER.CREATE.*.\(consumer)",
            ],
            subscribe: ["\(storeInbox(name)).>"]
        )
    }

    /// The prefix of a worker's inbox.
    public static func storeInbox(_ name: String) -> String { "\(FleetSubjects.prefix).store.\(name)" }

    /// The consumer of each stream of reports.
    public static let consumer = "store"

    /// A one-use user for enrolment.
    public static func enrolment(of house: HouseID) -> Permissions {
        Permissions(
            publish: [FleetSubjects.enrolment(of: house)],
            subscribe: ["\(FleetSubjects.prefix).to.\(house).i.>"]
        )
    }
}
