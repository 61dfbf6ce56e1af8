import DomoLanguage
import DomoModel

// After an order: until the house is seen to obey, or the time is over.

extension Observer {
    /// A stop leaves no state that tells of it.
    func canConfirm(_ action: Value, of element: ElementID) -> Bool {
        action != .stop && tells(action.type, of: element)
    }

    /// An order was accepted that the house can be seen to obey.
    ///
    /// - Parameter precision: the least difference that the facet knows, where it is known.
    mutating func await(
        _ order: PendingOrder,
        _ action: Value,
        precision: Decimal?,
        server: Int,
        at now: Instant
    ) {
        guard let plan = rounds[server]?.plan else { return }
        awaiting[order.id] = Awaiting(
            order: order,
            action: action,
            precision: precision,
            acceptedAt: now,
            until: now + plan.confirmWithin
        )
        awaited[order.element, default: []].append(order.id)
        timers.add(.readback(order.element), at: now + plan.confirmDelay)
        timers.add(.confirmation(order.id), at: now + plan.confirmWithin)
        if let answerBy = order.answerBy { timers.add(.confirmation(order.id), at: max(answerBy, now)) }
        sweep()
    }

    /// Something else is to be found out of the element soon: what became of it is in doubt.
    mutating func lookAgain(at element: ElementID, server: Int, at now: Instant) {
        guard let plan = rounds[server]?.plan, readable.indices.contains(element.number),
            !readable[element.number].isEmpty
        else { return }
        timers.add(.look(element), at: now + plan.confirmDelay)
        sweep()
    }

    /// A newer order may have moved the facet: what was to be seen of an earlier one won't be seen any more.
    mutating func overtake(_ element: ElementID, by type: FacetType) {
        for order in awaited[element] ?? [] {
            guard let wait = awaiting[order], wait.action.type.moves(with: type) else { continue }
            forget(order)
            steps.append(.overtaken(wait))
        }
    }

    /// What the house said last instead of what an order waits for.
    func contradiction(_ type: FacetType, of element: ElementID) -> (value: Value, heard: Instant)? {
        for wait in (awaited[element] ?? []).compactMap({ awaiting[$0] }) where wait.action.type == type {
            if let value = wait.observed, let heard = wait.observedAt { return (value, heard) }
        }
        return nil
    }

    mutating func wantReadback(of element: ElementID) {
        guard let number = server(of: element), rounds[number]?.isUrgent.contains(element) == false else { return }
        if let plan = rounds[number]?.plan, !plan.tellsOne, isAsked(of: element, number) { return }
        rounds[number]?.urgent.append(element)
        rounds[number]?.isUrgent.insert(element)
    }

    /// True where a question for all is under way that began after the orders that the element awaits were accepted.
    private func isAsked(of element: ElementID, _ server: Int) -> Bool {
        let accepted = (awaited[element] ?? []).compactMap { awaiting[$0]?.acceptedAt }.max()
        return questions.values.contains { question in
            question.server == server && question.isForAll && question.isUrgent
                && accepted.map { $0 < question.began } ?? false
        }
    }

    mutating func giveUpWaiting(for order: OrderID, at now: Instant) {
        guard let wait = awaiting[order] else { return }
        guard wait.until <= now else {
            if wait.order.wait == .confirmed, let answerBy = wait.order.answerBy, answerBy <= now {
                awaiting[order]?.order.wait = .accepted
                steps.append(.undecided(wait.order))
            }
            return
        }
        forget(order)
        if let observed = wait.observed {
            steps.append(.mismatch(wait, observed: observed))
        } else {
            steps.append(.unconfirmed(wait, reason: "the house did not tell its state in time"))
        }
    }

    /// What a server said before it went out of reach may no longer hold.
    mutating func forgetAnswers(of server: Int) {
        for (id, wait) in awaiting where self.server(of: wait.order.element) == server { awaiting[id]?.observed = nil }
    }

    mutating func forget(_ order: OrderID) {
        guard let wait = awaiting.removeValue(forKey: order) else { return }
        let element = wait.order.element
        awaited[element]?.removeAll { $0 == order }
        if awaited[element]?.isEmpty == true { awaited[element] = nil }
    }

    /// Timers whose reason is gone are dropped when their turn comes, and swept out before they outnumber the living.
    private mutating func sweep() {
        guard timers.count > 1024, timers.count > 4 * awaiting.count else { return }
        let (awaiting, awaited) = (awaiting, awaited)
        timers.sweep { due in
            switch due {
            case .confirmation(let order): awaiting[order] != nil
            case .readback(let element): awaited[element] != nil
            case .poll, .look, .readbackAll, .expiry: true
            }
        }
    }

    /// Nobody looks any more.
    mutating func stop() {
        for wait in awaiting.values.sorted(by: { $0.order.id.number < $1.order.id.number }) {
            forget(wait.order.id)
            steps.append(.unconfirmed(wait, reason: "domo was stopped before the house confirmed it"))
        }
        for (id, question) in questions.sorted(by: { $0.key.number < $1.key.number }) {
            steps.append(.cancel(id, via: question.driver))
        }
    }
}
