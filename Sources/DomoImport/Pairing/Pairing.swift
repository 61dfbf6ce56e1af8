import DomoKNX

/// Finds out which addresses belong to one element, and their roles.
///
/// The steps go from certain to likely, and never change the results of earlier steps: the outputs of actuators, the
/// functions of ETS, offsets between addresses, names.
struct Pairing {
    let project: Project
    let wiring: Wiring
    let groups: [GroupAddress: ProjectGroup]
    let ranges: RangeReadings
    let readings: [GroupAddress: NameReading]
    /// The addresses with each base name.
    let namesakes: [String: [GroupAddress]]
    private(set) var bundles: [Bundle] = []
    /// The index of each address's bundle. An address that bundles only listen to has none.
    private(set) var owner: [GroupAddress: Int] = [:]
    /// The indices of the bundles that have an address with a base name.
    private var named: [String: [Int]] = [:]
    /// Addresses that several actuators listen to in addition to their own.
    var centrals: Set<GroupAddress> = []
    /// Addresses that no element may have: reserved ones, and alarms that actuators receive and nobody sends.
    private(set) var excluded: Set<GroupAddress> = []
    /// What could not be placed, and why.
    var unplaced: [Unplaced] = []

    struct Unplaced: Equatable {
        var address: GroupAddress
        var reason: String
    }

    /// Whether lamps get colours; otherwise colours are values.
    let hasColours: Bool
    /// The known directions of data.
    private let flows: [GroupAddress: Role.Flow]

    init(_ project: Project, flows: [GroupAddress: Role.Flow] = [:], hasColours: Bool = true) {
        self.hasColours = hasColours
        let project = project.withoutGateways()
        self.project = project
        self.flows = flows
        groups = Dictionary(project.groups.map { ($0.address, $0) }) { first, _ in first }
        ranges = RangeReadings(project)
        readings = hasColours ? ColourNames.readings(of: project, ranges.groups) : ranges.groups
        namesakes = Dictionary(grouping: project.groups.map(\.address)) { [readings] in readings[$0]?.base ?? "" }
        wiring = Wiring(project, names: readings)
    }

    /// - Parameters:
    ///   - certain: bundles that are already known.
    ///   - hasReserves: whether the project may have addresses that are reserved for later.
    ///   - hasColours: whether lamps get colours; otherwise colours are values.
    static func run(
        _ project: Project,
        certain: [Bundle] = [],
        flows: [GroupAddress: Role.Flow] = [:],
        hasReserves: Bool = true,
        hasColours: Bool = true
    ) -> Pairing {
        var pairing = Pairing(project, flows: flows, hasColours: hasColours)
        for bundle in certain { pairing.append(bundle) }
        if hasReserves { pairing.findReserved() }
        pairing.findMissingAlarms()
        if hasColours { pairing.findColoursInHSV() }
        pairing.pairChannels()
        pairing.pairFunctions()
        pairing.pairOffsets()
        pairing.pairNames()
        pairing.addSharedStates()
        pairing.placeRest()
        return pairing
    }

    // MARK: Shared by the steps

    func isFree(_ address: GroupAddress) -> Bool {
        owner[address] == nil && groups[address] != nil && !excluded.contains(address)
    }

    mutating func append(_ bundle: Bundle) {
        guard !bundle.members.isEmpty else { return }
        for member in bundle.members {
            owner[member.address] = owner[member.address] ?? bundles.count
            name(bundles.count, after: member.address)
        }
        bundles.append(bundle)
    }

    mutating func add(_ role: Role, _ address: GroupAddress, to index: Int) {
        bundles[index].add(role, address)
        owner[address] = owner[address] ?? index
        name(index, after: address)
    }

    private mutating func name(_ index: Int, after address: GroupAddress) {
        guard let base = readings[address]?.base, named[base]?.contains(index) != true else { return }
        named[base, default: []].append(index)
    }

    /// The indices of the bundles that have an address with a base name, in order.
    func bundles(named base: String) -> [Int] { (named[base] ?? []).sorted() }

    mutating func update(_ index: Int, _ change: (inout Bundle) -> Void) { change(&bundles[index]) }

    /// The direction of data, from the wiring or else from the name.
    func flow(of address: GroupAddress) -> Role.Flow {
        if let flow = flows[address] { return flow }
        let flow = wiring.flow(of: address)
        guard flow == .unknown else { return flow }
        guard let words = readings[address]?.words else { return .unknown }
        if words.contains(.state) || words.contains(.control) { return .state }
        if words.contains(.command) { return .command }
        // An address that devices send to and none receives from is a measurement.
        let links = wiring.links(of: address)
        let isSent = links.contains { wiring.object($0).flags.canTransmit && !wiring.object($0).flags.canWrite }
        return isSent && !links.contains { wiring.object($0).flags.canWrite } ? .state : .unknown
    }

    func role(of address: GroupAddress, isCover: Bool, words more: Set<RoleWord> = []) -> Role? {
        guard let group = groups[address] else { return nil }
        var words = (readings[address]?.words ?? []).union(more)
        if wiring.isControl(address) { words.insert(.control) }
        return Role(
            type: group.type,
            flow: flow(of: address),
            words: words,
            isCover: isCover,
            hasColours: hasColours
        )
    }

    /// Whether any of the addresses moves a cover. An address that moves slats is a step, if there is a cover.
    func isCover(_ addresses: [GroupAddress]) -> Bool {
        addresses.contains {
            role(of: $0, isCover: false) == .move && readings[$0]?.words.contains(.slat) != true
        }
    }

    private mutating func findReserved() {
        for group in project.groups
        where isFree(group.address) && wiring.links(of: group.address).isEmpty && ReservedNames.isReserved(group.name) {
            excluded.insert(group.address)
            let reason = wiring.isKnown ? "reserved, and no device uses it" : "reserved, according to its name"
            unplaced.append(Unplaced(address: group.address, reason: reason))
        }
    }

    /// An alarm moves covers to safety, and must come from what measures the weather: it is never ordered.
    private mutating func findMissingAlarms() {
        for group in project.groups where isFree(group.address) && wiring.isMissingAlarm(group.address) {
            excluded.insert(group.address)
            let type = group.type?.sub == nil ? TypeNumber(1, 5) : group.type!
            unplaced.append(
                Unplaced(
                    address: group.address,
                    reason: "an alarm that actuators receive, and no device sends; to send it, add "
                        + "<k:Expone grupo=\"\(project.text(of: group.address))\" dpt=\"\(type)\"/> to the element "
                        + "that reports it"
                )
            )
        }
    }

    /// Some actuators send hue, saturation and brightness with the type of red, green and blue.
    private mutating func findColoursInHSV() {
        for group in project.groups where isFree(group.address) && group.type?.main == 232 {
            let objects = wiring.links(of: group.address).map(wiring.object)
            let texts = [group.name] + objects.flatMap { [$0.text, $0.functionText, $0.name] }
            let tokens = Set(texts.flatMap(NameReading.foldedTokens))
            guard !tokens.isDisjoint(with: ["hsv", "hsb", "hsl"]), tokens.isDisjoint(with: ["rgb", "rgbw"]) else {
                continue
            }
            excluded.insert(group.address)
            unplaced.append(
                Unplaced(
                    address: group.address,
                    reason:
                        "called HSV, but its type \(group.type!) is RGB: if it carries RGB, bind it by hand; else use "
                        + "the addresses of hue and saturation"
                )
            )
        }
    }

    /// A command address on which its device also reports, such as a set-point, is its own state if there is no other.
    private mutating func addSharedStates() {
        for index in bundles.indices {
            for member in bundles[index].members where flow(of: member.address) == .both {
                guard let state = member.role.state, state != .direction, !bundles[index].has(state) else { continue }
                bundles[index].add(state, member.address)
            }
        }
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
            return "unknown datapoint type; set one in ETS"
        }
        switch type.main {
        case 5 where reading?.words.contains(.saturation) == true:
            return "a saturation (5.001) without the hue (5.003) of the same lamp"
        case 3 where reading?.words.isDisjoint(with: RoleWord.ofColours) == false:
            return "relative changes of a colour (type \(type)) have no facet"
        case 3: return "relative dimming or moving (type \(type)) without an element to dim or move"
        case 10, 11, 19:
            return
                "the time; add <k:Expone grupo=\"\(project.text(of: group.address))\" dpt=\"\(type)\"/> to send it"
        case 1: return "no element to stop, step or lock was found (type \(type))"
        default: return "domo does not support datapoint type \(type)"
        }
    }
}
