import DomoKNX

// First step: the outputs of actuators. The flags of their group objects distinguish commands and states.
extension Pairing {
    mutating func pairChannels() {
        var listeners: [GroupAddress: Set<Int>] = [:]
        let inputs = wiring.channels.map { self.inputs(of: $0) }
        for (channel, objects) in inputs.enumerated() {
            for object in objects { for address in object.links { listeners[address, default: []].insert(channel) } }
        }
        for (index, channel) in wiring.channels.enumerated() where !inputs[index].isEmpty {
            pair(channel, inputs: inputs[index], shared: { (listeners[$0]?.count ?? 0) > 1 })
        }
    }

    private typealias Own = (object: GroupObject, address: GroupAddress, others: [GroupAddress])

    /// The objects that receive commands.
    private func inputs(of channel: Wiring.Channel) -> [GroupObject] {
        channel.objects.map { project.devices[channel.device].objects[$0] }.filter { object in
            guard object.flags.isInput || object.flags.isBoth else { return false }
            // A push button that shows a status receives it, but that is not a command.
            return object.links.contains {
                [.command, .both].contains(wiring.flow(of: $0)) && !excluded.contains($0)
            }
        }
    }

    private mutating func pair(
        _ channel: Wiring.Channel,
        inputs: [GroupObject],
        shared: (GroupAddress) -> Bool
    ) {
        var owns: [Own] = []
        for object in inputs.sorted(by: Self.isBefore) {
            let links = object.links.filter { wiring.flow(of: $0) != .state && !excluded.contains($0) }
            guard let own = links.first(where: { !shared($0) }) ?? links.first else { continue }
            // An additional address that several actuators share is a central address.
            owns.append((object, own, links.filter { $0 != own }))
        }
        let outputs = channel.objects.map { project.devices[channel.device].objects[$0] }
            .filter { object in object.links.contains { wiring.reports(object, on: $0) } }.sorted(by: Self.isBefore)
        let isCover = owns.contains {
            role($0.object, $0.address, isCover: false) == .move && !words(of: $0.object, $0.address).contains(.slat)
        }
        // A channel that shares its only address with another channel belongs to the same element.
        var bundle = Bundle(device: channel.device, evidence: .wiring)
        var target: Int?
        for own in owns {
            guard let role = role(own.object, own.address, isCover: isCover) else { continue }
            if let index = owner[own.address] {
                if bundles[index].has(role) { target = target ?? index }
                continue
            }
            guard isMain(own, role, in: owns, isCover: isCover) else { continue }
            guard !bundle.has(role) else { continue }
            bundle.add(role, own.address)
            if wiring.flow(of: own.address) == .both, let state = role.state { bundle.add(state, own.address) }
            for other in own.others where groups[other] != nil {
                bundle.listens.append(Bundle.Member(role: role, address: other))
                if shared(other) { centrals.insert(other) }
            }
        }
        for output in outputs {
            // The status may be reported on several addresses.
            for address in output.links where isFree(address) && wiring.flow(of: address) == .state {
                guard let role = role(output, address, isCover: isCover), role.isState || role == .locked else {
                    continue
                }
                if let target, bundle.members.isEmpty, bundles[target].takes(role) || bundles[target].has(role) {
                    add(role, address, to: target)
                } else if fits(role, bundle) {
                    bundle.add(role, address)
                }
            }
        }
        for part in split(bundle) { append(part) }
    }

    /// Whether a state belongs to a command of the channel. A state alone is left to the next steps.
    private func fits(_ role: Role, _ bundle: Bundle) -> Bool {
        switch role {
        case .switchState:
            (bundle.has(.switchCommand) || bundle.has(.levelCommand) || bundle.has(.relative)) && !bundle.isCover
        case .levelState:
            bundle.isCover || bundle.has(.levelCommand) || bundle.has(.switchCommand) || bundle.has(.relative)
        case .colourState(let part): bundle.has(.colourCommand(part)) && !bundle.has(role)
        case .slatState: bundle.isCover
        case .moving, .direction: bundle.isCover
        case .valueState(let type, let isSetPoint):
            bundle.has(.valueCommand(type, isSetPoint: isSetPoint)) && !bundle.has(role)
        case .switchCommand, .relative, .levelCommand, .slatCommand, .move, .step, .stop, .locked, .sceneCommand,
            .colourCommand, .valueCommand:
            false
        }
    }

    /// Whether a 1-bit input switches the output, and is not a side function.
    private func isMain(_ own: Own, _ role: Role, in owns: [Own], isCover: Bool) -> Bool {
        guard role == .switchCommand else { return true }
        if isCover { return false }
        let isSide = own.object.words.contains(.side)
        let hasOther = owns.contains {
            $0.address != own.address && self.role($0.object, $0.address, isCover: isCover) == .switchCommand
                && !$0.object.words.contains(.side)
        }
        return !(isSide && hasOther)
    }

    /// Splits a channel with several values, such as a thermostat, into one bundle for each value.
    private func split(_ bundle: Bundle) -> [Bundle] {
        var main = bundle
        main.members = []
        var others: [Bundle] = []
        for member in bundle.members {
            guard case .valueCommand = member.role else {
                if case .valueState = member.role { continue }
                if member.role == .sceneCommand {
                    others.append(Bundle(members: [member], device: bundle.device, evidence: .wiring))
                } else {
                    main.members.append(member)
                }
                continue
            }
            var other = Bundle(members: [member], device: bundle.device, evidence: .wiring)
            if let state = member.role.state { for address in bundle.all(state) { other.add(state, address) } }
            other.listens = bundle.listens.filter { $0.role == member.role }
            others.append(other)
        }
        main.listens = bundle.listens.filter { listen in main.has(listen.role) }
        // A dimmer with only relative commands is not usable.
        let isUsable = main.members.contains {
            $0.role != .relative && $0.role != .locked && $0.role != .step && $0.role != .stop
        }
        return (isUsable ? [main] : []) + others
    }

    /// The role of an object's address. The object's type and texts are used if the group has none.
    private func role(_ object: GroupObject, _ address: GroupAddress, isCover: Bool) -> Role? {
        let type = groups[address]?.type ?? object.types.first
        var flow = wiring.flow(of: address)
        if flow == .both { flow = .command }
        // The flags take precedence over words like `status`.
        return Role(
            type: type,
            flow: flow,
            words: words(of: object, address),
            isCover: isCover,
            hasColours: hasColours
        )
    }

    private func words(of object: GroupObject, _ address: GroupAddress) -> Set<RoleWord> {
        let own = object.words
        var words = own.union(readings[address]?.words ?? [])
        // What an object is for is certain; a name may be wrong.
        if !own.contains(.lock), own.contains(where: \.isFunction) { words.remove(.lock) }
        return words
    }

    private static func isBefore(_ one: GroupObject, _ other: GroupObject) -> Bool {
        (one.number ?? .max, one.reference) < (other.number ?? .max, other.reference)
    }
}
