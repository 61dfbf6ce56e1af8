import DomoKNX
import DomoModel

/// The names of devices and of their parts.
struct DeviceNames {
    private let facts: ProjectFacts
    private let isEnglish: Bool

    init(_ facts: ProjectFacts, isEnglish: Bool) {
        self.facts = facts
        self.isEnglish = isEnglish
    }

    /// Names of a device, the best first.
    ///
    /// - Parameter around: the names of the places that it is in.
    func heads(_ head: ElementDraft, _ device: Purpose.Device, around: [String]) -> [String] {
        guard device == .thermostat else { return [head.name] }
        let functions = facts.functions(of: head)
        if functions.count == 1, let index = functions.first,
            case let name = HouseName.clean(facts.pairing.project.functions[index].name), !name.isEmpty
        {
            return [name, head.name]
        }
        let thermostat = isEnglish ? "Thermostat" : "Termostato"
        guard let address = head.ownAddresses.first else { return [head.name] }
        let stem = Set(facts.stem(of: address, for: device))
        let places = Set(around.flatMap(NameReading.foldedTokens))
        // The name of the room alone says nothing.
        guard !stem.isSubset(of: places) else { return [thermostat, head.name] }
        return [Self.capitalized(rest(of: address) { stem.contains($0) }), head.name].filter { !$0.isEmpty }
    }

    /// The name of an element in its device, without the words that it has in common with it.
    func part(_ part: ElementDraft, of head: ElementDraft, _ purpose: Purpose) -> String {
        let usual = purpose.partName(isEnglish: isEnglish)
        guard purpose != .slats, let address = part.ownAddresses.first, let main = head.ownAddresses.first else {
            return usual
        }
        let device = purpose.device
        let common = Set(facts.stem(of: main, for: device))
        let words = DeviceWords.words(of: device)
        let name = rest(of: address) { !common.contains($0) && !RoleWord.joins.contains($0) }
        let isNamed = NameReading.foldedTokens(name).contains { token in
            words.contains(token) || [.setPoint, .control, .actual].contains(RoleWord.words[token])
        }
        return isNamed ? Self.capitalized(name) : usual
    }

    private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The words of an address's name that are kept.
    private func rest(of address: GroupAddress, where isKept: (String) -> Bool) -> String {
        let name = facts.pairing.groups[address]?.name ?? ""
        let tokens = NameReading.tokens(name)
        let kept = tokens.indices.filter { isKept(tokens[$0].folded) }
        return HouseName.clean(NameReading.display(name, tokens: tokens, kept: Set(kept)))
    }
}
