public import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

// Orders from the engine. Each becomes one telegram, except positions of covers that are reached by travel time.

extension BusMachine {
    public mutating func send(_ dispatch: Dispatch, at now: Instant) -> [Action] {
        reads.chargeOrder(profile.cost(of: dispatch.value, for: dispatch.target), at: now)
        order(dispatch, at: now)
        return drainActions()
    }

    private mutating func order(_ dispatch: Dispatch, at now: Instant) {
        let path = dispatch.target.path
        guard connection.isUp else {
            actions.append(.outcome(dispatch.id, .notSent(reason: connection.downReason)))
            return
        }
        switch covers.order(dispatch.value, of: path, at: now) {
        case .end(let outcome): actions.append(.outcome(dispatch.id, outcome))
        case .write(let value, let movement): write(value, movement, for: dispatch, at: now)
        }
    }

    private mutating func write(_ value: Value, _ movement: CoverMovement?, for dispatch: Dispatch, at now: Instant) {
        let target = dispatch.target
        do throws(SignalFault) {
            let (address, payload, _) = try profile.telegram(for: value, path: target.path, name: target.name)
            if value == dispatch.value, let number = profile.number(target.path, value.type) {
                ordered.note(value, as: payload, facet: number)
            }
            let telegram = GroupTelegram(destination: address, service: .write(payload))
            send(telegram, for: .order(dispatch.id, movement), until: now + dispatch.timeout, at: now)
        } catch {
            actions.append(.outcome(dispatch.id, .impossible(error)))
        }
    }

    mutating func endOrder(
        _ id: Dispatch.ID,
        _ movement: CoverMovement?,
        _ end: TelegramEnd,
        _ ticket: Tickets.Ticket,
        at now: Instant
    ) {
        if let movement { endMovement(movement, end, at: now) }
        let outcome: Outcome =
            switch end {
            case .confirmed, .sent: .accepted
            case .refused(let reason):
                .refused(reason: "\(ticket.telegram.destination): \(reason)", isPassing: false)
            case .notSent(let reason): ticket.isGivenUp ? .expired : .notSent(reason: reason)
            case .lost(let reason): .lost(reason: reason)
            }
        actions.append(.outcome(id, outcome))
    }

    public mutating func cancel(_ id: Dispatch.ID, at now: Instant) -> [Action] {
        if let (number, movement) = tickets.cancel(id) {
            actions.append(.cancel(ticket: number))
            if let movement { covers.forget(movement.path) }
            actions.append(.outcome(id, .lost(reason: "cancelled before the bus confirmed it")))
        } else {
            reads.cancel(id, into: &actions)
        }
        return drainActions()
    }
}
