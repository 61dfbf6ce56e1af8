import DomoKNX

/// What is written after the house: for people what could not be placed, for the next import which addresses were known.
enum HouseNotes {
    static let target = "domo-import"

    /// What the comments begin with: the next import writes them anew.
    static let marks = ["imported from ", "note: ", "not placed: "]

    static func comments(of house: HouseDraft, source: String) -> [String] {
        ["imported from \(source)"].map(XMLText.comment) + lines(of: house).map(XMLText.comment)
    }

    /// For people.
    static func lines(of house: HouseDraft) -> [String] {
        house.notes.map { "note: \($0)" }
            + house.unplaced.map { unplaced in
                let subject = [unplaced.address, unplaced.name].filter { !$0.isEmpty }.joined(separator: " ")
                return "not placed: \(subject): \(unplaced.reason)"
            }
    }

    /// The addresses of the project, so that the next import distinguishes a new one from one that a person removed.
    static func record(of addresses: [GroupAddress]) -> String {
        "<?\(target) \(addresses.map { String($0.raw) }.joined(separator: " "))?>"
    }

    static func addresses(inRecord text: String) -> [GroupAddress] {
        text.split(separator: " ").compactMap { UInt16($0) }.filter { $0 > 0 }.map(GroupAddress.init(raw:))
    }
}
