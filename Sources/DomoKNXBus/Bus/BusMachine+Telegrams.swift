import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

// The effect of telegrams on the house.

extension BusMachine {
    /// Handles a telegram from another device.
    mutating func received(_ telegram: GroupTelegram, _ frame: [UInt8], at now: Instant) {
        // The read share of the pace already allows for the answers.
        if !isAnswer(telegram) { reads.chargeTraffic(1, at: now, into: &actions) }
        diagnosis.note(telegram, isOwn: false, at: now)
        // Last, so that a scene started by the telegram sees the new state.
        defer { show(telegram, frame, isOwn: false, at: now) }
        // The connection is not up yet and may never be. All states are read once it is up.
        guard connection.isUp else { return }
        switch telegram.service {
        case .read: answerRead(of: telegram.destination, at: now)
        case .response(let payload):
            if !profile.table[telegram.destination].isEmpty { reporters.noteAnswer(telegram) }
            for role in profile.table[telegram.destination] {
                handle(payload, role, telegram, isResponse: true, at: now)
            }
            pendingReads.answer(telegram, payload, into: &actions)
            close(telegram.destination, at: now)
        case .write(let payload):
            var isUsable = true
            for role in profile.table[telegram.destination] {
                isUsable = handle(payload, role, telegram, isResponse: false, at: now) && isUsable
            }
            if !isCommandOnly(telegram) { close(telegram.destination, at: now) }
            // After the end of earlier reads, which this telegram may have answered. What a device answers it would answer
            // again.
            if !isUsable { readAfterUnusable(telegram.destination, at: now) }
        }
    }

    /// True for a write on an address that orders share with states, if it is not a state: the answer to a read is still
    /// to come.
    private func isCommandOnly(_ telegram: GroupTelegram) -> Bool {
        profile.table[telegram.destination].contains { role in
            role.facet.map { !reporters.isState(telegram, of: profile.bindings.facets[$0]) } ?? false
        }
    }

    private func isAnswer(_ telegram: GroupTelegram) -> Bool {
        guard case .response = telegram.service else { return false }
        return reads.isOutstanding(telegram.destination)
    }

    private mutating func close(_ address: GroupAddress, at now: Instant) {
        reads.close(address, into: &actions)
        readNext(at: now)
    }

    /// Handles one of domo's own telegrams for the other facets that listen to the address. The facet that it was sent
    /// for is updated by the outcome of its order.
    mutating func sent(_ telegram: GroupTelegram, for purpose: Tickets.Purpose, at now: Instant) {
        diagnosis.note(telegram, isOwn: true, at: now)
        show(telegram, connection.ownFrame(telegram), isOwn: true, at: now)
        guard case .write(let payload) = telegram.service else { return }
        for role in profile.table[telegram.destination] {
            switch role {
            case .relative(let facet) where purpose.isOrder(for: profile.bindings.facets[facet].facet.path):
                noteDimming(payload, facet, at: now)
            case .listen, .relative: handle(payload, role, telegram, isResponse: false, at: now)
            case .command(let facet):
                // The facet has no state of its own: only its sibling's state can confirm the order.
                if case .order = purpose, profile.statesToRead(facet).isEmpty {
                    rereads.verify(facet, profile, at: now)
                }
            case .stop, .step, .state, .moving, .movingDown, .direction, .locked, .reference, .scene, .exposure: break
            }
        }
    }

    /// An order's telegram on a stop or step address stops all covers that listen to it. Those with the same command
    /// address are the ordered element under another name.
    mutating func reportStops(by telegram: GroupTelegram, of path: String) {
        let ordered = profile.facet(path, .bidirectional)?.command
        for role in profile.table[telegram.destination] {
            switch role {
            case .stop(let number), .step(let number):
                let facet = profile.bindings.facets[number]
                guard facet.facet.path != path, facet.command == nil || facet.command != ordered else { continue }
                report(facet.facet, .stop, .commandSeen)
            case .command, .state, .listen, .relative, .moving, .movingDown, .direction, .locked, .reference, .scene,
                .exposure:
                break
            }
        }
    }

    /// - Returns: false if its data can't be used.
    @discardableResult
    private mutating func handle(
        _ payload: Payload,
        _ role: GroupTable.Role,
        _ telegram: GroupTelegram,
        isResponse: Bool,
        at now: Instant
    ) -> Bool {
        switch role {
        case .scene(let number): if !isResponse { handleScene(number, payload, telegram) }
        case .exposure(let number): if !isResponse { handleExposure(number, payload, telegram) }
        case .command, .state, .listen, .relative, .stop, .step, .moving, .movingDown, .direction, .locked, .reference:
            guard let number = role.facet, counts(role, telegram, isResponse: isResponse) else { return true }
            do throws(DatapointFault) {
                try handle(payload, role, facet: number, telegram.destination, isResponse: isResponse, at: now)
                rereads.noteUsable(telegram.destination)
            } catch {
                noteFault(error, telegram)
                let problem = "\(telegram.destination) from \(telegram.source): \(payload.hex), \(error.message)"
                noteUnusable(role, facet: number, telegram.destination, problem, isResponse: isResponse, at: now)
                return false
            }
        }
        return true
    }

    /// On an address that orders share with states, a write is either a command or a state.
    private func counts(_ role: GroupTable.Role, _ telegram: GroupTelegram, isResponse: Bool) -> Bool {
        switch role {
        case .command(let number), .state(let number):
            let facet = profile.bindings.facets[number]
            guard !isResponse, facet.isShared(telegram.destination) else { return true }
            return reporters.isState(telegram, of: facet) == (role == .state(number))
        case .listen, .relative, .stop, .step, .moving, .movingDown, .direction, .locked, .reference, .scene, .exposure:
            return true
        }
    }

    private mutating func handle(
        _ payload: Payload,
        _ role: GroupTable.Role,
        facet number: Int,
        _ group: GroupAddress,
        isResponse: Bool,
        at now: Instant
    ) throws(DatapointFault) {
        let facet = profile.bindings.facets[number]
        if let shift = facet.shift, role == .state(number) || role == .reference(number) {
            return try handleShift(payload, at: group, number, shift, isResponse: isResponse, at: now)
        }
        if let colour = facet.colour, role == .state(number) {
            return try handleColour(payload, at: group, number, colour, isResponse: isResponse, at: now)
        }
        switch role {
        case .state: try handleState(payload, number, facet, isResponse: isResponse, at: now)
        case .command: if !isResponse { commandSeen(try ordered(by: payload, group, facet, at: now), number, at: now) }
        case .listen(_, let listen):
            if !isResponse {
                let listen = facet.listens[listen]
                let value =
                    facet.shift == nil && facet.colour == nil
                    ? try facet.value(of: payload, listen) : try ordered(by: payload, group, facet, at: now)
                commandSeen(value, number, at: now)
            }
        case .relative: if !isResponse { dimmed(payload, number, at: now) }
        case .stop, .step:
            _ = try payload.bit
            if !isResponse { commandSeen(.stop, number, at: now) }
        case .moving: moved(try payload.bit, isDown: false, facet, isResponse: isResponse)
        case .movingDown: moved(try payload.bit, isDown: true, facet, isResponse: isResponse)
        case .direction:
            let value = try facet.value(of: payload)
            report(facet.facet, value, .state, isResponse: isResponse)
            if let direction = facet.motion?.direction { reads.note(value, at: direction, facet: number) }
        case .locked: locks.note(try payload.bit, at: group)
        case .reference, .scene, .exposure: break
        }
    }

    private mutating func moved(_ bit: Bool, isDown: Bool, _ facet: KNXFacet, isResponse: Bool) {
        guard let motion = facet.motion else { return }
        let (isMoving, showsDirection) = movements.note(bit, isDown: isDown, motion)
        report(facet.facet, nil, .movement, isMoving: isMoving)
        if showsDirection { report(facet.facet, isDown ? .down : .up, .state, isResponse: isResponse) }
    }

    private mutating func handleState(
        _ payload: Payload,
        _ number: Int,
        _ facet: KNXFacet,
        isResponse: Bool,
        at now: Instant
    ) throws(DatapointFault) {
        let reported = try facet.value(of: payload)
        let value = ordered.value(of: payload, facet: number) ?? reported
        rereads.noteState(of: number, facet, at: now)
        for state in facet.states { reads.note(value, at: state, facet: number) }
        report(facet.facet, value, .state, isResponse: isResponse)
    }

    /// Nil if it orders a difference from what is not known, or a part of a colour.
    private func ordered(
        by payload: Payload,
        _ group: GroupAddress,
        _ facet: KNXFacet,
        at now: Instant
    ) throws(DatapointFault) -> Value? {
        if facet.colour != nil { return try colour(orderedBy: payload, at: group, facet) }
        if facet.shift == nil { return try facet.value(of: payload) }
        return try setPoints.value(orderedBy: payload, of: facet, at: now)
    }

    /// Another device sent a command; whether the actuator obeyed is unknown until its status arrives.
    private mutating func commandSeen(_ value: Value?, _ number: Int, at now: Instant) {
        let facet = profile.bindings.facets[number]
        rereads.verify(number, profile, at: now)
        colours.forgetOrder(of: facet.facet)
        // A locked cover does not obey, or not wholly: what it is follows from its status alone.
        let isLocked = value.map { locks.refusal(of: $0, profile.motion(facet.facet.path)) != nil } ?? false
        report(facet.facet, isLocked ? nil : value, .commandSeen)
    }

    /// Relative dimming (3.007): only the status reports the final level.
    private mutating func dimmed(_ payload: Payload, _ number: Int, at now: Instant) {
        let facet = profile.bindings.facets[number]
        noteDimming(payload, number, at: now)
        guard case .bits(let bits) = payload, bits & 7 != 0 else { return }
        // The switch first: it would show the last level, but the lamp is dimmed from there or from 0.
        if bits & 8 != 0, profile.number(facet.facet.path, .binary) != nil {
            report(FacetName(path: facet.facet.path, type: .binary), .on, .commandSeen)
        }
        report(facet.facet, nil, .commandSeen)
    }

    /// The level is read when dimming ends, or when its state does not arrive.
    private mutating func noteDimming(_ payload: Payload, _ number: Int, at now: Instant) {
        guard case .bits(let bits) = payload, bits & 7 != 0 else {
            if let address = profile.stateToRead(profile.bindings.facets[number]) { reads.addOwn([address]) }
            return readNext(at: now)
        }
        rereads.verify(number, profile, at: now)
    }

    mutating func report(
        _ facet: FacetName,
        _ value: Value?,
        _ kind: Observation.Kind,
        isMoving: Bool? = nil,
        isResponse: Bool = false
    ) {
        var observation = Observation(facet, value, kind: kind, isMoving: isMoving)
        observation.isResponse = isResponse
        actions.append(.report(.observed([observation])))
    }

    mutating func noteFault(_ fault: DatapointFault, _ telegram: GroupTelegram) {
        actions.append(.note("\(telegram.destination) from \(telegram.source): \(fault.message)"))
    }

    // MARK: - Scenes

    private mutating func handleScene(_ number: Int, _ payload: Payload, _ telegram: GroupTelegram) {
        let scene = profile.bindings.scenes[number]
        // 18.001 with its high bit set stores a scene instead of running it.
        guard case .octets(let octets) = payload, octets.count == 1, octets[0] & 0x80 == 0,
            Int(octets[0] & 0x3F) + 1 == scene.number
        else { return }
        let (address, source) = (telegram.destination.description, telegram.source.description)
        actions.append(.report(.runScene(name: scene.run, address: address, source: source)))
    }
}
