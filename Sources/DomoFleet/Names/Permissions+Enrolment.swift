import DomoNATS
import DomoSystem

extension Permissions {
    /// The service that signs the credentials of houses.
    ///
    /// - Parameter name: a token, unique to it.
    static func enroller(_ name: String) -> Permissions {
        Permissions(
            publish: ["\(FleetSubjects.prefix).to.*.i.*.*"],
            subscribe: [FleetSubjects.enrolments, FleetSubjects.renewals, "\(enrollerInbox(name)).>"]
        )
    }

    static func enrollerInbox(_ name: String) -> String { "\(FleetSubjects.prefix).enroller.\(name)" }

    /// An operator who has a house get a new key.
    ///
    /// - Parameter asker: a token, unique to the operator.
    static func rotation(of house: HouseID, asker: String) -> Permissions {
        Permissions(
            publish: [FleetSubjects.rotation(of: house)],
            subscribe: ["\(FleetSubjects.prefix).reply.\(house).\(asker).*"]
        )
    }

    /// The same with placeholders for the name of the house and its partition: servers put in those of each user.
    static func template(_ permissions: (HouseID) -> Permissions) -> Permissions {
        guard let house = HouseID("placeholder") else { return Permissions(publish: [], subscribe: []) }
        let partition = FleetSubjects.report(of: house).split(separator: ".")[3]
        let place = { (subject: String) -> String in
            subject.split(separator: ".").map { token in
                token == house.text ? "{{name()}}" : token == partition ? "{{tag(\(partitionTag))}}" : String(token)
            }.joined(separator: ".")
        }
        let of = permissions(house)
        return Permissions(publish: of.publish.map(place), subscribe: of.subscribe.map(place))
    }

    private static let partitionTag = "pp"

    private static let nameTag = "name"

    /// The tag that the template of a house needs, and one with what people call it.
    static func tags(of house: HouseID, named name: String? = nil) -> [String] {
        let partition = "\(partitionTag):\(FleetSubjects.name(ofPartition: house.partition))"
        return [partition] + (name.map { ["\(nameTag):\(Base64URL.text(of: Array($0.utf8)))"] } ?? [])
    }

    /// What people call the house with these tags, if the operator said so.
    package static func name(inTags tags: [String]) -> String? {
        tags.first { $0.hasPrefix("\(nameTag):") }
            .flatMap { Base64URL.bytes(of: $0.dropFirst(nameTag.utf8.count + 1)) }
            .flatMap { String(validating: $0, as: UTF8.self) }
    }

    func rights(maxSubscriptions: Int? = nil, maxPayload: Int? = nil) -> UserRights {
        UserRights(
            publish: publish,
            subscribe: subscribe,
            maxSubscriptions: maxSubscriptions,
            maxPayload: maxPayload
        )
    }
}
