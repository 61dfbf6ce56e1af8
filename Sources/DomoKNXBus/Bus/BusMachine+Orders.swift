public import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

// Orders from the engine. Each becomes one telegram, except positions of covers that are reached by travel time.

extension BusMachine {
    public mutating func send(_ dispatch: Dispatch, at now: Instant) -> [Action] {
        // The engine has charged the order, whether a telegram follows or not.
        budget?.charge(1, at: now)
        order(dispatch, at: now)
        return takeActions()
    }

    private mutating func order(_ dispatch: Dispatch, at now: Instant) {
        let (path, value) = (dispatch.target.path, dispatch.value)
        guard isUp else {
            actions.append(.outcome(dispatch.id, .notSent(reason: downReason)))
            return
        }
        if let refusal = refusalOfCover(path, value) {
            actions.append(.outcome(dispatch.id, refusal))
            return
        }
        if case .level(let level) = value, profile.isTimed(path) {
            orderTimed(dispatch, level, at: now)
            return
        }
        // The cover is at rest: a telegram to the step address would turn the slats.
        if value == .stop, let motion = profile.motion(path), motion.stop == nil, covers[path]?.isMoving == false {
            actions.append(.outcome(dispatch.id, .accepted))
            return
        }
        do throws(SignalFault) {
            let (address, payload, _) = try profile.telegram(for: value, path: path, name: dispatch.target.name)
            if let number = profile.number(path, value.type) { ordered[number] = (payload, value) }
            if let direction = CoverEstimate.Direction(value) {
                starts[dispatch.id] = CoverStart(path: path, direction: direction)
            }
            let telegram = GroupTelegram(destination: address, service: .write(payload))
            send(telegram, for: .order(dispatch.id), until: now + dispatch.timeout, at: now)
        } catch {
            actions.append(.outcome(dispatch.id, .impossible(error)))
        }
    }

    private func refusalOfCover(_ path: String, _ value: Value) -> Outcome? {
        guard value.type == .bidirectional || value.type == .regulable, value != .stop,
            covers[path]?.isLocked == true, let locked = profile.motion(path)?.locked
        else { return nil }
        return .refused(
            reason: "it is locked: \(locked) is 1",
            isPassing: false,
            hint: "clear the cause of the lock (wind, rain, an open window) and send the order again"
        )
    }

    private mutating func orderTimed(_ dispatch: Dispatch, _ level: Percent, at now: Instant) {
        let path = dispatch.target.path
        let isInverted = profile.facet(path, .regulable)?.isInverted ?? false
        let target = Double(isInverted ? 100 - level.value : level.value)
        guard let direction = covers.way(of: path, to: target, at: now) else {
            // The cover is already there: a telegram would move it away.
            actions.append(.outcome(dispatch.id, .accepted))
            return
        }
        do throws(SignalFault) {
            let (address, payload, _) = try profile.telegram(
                for: direction.value,
                path: path,
                name: dispatch.target.name
            )
            starts[dispatch.id] = CoverStart(path: path, direction: direction, target: target)
            let telegram = GroupTelegram(destination: address, service: .write(payload))
            send(telegram, for: .order(dispatch.id), until: now + dispatch.timeout, at: now)
        } catch {
            actions.append(.outcome(dispatch.id, .impossible(error)))
        }
    }

    mutating func endOrder(
        _ id: Dispatch.ID,
        _ end: TelegramEnd,
        isGivenUp: Bool,
        _ telegram: GroupTelegram,
        at now: Instant
    ) {
        let isSent = end == .confirmed || end == .sent
        if !isSent {
            forgetMovement(id)
        } else if let start = starts.removeValue(forKey: id) {
            began(start, at: now)
        }
        let outcome: Outcome =
            switch end {
            case .confirmed, .sent: .accepted
            case .refused(let reason): .refused(reason: "\(telegram.destination): \(reason)", isPassing: false)
            case .notSent(let reason): isGivenUp ? .expired : .notSent(reason: reason)
            case .lost(let reason): .lost(reason: reason)
            }
        actions.append(.outcome(id, outcome))
    }

    /// Forgets a movement that may have begun and that nothing will end.
    mutating func forgetMovement(_ id: Dispatch.ID) {
        if let start = starts.removeValue(forKey: id) { covers.forget(start.path) }
    }

    public mutating func cancel(_ id: Dispatch.ID, at now: Instant) -> [Action] {
        if let number = tickets.number(of: id) {
            let isGivenBack = tickets.end(number) != nil
            actions.append(.cancel(ticket: number))
            forgetMovement(id)
            if isGivenBack { actions.append(.outcome(id, .lost(reason: "cancelled before the bus confirmed it"))) }
        } else if reads.cancel(id) {
            queries[id] = nil
            actions.append(.answer(id, .cancelled))
        }
        return takeActions()
    }
}

extension CoverEstimate.Direction {
    /// Nil unless the value is a direction.
    init?(_ value: Value) {
        switch value {
        case .up: self = .up
        case .down: self = .down
        case .on, .off, .level, .stop, .number, .text: return nil
        }
    }

    var value: Value { self == .up ? .up : .down }
}
