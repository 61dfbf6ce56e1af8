import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

// Telegrams that can't be decoded, or whose data does not fit the type of their address. They concern the facets of that
// address alone: these are stale, and read again. Locks and movements stay as they were reported before.

extension BusMachine {
    /// A telegram that can't be decoded.
    mutating func received(_ telegram: UndecodableTelegram, at now: Instant) {
        reads.chargeTraffic(1, at: now, into: &actions)
        actions.append(.log(LoggedTelegram(time: now.wall, isOwn: false, frame: telegram.frame)))
        let roles = profile.table[telegram.destination]
        guard connection.isUp, !roles.isEmpty else { return }
        let problem = "\(telegram.destination) from \(telegram.source): \(telegram.frame.hex), \(telegram.reason)"
        actions.append(.note(problem))
        for role in roles {
            guard let facet = role.facet else { continue }
            noteUnusable(role, facet: facet, telegram.destination, problem, isResponse: false, at: now)
            if role.isCommand { report(profile.bindings.facets[facet].facet, nil, .outdated) }
        }
        readAfterUnusable(telegram.destination, at: now)
    }

    /// The state is not the one known before, whatever it is.
    mutating func noteUnusable(
        _ role: GroupTable.Role,
        facet number: Int,
        _ group: GroupAddress,
        _ problem: String,
        isResponse: Bool,
        at now: Instant
    ) {
        let facet = profile.bindings.facets[number]
        switch role {
        case .state, .direction, .reference:
            setPoints.forget(group)
            if let object = facet.colour?.objects.firstIndex(where: { $0.state == group }) {
                colours.note(nil, object: object, of: facet, isResponse: isResponse)
            }
            var observation = Observation(facet.facet, nil)
            observation.isResponse = isResponse
            observation.problem = problem
            actions.append(.report(.observed([observation])))
        case .moving, .movingDown: report(facet.facet, nil, .outdated)
        case .command, .listen, .relative, .stop, .step:
            // Somebody ordered something: the device may obey.
            if !isResponse { rereads.verify(number, profile, at: now) }
        case .locked, .scene, .exposure: break
        }
    }

    /// Reads again what an address reports, unless it is being read anyway.
    mutating func readAfterUnusable(_ address: GroupAddress, at now: Instant) {
        guard !reads.isOutstanding(address) else { return }
        let addresses = profile.addressesToRead(for: address)
        guard !addresses.isEmpty, rereads.noteUnusable(address, at: now) else { return }
        reads.addOwn(addresses)
        readNext(at: now)
    }
}

extension Payload {
    /// The data of a type of one bit.
    var bit: Bool {
        get throws(DatapointFault) {
            guard case .bits(let bits) = self, bits <= 1 else {
                throw DatapointFault(.wrongSize, "\(hex) is not one bit", hint: "check the datapoint type in ETS")
            }
            return bits == 1
        }
    }
}
