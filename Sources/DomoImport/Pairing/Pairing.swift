import DomoKNX

/// Finds out which addresses are one thing, and which of them is what to it.
///
/// The steps go from what is certain to what is likely, and none takes back what one before it decided: the outputs of
/// actuators, the functions of ETS, offsets between addresses that certain pairs show, names.
struct Pairing {
    let project: Project
    let wiring: Wiring
    let groups: [GroupAddress: ProjectGroup]
    let readings: [GroupAddress: NameReading]
    private(set) var bundles: [Bundle] = []
    /// Address → the place of its bundle. An address that others listen to has none by that.
    private(set) var owner: [GroupAddress: Int] = [:]
    /// Addresses that several actuators listen to beside their own.
    var centrals: Set<GroupAddress> = []
    /// What could not be placed, and why.
    var unplaced: [Unplaced] = []

    struct Unplaced: Equatable {
        var address: GroupAddress
        var reason: String
    }

    /// Which way data goes where that is known from elsewhere.
    private let flows: [GroupAddress: Role.Flow]

    init(_ project: Project, flows: [GroupAddress: Role.Flow] = [:]) {
        self.project = project
        self.flows = flows
        wiring = Wiring(project)
        groups = Dictionary(project.groups.map { ($0.address, $0) }) { first, _ in first }
        readings = Self.readings(of: project)
    }

    /// - Parameter certain: pairs that are known from elsewhere.
    static func run(
        _ project: Project,
        certain: [Bundle] = [],
        flows: [GroupAddress: Role.Flow] = [:]
    ) -> Pairing {
        var pairing = Pairing(project, flows: flows)
        for bundle in certain { pairing.append(bundle) }
        pairing.pairChannels()
        pairing.pairFunctions()
        pairing.pairOffsets()
        pairing.pairNames()
        pairing.placeRest()
        return pairing
    }

    // MARK: What the steps share

    func isFree(_ address: GroupAddress) -> Bool { owner[address] == nil && groups[address] != nil }

    mutating func append(_ bundle: Bundle) {
        guard !bundle.members.isEmpty else { return }
        for member in bundle.members { owner[member.address] = owner[member.address] ?? bundles.count }
        bundles.append(bundle)
    }

    mutating func add(_ role: Role, _ address: GroupAddress, to place: Int) {
        bundles[place].add(role, address)
        owner[address] = owner[address] ?? place
    }

    mutating func update(_ place: Int, _ change: (inout Bundle) -> Void) { change(&bundles[place]) }

    /// Where wires don't say it, the name does.
    func flow(of address: GroupAddress) -> Role.Flow {
        if let flow = flows[address] { return flow }
        let flow = wiring.flow(of: address)
        guard flow == .unknown else { return flow }
        guard let words = readings[address]?.words else { return .unknown }
        if words.contains(.state) { return .state }
        if words.contains(.command) { return .command }
        // Sent by a device, and taken in by none: somebody measures it.
        let links = wiring.links(of: address)
        let isSent = links.contains { wiring.object($0).flags.canTransmit && !wiring.object($0).flags.canWrite }
        return isSent && !links.contains { wiring.object($0).flags.canWrite } ? .state : .unknown
    }

    func role(of address: GroupAddress, isCover: Bool, words more: Set<RoleWord> = []) -> Role? {
        guard let group = groups[address] else { return nil }
        let words = (readings[address]?.words ?? []).union(more)
        return Role(type: group.type, flow: flow(of: address), words: words, isCover: isCover)
    }

    /// Whether any of the addresses moves a cover.
    func isCover(_ addresses: [GroupAddress]) -> Bool {
        addresses.contains { role(of: $0, isCover: false) == .move }
    }

    /// The names of all groups; a range that is called `Status` says so of all that it holds.
    private static func readings(of project: Project) -> [GroupAddress: NameReading] {
        let ranges = project.ranges.map { NameReading($0.name) }
        var readings: [GroupAddress: NameReading] = [:]
        for group in project.groups {
            var reading = NameReading(group.name)
            var next = group.range
            while let place = next {
                let words = ranges[place].words.filter(\.isRole)
                // `Status` below `Switching`: the inner one is the nearer one.
                if reading.words.allSatisfy({ !$0.isRole }) { reading.words.formUnion(words) }
                if words.contains(.state) { reading.words.insert(.state) }
                next = project.ranges[place].parent
            }
            readings[group.address] = reading
        }
        return readings
    }

    private mutating func placeRest() {
        for group in project.groups where owner[group.address] == nil {
            guard !unplaced.contains(where: { $0.address == group.address }) else { continue }
            unplaced.append(Unplaced(address: group.address, reason: reason(group)))
        }
        unplaced.sort { $0.address.raw < $1.address.raw }
    }

    private func reason(_ group: ProjectGroup) -> String {
        let reading = readings[group.address]
        guard let type = group.type ?? Role.type(from: reading?.words ?? []) else {
            return "no datapoint type is known; give it one in ETS"
        }
        switch type.main {
        case 3: return "relative dimming or moving (type \(type)) without the thing that it dims or moves"
        case 10, 11, 19:
            return
                "the time: <k:Expone grupo=\"\(project.text(of: group.address))\" dpt=\"\(type)\"/> in the house sends it"
        case 1: return "nothing to stop, step or lock is known beside it (type \(type))"
        default: return "domo has no datapoint type \(type)"
        }
    }
}
