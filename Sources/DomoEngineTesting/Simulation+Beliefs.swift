import DomoEngine
import DomoLanguage
import DomoModel

// What must hold of what is shown, and in the end.

extension Simulation {
    /// A reading is confirmed with what the house said last, since the last order for it; and it is fresh where it was
    /// heard of in this life, not too long ago, since the server was last out of reach.
    func readingsAreTrue(_ view: ReadingView, of number: Int) {
        coverage.hot.readingsChecked += 1
        let reading = view.reading
        guard reading.certainty != .unknown else {
            if reading.value != nil { violate("\(words(view, number)): unknown, with a value") }
            return
        }
        guard !reading.isStale else {
            coverage.hot.staleReadings += 1
            return
        }
        let belief = elements[number].beliefs[Int(view.type.rawValue)]
        guard belief.heard > .min else { return violate("\(words(view, number)): nothing was heard of it") }
        let server = serverOfHouse[elements[number].house]
        if servers[server].isOutOfReach { violate("\(words(view, number)): server \(server) is out of reach") }
        if keeps(view.type, of: number), time - belief.heard >= maximumAges[number] {
            violate("\(words(view, number)): last heard of \((time - belief.heard) / 1_000_000) ms ago")
        }
        guard reading.certainty == .confirmed else { return }
        coverage.hot.confirmedReadings += 1
        guard !elements[number].awaiting.contains(where: { isLinked($0, view.type) }) else { return }
        if belief.told != reading.value {
            violate("\(words(view, number)): the house last said \(belief.told?.word ?? "nothing")")
        }
    }

    private func isLinked(_ order: UInt64, _ type: FacetType) -> Bool {
        orders[order]?.action?.type.isLinked(to: type) == true
    }

    private func words(_ view: ReadingView, _ number: Int) -> String {
        "\(elements[number].path) \(Self.brief(view))"
    }

    /// Three intervals after all faults have ended, all that is told is known as it is.
    func beliefConverges() {
        // What two scenes move to and fro may be on its way.
        for number in elements.indices where elements[number].isPresent && !mayMove(number) {
            show(number) { view in
                guard tells(view.type, of: number) else { return }
                coverage.note("readings that converged")
                let truth = elements[number].word(view.type, at: time)
                let reading = view.reading
                if reading.value != truth || reading.certainty != .confirmed || reading.isStale {
                    violate("\(words(view, number)): it is \(truth.word)", invariant: "beliefConverges")
                }
            }
        }
    }

    /// Nothing is left of all orders, and what is asked and woken for is the round alone.
    func engineComesToRest() {
        if !requests.isEmpty { violate("\(requests.count) requests have no answer") }
        if let order = orders.first(where: { !$0.value.isOver && !mayMove($0.value.element) }) {
            violate("order \(order.key) has not ended")
        }
        let waiting = open.values.filter { $0.order != nil && !$0.elements.allSatisfy(mayMove) }.count
        if waiting > 0 { violate("\(waiting) dispatches are under way") }
        // A wake for a question, one for what may be stale, and some that had a reason once.
        let most = 3 * questionsInPeace + 40 + 10 * Int(3 * 60)
        if wakesInPeace > most { violate("\(wakesInPeace) wakes for \(questionsInPeace) questions") }
    }

    /// Two scenes may be moving it to and fro.
    private func mayMove(_ number: Int) -> Bool { hasCircle && number == 0 }

    private func show(_ number: Int, _ body: (ReadingView) -> Void) {
        let request = Request.show(element: elements[number].path)
        lastRequest += 1
        requests[lastRequest] = Asked(kind: .other, due: time)
        for view in answer(to: request, RequestID(lastRequest)) { body(view) }
    }
}
