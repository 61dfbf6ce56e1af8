import DomoEngine
import DomoLanguage
import DomoModel

// Invariants of readings, and of the final state.

extension Simulation {
    /// A confirmed reading is what the house last reported since the last order; a fresh one was reported or ordered in
    /// this run, within the maximum age, and since the server was last unreachable.
    func readingsAreTrue(_ view: ReadingView, of number: Int) {
        coverage.hot.readingsChecked += 1
        let reading = view.reading
        if let accepted = elements[number].accepted { valuesAreTheLastAccepted(view, accepted, number) }
        guard reading.certainty != .unknown else {
            if reading.value != nil { violate("\(describe(view, number)): unknown, with a value") }
            return
        }
        guard !reading.isStale else {
            coverage.hot.staleReadings += 1
            return
        }
        let expected = elements[number].expected[Int(view.type.rawValue)]
        guard expected.at > .min else { return violate("\(describe(view, number)): nothing was reported of it") }
        if let server = server(of: number), servers[server].isUnreachable {
            violate("\(describe(view, number)): server \(server) is unreachable")
        }
        if determines(view.type, of: number), time - expected.at >= maximumAges[number] {
            violate("\(describe(view, number)): last reported \((time - expected.at) / 1_000_000) ms ago")
        }
        guard reading.certainty == .confirmed else { return }
        coverage.hot.confirmedReadings += 1
        guard !elements[number].awaiting.contains(where: { isLinked($0, view.type) }) else { return }
        if expected.reported != reading.value {
            violate("\(describe(view, number)): the house last reported \(expected.reported?.word ?? "nothing")")
        }
    }

    /// A facet that nobody reports has the last accepted value and is never confirmed.
    private func valuesAreTheLastAccepted(_ view: ReadingView, _ accepted: AcceptedState, _ number: Int) {
        // A level that was ordered later leaves a cover without a direction.
        let isPositioned = view.type == .bidirectional && view.reading.value == nil && accepted.hasHadLevel
        if view.reading.value != accepted[view.type], !isPositioned {
            violate("\(describe(view, number)): last accepted was \(accepted[view.type]?.word ?? "nothing")")
        }
        if view.reading.certainty == .confirmed { violate("\(describe(view, number)): nothing was reported of it") }
    }

    private func isLinked(_ order: UInt64, _ type: FacetType) -> Bool {
        orders[order]?.action.map { type.isLinked(to: $0.type) } ?? false
    }

    private func describe(_ view: ReadingView, _ number: Int) -> String {
        "\(elements[number].path) \(Self.brief(view))"
    }

    /// Three polling intervals after all faults have ended, every reported facet has its real value.
    func readingsConverge() {
        // Two scenes may be switching this element.
        for number in elements.indices where elements[number].isPresent && !mayMove(number) {
            show(number) { view in
                guard reports(view.type, of: number) else { return }
                coverage.note("readings that converged")
                let truth = elements[number].word(view.type, at: time)
                let reading = view.reading
                // Between its ends a cover has no direction, once it is known to be at rest.
                if view.type == .bidirectional, reading.value == nil, isBetweenEnds(number) { return }
                if reading.value != truth || reading.certainty != .confirmed || reading.isStale {
                    violate("\(describe(view, number)): it is \(truth.word)", invariant: "readingsConverge")
                }
            }
        }
    }

    /// A level beside a switch is no position.
    private func hasPosition(_ number: Int) -> Bool {
        let types = elements[number].types
        return types.contains(.regulable) && !types.contains(.binary)
    }

    private func isBetweenEnds(_ number: Int) -> Bool {
        guard hasPosition(number), reports(.regulable, of: number),
            case .level(let level) = elements[number].word(.regulable, at: time)
        else { return false }
        return 0 < level.value && level.value < 100
    }

    /// All requests and orders have ended, and only polling goes on.
    func engineComesToRest() {
        if !requests.isEmpty { violate("\(requests.count) requests have no reply") }
        if let order = orders.first(where: { !$0.value.isOver && !mayMove($0.value.element) }) {
            violate("order \(order.key) has not ended")
        }
        let waiting = transmissions.values.filter { $0.order != nil && !$0.elements.allSatisfy(mayMove) }.count
        if waiting > 0 { violate("\(waiting) dispatches are in flight") }
        // A wake per query, one for readings that may become stale, and some for obsolete timers.
        let limit = 3 * queriesInConvergence + 40 + 10 * Int(3 * 60)
        if wakesInConvergence > limit { violate("\(wakesInConvergence) wakes for \(queriesInConvergence) queries") }
    }

    /// Two scenes may be switching it.
    private func mayMove(_ number: Int) -> Bool { hasCycle && number == 0 }

    private func show(_ number: Int, _ body: (ReadingView) -> Void) {
        let request = Request.show(element: elements[number].path)
        lastRequest += 1
        requests[lastRequest] = PendingRequest(kind: .other, due: time)
        for view in answer(to: request, RequestID(lastRequest)) { body(view) }
    }
}
