import DomoKNX

/// The group objects that are linked with each address.
struct Wiring {
    struct Link {
        /// The index of the device in the project.
        var device: Int
        /// The index of the object in the device.
        var object: Int
        var channel: Int
    }

    /// The indices of the objects of one output of a device.
    struct Channel {
        var device: Int
        var objects: [Int]
    }

    let channels: [Channel]
    private let project: Project
    private let links: [GroupAddress: [Link]]
    private let types: [GroupAddress: TypeNumber]
    private let names: [GroupAddress: NameReading]
    private var flows: [GroupAddress: Role.Flow] = [:]
    /// The addresses of control values, according to the objects that are linked with them.
    private var controls: Set<GroupAddress> = []

    /// - Parameter names: the names of the groups.
    init(_ project: Project, names: [GroupAddress: NameReading] = [:]) {
        self.project = project
        self.names = names
        var channels: [Channel] = []
        var links: [GroupAddress: [Link]] = [:]
        for (index, device) in project.devices.enumerated() {
            for objects in ChannelGrouping.channels(of: device) {
                for object in objects {
                    for address in device.objects[object].links {
                        links[address, default: []].append(Link(device: index, object: object, channel: channels.count))
                    }
                }
                channels.append(Channel(device: index, objects: objects))
            }
        }
        self.channels = channels
        self.links = links
        types = Dictionary(project.groups.compactMap { group in group.type.map { (group.address, $0) } }) { one, _ in
            one
        }
        for address in links.keys {
            flows[address] = findFlow(of: address)
            if links[address]?.contains(where: { object($0).words.contains(.control) }) == true {
                controls.insert(address)
            }
        }
    }

    /// Whether the project has linked devices; exports have none.
    var isKnown: Bool { !links.isEmpty }

    func links(of address: GroupAddress) -> [Link] { links[address] ?? [] }

    func object(_ link: Link) -> GroupObject { project.devices[link.device].objects[link.object] }

    /// Whether a device answers reads of the group. A group without a readable object is never read.
    func isReadable(_ address: GroupAddress) -> Bool { links(of: address).contains { object($0).flags.canRead } }

    /// 1.011, the type of many statuses.
    private static let state = TypeNumber(1, 11)

    /// Whether an object reports on an address: an actuator's status, a sensor's value. Without the read flag, words
    /// distinguish it from a push button.
    func reports(_ object: GroupObject, on address: GroupAddress) -> Bool {
        if object.flags.canRead, !object.flags.canWrite { return true }
        let words = object.words
        // A status that others may overwrite.
        if object.flags.isBoth { return words.contains(.state) && !words.contains(.setPoint) }
        guard object.flags.canTransmit, !object.flags.canWrite else { return false }
        if types[address] == Self.state || object.types.contains(Self.state) { return true }
        return !words.union(names[address]?.words ?? []).isDisjoint(with: [.state, .control, .weatherAlarm])
    }

    /// Whether actuators receive an alarm of a weather station that the project doesn't contain.
    func isMissingAlarm(_ address: GroupAddress) -> Bool {
        let objects = links(of: address).map(object)
        guard types[address]?.main ?? 1 == 1, objects.contains(where: \.flags.canWrite),
            !objects.contains(where: { $0.flags.canTransmit && !$0.flags.canWrite })
        else { return false }
        return names[address]?.words.contains(.weatherAlarm) == true
            || objects.contains { $0.words.contains(.weatherAlarm) }
    }

    /// The direction of data on an address.
    func flow(of address: GroupAddress) -> Role.Flow { flows[address] ?? .unknown }

    func isControl(_ address: GroupAddress) -> Bool { controls.contains(address) }

    private func findFlow(of address: GroupAddress) -> Role.Flow {
        let all = links(of: address)
        let outputs = all.filter { reports(object($0), on: address) }
        let inputs = all.filter { object($0).flags.isInput }
        if outputs.isEmpty, all.contains(where: { object($0).flags.isBoth }),
            inputs.isEmpty || !isCommand(types[address])
        {
            return .both
        }
        if outputs.isEmpty, inputs.isEmpty { return .unknown }
        if inputs.isEmpty { return .state }
        // A window contact that is not in the project, received by a thermostat, is a state.
        if types[address]?.main == 1, [5, 11, 18, 19].contains(types[address]?.sub) { return .state }
        // A status without a sender, shown by push buttons.
        if outputs.isEmpty { return inputs.allSatisfy { object($0).words.contains(.state) } ? .state : .command }
        // One device reports on it and another receives it: either a status that push buttons show, or a binary input
        // that answers reads and switches an actuator, which then has a separate status.
        guard types[address]?.main == 1, !isReport(types[address]) else { return .state }
        if outputs.contains(where: { !object($0).words.isDisjoint(with: [.state, .control, .weatherAlarm]) }) {
            return .state
        }
        if names[address]?.words.isDisjoint(with: [.control, .weatherAlarm]) == false { return .state }
        return inputs.contains { hasStatus(beside: $0, at: address) } ? .command : .state
    }

    /// Whether a touch panel may read and write it on the address on which an actuator receives it.
    private func isCommand(_ type: TypeNumber?) -> Bool {
        type.map { [1, 3, 5, 232, 242, 251].contains($0.main) || $0 == TypeNumber(7, 600) } ?? true
    }

    /// Alarm, open or close, state, occupancy, window or door: only reported, never commanded.
    private func isReport(_ type: TypeNumber?) -> Bool { [5, 9, 11, 18, 19].contains(type?.sub) }

    private func hasStatus(beside link: Link, at address: GroupAddress) -> Bool {
        let channel = channels[link.channel]
        let objects = project.devices[channel.device].objects
        return channel.objects.contains { index in
            !objects[index].links.contains(address)
                && objects[index].links.contains { reports(objects[index], on: $0) }
                && (objects[index].typesByWidth + objects[index].links.compactMap { types[$0] }).contains {
                    $0.main == 1
                }
        }
    }
}

extension GroupObject {
    /// The role words in its texts. What the program declares counts only without them, because some programs declare
    /// the wrong datapoint.
    var words: Set<RoleWord> {
        let words = NameReading(text).words.union(NameReading(functionText).words).union(NameReading(name).words)
        guard !words.contains(where: \.isFunction), !semantics.isEmpty else { return words }
        return words.union(DatapointSemantics.words(of: semantics))
    }
}
