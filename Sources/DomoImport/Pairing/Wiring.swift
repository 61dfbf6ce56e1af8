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

    init(_ project: Project) {
        self.project = project
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
    }

    /// Whether the project has linked devices; exports have none.
    var isKnown: Bool { !links.isEmpty }

    func links(of address: GroupAddress) -> [Link] { links[address] ?? [] }

    func object(_ link: Link) -> GroupObject { project.devices[link.device].objects[link.object] }

    /// Whether a device answers reads of the group. A group without a readable object is never read.
    func isReadable(_ address: GroupAddress) -> Bool { links(of: address).contains { object($0).flags.canRead } }

    /// The direction of data on an address.
    func flow(of address: GroupAddress) -> Role.Flow {
        let all = links(of: address)
        let outputs = all.filter { object($0).flags.isOutput }
        let inputs = all.filter { object($0).flags.isInput }
        if outputs.isEmpty, inputs.isEmpty {
            if all.contains(where: { object($0).flags.isBoth }) { return .both }
            return .unknown
        }
        if inputs.isEmpty { return .state }
        // A window contact that is not in the project, received by a thermostat, is a state.
        if types[address]?.main == 1, [5, 11, 18, 19].contains(types[address]?.sub) { return .state }
        if outputs.isEmpty {
            // A status without the read flag, shown by push buttons.
            let isStatus = all.contains {
                let object = object($0)
                return object.flags.canTransmit && !object.flags.canWrite && object.words.contains(.state)
            }
            return isStatus || inputs.allSatisfy { object($0).words.contains(.state) } ? .state : .command
        }
        // One device reports on it and another receives it: either a status that push buttons show, or a binary input
        // that answers reads and switches an actuator, which then has a separate status.
        guard types[address]?.main == 1, !isReport(types[address]) else { return .state }
        if outputs.contains(where: { object($0).words.contains(.state) }) { return .state }
        return inputs.contains { hasStatus(beside: $0, at: address) } ? .command : .state
    }

    /// Alarm, open or close, state, occupancy, window or door: only reported, never commanded.
    private func isReport(_ type: TypeNumber?) -> Bool { [5, 9, 11, 18, 19].contains(type?.sub) }

    private func hasStatus(beside link: Link, at address: GroupAddress) -> Bool {
        let channel = channels[link.channel]
        let objects = project.devices[channel.device].objects
        return channel.objects.contains { index in
            objects[index].flags.isOutput && !objects[index].links.contains(address)
                && (objects[index].typesByWidth + objects[index].links.compactMap { types[$0] }).contains {
                    $0.main == 1
                }
        }
    }
}

extension GroupObject {
    /// The role words in its texts.
    var words: Set<RoleWord> {
        NameReading(text).words.union(NameReading(functionText).words).union(NameReading(name).words)
    }
}
