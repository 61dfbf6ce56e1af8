import DomoKNX

/// What connects elements to the heads of devices.
struct DeviceLinks {
    /// From certain to likely.
    enum Evidence: Int, CaseIterable, Comparable {
        case bundle, function, channel, device, name

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// An element, its place, and what it is.
    struct Item {
        var element: ElementDraft
        /// The index of its place.
        var place: Int
        var purpose: Purpose
    }

    private let facts: ProjectFacts
    private let items: [Item]
    private let device: Purpose.Device
    /// The heads, by each thing that may connect others to them.
    private var heads: [Key: [Int]] = [:]

    private enum Key: Hashable {
        case bundle(Int)
        case function(Int)
        case channel(Int)
        case device(Int)
        case name(place: Int, scope: String, stem: [String])
        /// Without words such as `Heizung`.
        case shortName(place: Int, scope: String, stem: [String])
    }

    init(_ items: [Item], of device: Purpose.Device, _ facts: ProjectFacts) {
        self.items = items
        self.device = device
        self.facts = facts
        for (index, item) in items.enumerated() where item.purpose.head == device {
            for evidence in Evidence.allCases {
                for key in keys(of: item, evidence, isHead: true).flatMap({ $0 }) {
                    heads[key, default: []].append(index)
                }
            }
        }
    }

    /// The only head that an element belongs to, and what shows it; nil if there is none, or if there are several.
    func head(of item: Item) -> (index: Int, evidence: Evidence)? {
        var candidates: Set<Int>?
        var first: Evidence?
        let functions = facts.functions(of: item.element)
        for evidence in Evidence.allCases {
            for keys in keys(of: item, evidence, isHead: false) {
                let found = Set(keys.flatMap { heads[$0] ?? [] }).filter { index in
                    mayJoin(item, items[index], functions: functions, evidence)
                }
                guard !found.isEmpty else { continue }
                let rest = candidates.map { $0.intersection(found) } ?? found
                first = first ?? evidence
                // What is more certain takes precedence over what contradicts it.
                guard !rest.isEmpty else { return nil }
                if rest.count == 1, let index = rest.first, let first { return (index, first) }
                candidates = rest
            }
        }
        // A set-point that is in force, rather than those of one mode each.
        let general = (candidates ?? []).filter { index in
            items[index].element.ownAddresses.first.map(facts.tokens)?.isDisjoint(with: DeviceWords.special) ?? false
        }
        guard general.count == 1, let index = general.first, let first else { return nil }
        return (index, first)
    }

    private func mayJoin(_ item: Item, _ head: Item, functions: Set<Int>, _ evidence: Evidence) -> Bool {
        guard item.place == head.place || evidence <= .channel && item.place == 0 else { return false }
        guard evidence > .function, !functions.isEmpty else { return true }
        let others = facts.functions(of: head.element)
        return others.isEmpty || !others.isDisjoint(with: functions)
    }

    // MARK: Keys

    /// Alternatives, the better first.
    private func keys(of item: Item, _ evidence: Evidence, isHead: Bool) -> [[Key]] {
        switch evidence {
        case .bundle: [item.element.bundle.map { [.bundle($0)] } ?? []]
        case .function: [facts.functions(of: item.element).map { .function($0) }]
        case .channel: [Set(links(of: item, isHead: isHead).map(\.channel)).map { .channel($0) }]
        case .device:
            // An actuator has many outputs, but a controller usually regulates one room.
            device == .thermostat ? [Set(links(of: item, isHead: isHead).map(\.device)).map { .device($0) }] : []
        case .name: names(of: item)
        }
    }

    /// The group objects of the device itself, and not those of push buttons and panels that use it.
    private func links(of item: Item, isHead: Bool) -> [Wiring.Link] {
        let wiring = facts.pairing.wiring
        return item.element.ownAddresses.flatMap { address in
            wiring.links(of: address).filter { link in
                let object = wiring.object(link)
                if isHead {
                    // It receives its commands and, if it has none, sends its state.
                    let command = item.element.facets.first?.command
                    return command == nil
                        ? wiring.reports(object, on: address)
                        : address == command && (object.flags.isInput || object.flags.isBoth)
                }
                // A meter is in the actuator; what a thermostat measures may come from elsewhere.
                return device == .thermostat || wiring.reports(object, on: address)
                    || object.flags.canTransmit && !object.flags.canWrite
            }
        }
    }

    private func names(of item: Item) -> [[Key]] {
        guard let address = item.element.ownAddresses.first, let group = facts.pairing.groups[address] else {
            return []
        }
        var scope = facts.pairing.ranges.scope(of: group)
        var stem = facts.stem(of: address, for: device)
        // `Cocina` among the lights, and among the meters: only a name that is no room's connects middle groups.
        if device == .output, !stem.contains(where: DeviceWords.isOutput) { scope += " \(address.raw >> 8)" }
        if stem.isEmpty {
            // `Temperature`, `Mode` in a middle group with the name of the room.
            guard let range = group.range, facts.pairing.ranges.functionName(of: group) == nil else { return [] }
            (scope, stem) = ("range \(range)", [""])
        }
        // `Ventilador baño` is more often an extractor than the fan of the heating.
        if item.purpose == .fan, facts.tokens(of: address).isDisjoint(with: ["fancoil", "coil"]) { return [] }
        let short = stem.filter { ElementKind(word: $0) != .climate }
        return [
            [.name(place: item.place, scope: scope, stem: stem)],
            device == .thermostat && !short.isEmpty
                ? [.shortName(place: item.place, scope: scope, stem: short)] : [],
        ]
    }
}
