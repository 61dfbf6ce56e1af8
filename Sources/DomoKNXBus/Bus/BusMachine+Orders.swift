public import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

// Orders from the engine. Each becomes one telegram; that of a colour may become several.

extension BusMachine {
    public mutating func send(_ dispatch: Dispatch, at now: Instant) -> [Action] {
        let cost = profile.cost(of: dispatch.value, for: dispatch.target)
        reads.chargeOrder(cost, isUrgent: dispatch.isUrgent, at: now)
        order(dispatch, at: now)
        return drainActions()
    }

    private mutating func order(_ dispatch: Dispatch, at now: Instant) {
        let path = dispatch.target.path
        guard connection.isUp else {
            actions.append(.outcome(dispatch.id, .notSent(reason: connection.downReason)))
            return
        }
        if let refusal = locks.refusal(of: dispatch.value, profile.motion(path)) {
            actions.append(.outcome(dispatch.id, refusal))
            return
        }
        do throws(SignalFault) {
            let value = dispatch.value
            let telegrams = try telegrams(for: value, dispatch.target, at: now)
            if value.isState, telegrams.count == 1, let number = profile.number(path, value.type) {
                ordered.note(value, as: telegrams[0].payload, facet: number)
            }
            for (address, payload) in telegrams {
                send(
                    GroupTelegram(destination: address, service: .write(payload)),
                    for: .order(dispatch.id, path: path),
                    until: now + dispatch.timeout,
                    rank: dispatch.isUrgent ? .urgent : .order,
                    mayRepeat: !dispatch.isSentOnce && profile.mayRepeat(value, path: path),
                    at: now
                )
            }
        } catch {
            actions.append(.outcome(dispatch.id, .impossible(error)))
        }
    }

    mutating func endOrder(_ id: Dispatch.ID, _ path: String, _ end: TelegramEnd, _ ticket: Tickets.Ticket) {
        let outcome: Outcome =
            switch end {
            case .confirmed, .sent: .accepted
            case .refused(let reason): .unacknowledged(reason: "\(reason) at \(ticket.telegram.destination)")
            case .notSent(let reason): ticket.isGivenUp ? .expired : .notSent(reason: reason)
            case .unsendable(let reason):
                .impossible(SignalFault(message: reason, hint: "nothing was sent; use a shorter value"))
            case .lost(let reason): .lost(reason: reason)
            }
        if let outcome = tickets.outcome(of: id, outcome) {
            if outcome != .accepted { colours.forgetOrder(of: FacetName(path: path, type: .colour)) }
            actions.append(.outcome(id, outcome))
        }
        // After the outcome, which makes elements unknown that share only a part of the addresses.
        if end.isSent { reportStops(by: ticket.telegram, of: path) }
    }

    public mutating func cancel(_ id: Dispatch.ID, at now: Instant) -> [Action] {
        let numbers = tickets.cancel(id)
        if !numbers.isEmpty {
            for number in numbers { actions.append(.cancel(ticket: number)) }
            actions.append(.outcome(id, .lost(reason: "cancelled before the bus confirmed it")))
        } else {
            reads.cancel(id, into: &actions)
        }
        return drainActions()
    }
}
