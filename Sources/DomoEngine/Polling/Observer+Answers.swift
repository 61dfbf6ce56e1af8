import DomoModel

// What answers tell.

extension Observer {
    mutating func report(
        _ report: Reading.Report,
        of id: Dispatch.ID,
        isLast: Bool,
        _ delivery: inout Delivery,
        state: StateTable,
        at now: Instant
    ) {
        guard let question = questions[id] else { return }
        if isLast {
            questions[id] = nil
            cancelled.remove(id)
            if let number = question.server {
                delivery.didRead(report, from: number, isProbe: question.isProbe, at: now)
                planNext(after: report, to: question, number, at: now)
                if question.isUrgent { planReadback(after: question, at: now) }
            }
        }
        guard case .states(let observations) = report else { return }
        // Whoever begins to answer is in reach.
        if !isLast, let number = question.server { delivery.didHear(from: number, at: now) }
        if let number = question.server { rounds[number]?.lastReading = now }
        // Those that an order waits for come first: what else is told of an element may hang on them.
        for isAwaited in [true, false] where !isAwaited || !awaited.isEmpty {
            for observation in observations where question.elements.indices.contains(observation.target) {
                guard let element = question.elements[observation.target],
                    (awaitedOrder(observation.type, of: element) != nil) == isAwaited,
                    observation.value.map({ $0.type == observation.type }) ?? true,
                    tells(observation.type, of: element), server(of: element) == question.server,
                    // What was said before the last order went out, or while it is under way, is old.
                    state.isSettled(element, since: question.began), delivery.isIdle(element)
                else { continue }
                take(observation, of: element, at: now)
            }
        }
    }

    private func awaitedOrder(_ type: FacetType, of element: ElementID) -> OrderID? {
        awaited[element]?.first { awaiting[$0]?.action.type == type }
    }

    private mutating func planNext(after report: Reading.Report, to question: Question, _ number: Int, at now: Instant)
    {
        switch report {
        case .states:
            rounds[number]?.failures = 0
            if rounds[number]?.pollsAll == true { rounds[number]?.problem = nil }
        case .cancelled:
            // Its turn comes again soon, where the next one has not had its own yet.
            guard let round = rounds[number], !question.isUrgent else { return }
            if !question.isForAll, round.next > 0, round.elements[round.next - 1] == question.elements.first {
                rounds[number]?.next -= 1
            }
            poll(number, at: now + .milliseconds(500))
        case .refused(let reason, _), .unusable(let reason):
            note(reason, number)
            if rounds[number]?.pollsAll == true { pause(number, at: now) }
        case .failed: pause(number, at: now)
        }
    }

    /// Asks again soon, and then at growing intervals.
    private mutating func pause(_ number: Int, at now: Instant) {
        guard let round = rounds[number] else { return }
        rounds[number]?.failures += 1
        let pause = Self.retry.delay(failures: round.failures + 1, using: &random)
        poll(number, at: round.pollsAll ? now + min(pause, round.plan.interval) : max(round.nextPoll, now + pause))
    }

    private mutating func note(_ reason: String, _ number: Int) {
        if rounds[number]?.problem == nil { steps.append(.troubled(server: number, reason: reason)) }
        rounds[number]?.problem = reason
        rounds[number]?.hasProblemNow = true
    }

    /// Orders that are still waited for are looked at again.
    private mutating func planReadback(after question: Question, at now: Instant) {
        let waiting = question.isForAll ? Array(awaited.keys) : question.elements.compactMap { $0 }
        var least: Int?
        for element in waiting where server(of: element) == question.server {
            guard let order = awaited[element]?.first, let asked = awaiting[order]?.asked else { continue }
            awaiting[order]?.asked += 1
            least = min(least ?? asked, asked)
        }
        guard let least, let server = question.server else { return }
        let next = now + Self.readback.delay(failures: least + 1, using: &random)
        // One question for all that wait.
        if question.isForAll {
            timers.add(.readbackAll(server: server), at: next)
        } else if let element = question.elements.first ?? nil {
            timers.add(.readback(element), at: next)
        }
    }

    private mutating func take(_ observation: Reading.Observation, of element: ElementID, at now: Instant) {
        guard let order = awaitedOrder(observation.type, of: element), let wait = awaiting[order] else {
            // A lamp on its way to its level may still be off.
            let waiting = awaited[element] ?? []
            guard !waiting.contains(where: { awaiting[$0]?.action.type.moves(with: observation.type) == true }) else {
                return
            }
            steps.append(.observed(element, observation.type, observation.value))
            return
        }
        if let value = observation.value, wait.action.agrees(with: value, precision: wait.precision) {
            forget(order)
            steps.append(.confirmed(wait, by: value))
        } else {
            // Nil where the house doesn't know: then nothing contradicts the order any more.
            awaiting[order]?.observed = observation.value
            awaiting[order]?.observedAt = now
        }
    }
}
