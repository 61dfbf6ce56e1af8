import DomoKNX
import DomoModel

extension SimulatedBus {
    /// Puts the next telegram on the wire, if it is free.
    mutating func startNext(at now: Duration) {
        while current == nil, !waiting.isEmpty {
            guard let telegram = telegram(for: waiting.removeFirst(), at: now) else { continue }
            current = telegram
            schedule.add(.wireFree, at: telegram.time)
        }
    }

    /// A device that is not in the house file sends, once the line is free: on a full line it waits like all others.
    mutating func sendOfOthers(at now: Duration) {
        guard waiting.count < 2 else { return }
        let telegram = GroupTelegram(
            source: IndividualAddress(raw: 0x2200 + UInt16(dice.below(100))),
            destination: GroupAddress(raw: 0xF000 + UInt16(dice.below(200))),
            service: .write(.bits(1))
        )
        send(telegram, from: .wall, at: now)
    }

    /// - Returns: Nil if the device has nothing to send.
    private mutating func telegram(for waiting: Waiting, at now: Duration) -> PassedTelegram? {
        let telegram: GroupTelegram
        let sender: PassedTelegram.Origin
        switch waiting {
        case .telegram(let given, let origin): (telegram, sender) = (given, origin)
        case .object(let device, let group, let isResponse):
            guard var payload = devices[device].value(of: group, at: now) else { return nil }
            // No datapoint type has seven octets; three would be a colour.
            if faults.next(.invalid, group: group, at: now) != nil {
                payload = .octets(Array(repeating: 0xFF, count: 7))
            }
            telegram = GroupTelegram(
                source: DeviceFactory.address(ofDevice: device),
                destination: group,
                service: isResponse ? .response(payload) : .write(payload)
            )
            sender = .device(device)
        }
        let group = telegram.destination
        return PassedTelegram(
            time: now + (settings.isPaced ? WireTime.duration(of: telegram) : .zero),
            telegram: telegram,
            origin: sender,
            isAcknowledged: settings.acknowledgesUnknownGroups || listeners[group] != nil || answerers[group] != nil
        )
    }

    /// Delivers a telegram to all devices except the sender.
    mutating func deliver(_ passed: PassedTelegram) {
        let group = passed.telegram.destination
        switch passed.telegram.service {
        case .read: answer(passed, on: group)
        // Group objects for commands ignore responses (their U flag is not set).
        case .response: break
        case .write(let payload):
            for device in listeners[group] ?? [] where passed.origin != .device(device) {
                // A telegram on a sensor's own address is its value, not a command.
                let isOwn = devices[device].outputs.contains(group)
                if !isOwn, faults.next(.stuck, group: group, at: passed.time) != nil { continue }
                react(device, at: passed.time) { $0.receive(payload, on: group, at: passed.time, &$1) }
            }
        }
    }

    private mutating func answer(_ passed: PassedTelegram, on group: GroupAddress) {
        if commands.contains(group) { readsOfCommands[group, default: 0] += 1 }
        for device in answerers[group] ?? [] where passed.origin != .device(device) {
            if faults.next(.silent, group: group, at: passed.time) != nil { continue }
            let answers = faults.next(.twice, group: group, at: passed.time) == nil ? 1 : 2
            for _ in 0..<answers {
                let answer = Event.report(device: device, group: group, isResponse: true)
                schedule.add(answer, at: passed.time + reactionTime())
            }
        }
    }

    mutating func react(
        _ device: Int,
        at now: Duration,
        _ body: (inout any SimulatedDevice, inout Reactions) -> Void
    ) {
        var reactions = Reactions()
        body(&devices[device], &reactions)
        for group in reactions.reports {
            schedule.add(.report(device: device, group: group, isResponse: false), at: now + reactionTime())
        }
        guard let wake = reactions.wake.map({ max($0, now) }), wakes[device] != wake else { return }
        wakes[device] = wake
        schedule.add(.wake(device: device), at: wake)
    }

    /// At least 1 ms, so that time advances even if two devices answer each other endlessly.
    private mutating func reactionTime() -> Duration {
        max(.milliseconds(1), settings.reaction + dice.duration(below: settings.jitter))
    }
}
