import DomoEngine
import DomoLanguage
import DomoModel

// The effects of reports, as far as they are visible from outside.

extension Simulation {
    func report(_ outcome: Outcome, of id: UInt64) {
        trace { "report \(id): \(outcome)" }
        guard let entry = transmissions.removeValue(forKey: id) else {
            coverage.note("duplicate reports")
            return feed(.outcome(Dispatch.ID(id), outcome))
        }
        if entry.isCounted { servers[entry.server].inFlight -= 1 }
        if let number = entry.elements.first, let order = entry.order, let action = entry.action {
            noteOutcome(outcome, of: order, action, entry, id, number)
        }
        if case .refused(_, _, let span?, _) = outcome { noteRateLimit(entry, for: span) }
        feed(.outcome(Dispatch.ID(id), outcome))
        if let number = entry.elements.first, dice.chance(120), isUp {
            ask(.show(element: elements[number].path), .other)
        }
    }

    private func noteRateLimit(_ entry: Transmission, for span: Duration) {
        guard entry.isCounted else { return }
        coverage.note("rate limits")
        let end = time + min(span, .seconds(30)).nanoseconds
        servers[entry.server].rateLimitedUntil = max(servers[entry.server].rateLimitedUntil, end)
    }

    private func noteOutcome(
        _ outcome: Outcome,
        of id: UInt64,
        _ action: Value,
        _ entry: Transmission,
        _ dispatch: UInt64,
        _ number: Int
    ) {
        let isGone = entry.gone.contains(number)
        let isWaited = !isGone && elements[number].inFlight == dispatch
        if isWaited { elements[number].inFlight = nil }
        if outcome.isLost { orders[id]?.mayHaveActed = true }
        guard outcome == .accepted, !isGone else { return }
        if isWaited {
            orders[id]?.acceptedAt = time
            orders[id]?.isConfirmable = action != .stop && reports(action.type, of: number)
            accept(action, number)
        } else if elements[number].lastDispatch == dispatch {
            coverage.note("accepted late")
            accept(action, number)
            elements[number].extraReads += 1
        } else {
            coverage.note("accepted too late")
        }
    }

    private func accept(_ action: Value, _ number: Int) {
        elements[number].lastTouched = time
        let types = elements[number].types
        elements[number].accepted?.accept(action, types)
        for type in types where type.isLinked(to: action.type) {
            elements[number].expected[Int(type.rawValue)] = ExpectedReading(reported: nil, at: time)
        }
    }

    func deliver(_ report: Answer, to id: UInt64, isLast: Bool) {
        trace { "answer \(id)\(isLast ? "" : " (in part)"): \(report)" }
        guard let query = transmissions[id] else {
            coverage.note("duplicate answers")
            return feed(.answer(Dispatch.ID(id), report, isLast: isLast))
        }
        if isLast {
            transmissions[id] = nil
            if query.isCounted { servers[query.server].inFlight -= 1 }
            if case .refused(_, let span?) = report { noteRateLimit(query, for: span) }
        } else {
            coverage.note("answers in parts")
        }
        if case .states(let observations) = report {
            // Reports that confirm an order first, since the element's other facets depend on them.
            for isAwaited in [true, false] {
                for observation in observations where query.elements.indices.contains(observation.target) {
                    noteAnswer(observation, to: query, isAwaited: isAwaited)
                }
            }
        }
        feed(.answer(Dispatch.ID(id), report, isLast: isLast))
        if let number = query.elements.first, dice.chance(60) {
            ask(.show(element: elements[number].path), .other)
        }
    }

    private func noteAnswer(_ observation: Answer.State, to query: Transmission, isAwaited: Bool) {
        let number = query.elements[observation.target]
        let type = observation.type
        guard elements[number].isPresent, !query.gone.contains(number), reports(type, of: number),
            observation.value.map({ $0.type == type }) ?? true,
            server(of: number) == query.server
        else { return coverage.note("answers of others") }
        guard query.began > elements[number].lastTouched, elements[number].inFlight == nil,
            servers[query.server].kind != .pushing || servers[query.server].isUp,
            query.began >= elements[number].lastPushed[Int(type.rawValue)]
        else {
            return coverage.note("answers out of date")
        }
        noteReported(observation.value, type, number, isAwaited: isAwaited, isPushed: false)
    }

    /// An unsolicited report of a link.
    func notePush(_ value: Value?, _ type: FacetType, _ number: Int, isAwaited: Bool) {
        elements[number].lastPushed[Int(type.rawValue)] = time
        noteReported(value, type, number, isAwaited: isAwaited, isPushed: true)
    }

    /// Somebody else commanded an element: whether it obeys is not known yet.
    func noteCommandOfOthers(_ value: Value, _ number: Int) { accept(value, number) }

    /// Reports that were held back while a related order waited count now, unless something newer came.
    func releasePushes(of record: OrderRecord, _ number: Int) {
        guard record.stage == .confirmed || record.stage == .mismatch || record.stage == .unconfirmed else { return }
        for (type, one) in orders[record.id]?.pushed ?? [:]
        where one.at > elements[number].lastTouched && one.at > elements[number].expected[Int(type.rawValue)].at {
            expect(one.value, type, number, isWaitedFor: false)
        }
    }

    private func noteReported(_ value: Value?, _ type: FacetType, _ number: Int, isAwaited: Bool, isPushed: Bool) {
        let waiting = elements[number].awaiting.filter { waits($0, for: type) }
        let meant = waiting.first { orders[$0]?.action?.type == type }
        guard isAwaited == (meant != nil) else { return }
        if let meant {
            orders[meant]?.answer = .some(value)
        } else if let moving = waiting.last {
            if isPushed { orders[moving]?.pushed[type] = (value, time) }
            return
        }
        expect(value, type, number, isWaitedFor: meant != nil)
        // A facet that the server does not report follows from one that it does.
        if let following = value.flatMap(following), isDerived(following, number) {
            expect(following, following.type, number, isWaitedFor: false)
        }
    }

    /// The value of a related type that follows from a reported one.
    private func following(_ value: Value) -> Value? {
        if case .level(let level) = value { return level > .zero ? .on : .off }
        return value == .off ? .level(.zero) : nil
    }

    /// True if the element has the value's type, but its server does not report it.
    private func isDerived(_ value: Value, _ number: Int) -> Bool {
        elements[number].types.contains(value.type) && !reports(value.type, of: number)
    }

    /// A load gave the element more types: they may follow from a report for an order that still waits.
    func noteMoreTypes(_ types: [FacetType], _ number: Int) {
        for order in elements[number].awaiting {
            guard let heard = orders[order]?.answer ?? nil, let value = following(heard), types.contains(value.type),
                isDerived(value, number)
            else { continue }
            let at = elements[number].expected[Int(heard.type.rawValue)].at
            elements[number].expected[Int(value.type.rawValue)] = ExpectedReading(reported: value, at: at)
        }
    }

    /// True until the house has confirmed the order.
    private func waits(_ id: UInt64, for type: FacetType) -> Bool {
        guard let order = orders[id], let action = order.action, type.isLinked(to: action.type) else { return false }
        return order.answer.flatMap { $0 }.map { !Self.agree(action, $0) } ?? true
    }

    private func expect(_ value: Value?, _ type: FacetType, _ number: Int, isWaitedFor: Bool) {
        elements[number].accepted = nil
        if value == nil {
            if !isWaitedFor { elements[number].expected[Int(type.rawValue)].makeStale() }
        } else {
            elements[number].expected[Int(type.rawValue)] = ExpectedReading(reported: value, at: time)
        }
    }
}

extension Outcome {
    var isLost: Bool { if case .lost = self { true } else { false } }
}
