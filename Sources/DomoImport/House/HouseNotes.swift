import DomoKNX

/// The comments after the house, with what could not be placed, and the record of known addresses for the next import.
enum HouseNotes {
    static let target = "domo-import"

    /// The prefixes of the comments, which the next import replaces.
    static let marks = ["imported from ", "note: ", "not placed: "]

    static func comments(of house: HouseDraft, source: String) -> [String] {
        ["imported from \(source)"].map(XMLText.comment) + lines(of: house).map(XMLText.comment)
    }

    /// The notes for the user.
    static func lines(of house: HouseDraft) -> [String] {
        (house.notes + appliances(in: house.content)).map { "note: \($0)" }
            + house.unplaced.map { unplaced in
                let subject = [unplaced.address, unplaced.name].filter { !$0.isEmpty }.joined(separator: " ")
                return "not placed: \(subject): \(unplaced.reason)"
            }
    }

    /// What orders for places leave out.
    private static func appliances(in content: PlaceDraft) -> [String] {
        let found = content.devices.filter(\.staysOn).map(\.name)
        guard !found.isEmpty else { return [] }
        return [
            "left out of orders for places, because these have to stay on by their names: \(found.joined(separator: ", ")); "
                + "remove SinGrupo (NotInGroups) where that is wrong"
        ]
    }

    /// The addresses of the project, so that the next import can distinguish a new address from one that the user
    /// removed.
    static func record(of addresses: [GroupAddress]) -> String {
        "<?\(target) \(addresses.map { String($0.raw) }.joined(separator: " "))?>"
    }

    static func addresses(inRecord text: String) -> [GroupAddress] {
        text.split(separator: " ").compactMap { UInt16($0) }.filter { $0 > 0 }.map(GroupAddress.init(raw:))
    }
}
