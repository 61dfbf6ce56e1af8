import DomoEngine
import DomoLanguage
import DomoModel

// Answers of servers to orders.

extension Simulation {
    func send(_ dispatch: Dispatch, via port: any LinkPort) {
        coverage.hot.sent += 1
        guard let link = port as? SimulatedLink, let id = orderJustSent, let order = orders[id] else {
            return violate("dispatch \(dispatch.id.number) of no stored order", invariant: "whatIsSentWasStoredBefore")
        }
        orderJustSent = nil
        let number = order.element
        let server = link.number
        trace { "  send \(dispatch.id.number), order \(id): \(elements[number].path) \(dispatch.value.word)" }
        ordersAreSentInTimeAndOnce(id, dispatch, to: server)
        dispatchesCarryWhatWasOrdered(id, dispatch)
        serversAreNotOverrun(server, limit: servers[server].maxInFlight)
        rateLimitsAreKept(server, for: order)
        linksThatAreDownAreLeftAlone(server)
        stopsGoFirst(id)
        personsGoFirst(id, to: server)
        servers[server].inFlight += 1
        servers[server].neverSent.remove(id)
        orders[id]?.action = dispatch.value
        elements[number].inFlight = dispatch.id.number
        elements[number].lastDispatch = dispatch.id.number
        elements[number].lastTouched = time
        transmissions[dispatch.id.number] = Transmission(
            server: server,
            elements: [number],
            began: time,
            order: id,
            action: dispatch.value,
            timeout: dispatch.timeout.nanoseconds
        )
        decide(dispatch, for: number, at: server)
    }

    private func decide(_ dispatch: Dispatch, for number: Int, at server: Int) {
        let timeout = dispatch.timeout.nanoseconds
        let id = dispatch.id.number
        func scheduleOutcome(_ outcome: Outcome, after span: Int64) {
            schedule(.outcome(id, outcome, run: runNumber), after: span)
            guard chance(scenario.duplicates) else { return }
            schedule(.outcome(id, outcome, run: runNumber), after: span + dice.milliseconds(0...500))
        }
        func act() {
            guard !elements[number].isUnresponsive else { return coverage.note("unresponsive devices") }
            let delay = dice.milliseconds(elements[number].obeysAfter)
            let ramp = dice.milliseconds(0...1500)
            elements[number].actuator.command(dispatch.value, at: time + delay, ramp: ramp)
            pushSoon(number, after: delay, ramp: ramp)
        }
        if dispatch.value == .text(SimulatedLink.impossibleText) {
            return scheduleOutcome(.impossible(SignalFault(message: "no signal for it")), after: 0)
        }
        if servers[server].isDown {
            guard servers[server].isSilent else {
                return scheduleOutcome(.notSent(reason: "connection refused"), after: dice.milliseconds(1...50))
            }
            return scheduleOutcome(.lost(reason: "no answer"), after: timeout + dice.milliseconds(0...60))
        }
        if chance(scenario.lost) {
            coverage.note("lost answers")
            act()
            return scheduleOutcome(.lost(reason: "connection reset"), after: min(timeout, dice.milliseconds(5...1500)))
        }
        if chance(scenario.late) {
            act()
            return scheduleOutcome(.accepted, after: timeout + dice.milliseconds(90...1500))
        }
        if chance(scenario.refused) {
            let span: Duration? = dice.chance(600) ? .milliseconds(dice.number(scenario.retryAfter)) : nil
            let outcome = Outcome.refused(reason: "503", isPassing: true, retryAfter: span)
            return scheduleOutcome(outcome, after: dice.milliseconds(1...200))
        }
        if chance(scenario.refusedForGood) {
            return scheduleOutcome(.refused(reason: "404", isPassing: false), after: dice.milliseconds(1...200))
        }
        if chance(scenario.wrongReports) { coverage.note("accepted and not done") } else { act() }
        let latency = chance(scenario.isSlow) ? dice.milliseconds(200...4000) : dice.milliseconds(3...150)
        if latency <= timeout {
            scheduleOutcome(.accepted, after: latency)
        } else {
            scheduleOutcome(.lost(reason: "no answer in time"), after: timeout + dice.milliseconds(0...60))
        }
    }

    /// True with this probability, while faults happen.
    func chance(_ perMille: Int) -> Bool { !isFaultFree && dice.chance(perMille) }

    func cancel(_ id: UInt64, via port: any LinkPort) {
        trace { "  cancel \(id)" }
        guard let entry = transmissions[id], !entry.isCancelled || isStopping else {
            return violate("\(id)", invariant: "onlyWhatIsUnderWayIsCancelledAndOnce")
        }
        transmissions[id]?.isCancelled = true
        // Its place went to an order of the same step.
        if entry.order == nil, entry.began == time { serversJustPolled.removeAll { $0 == entry.server } }
        // A read for an order is repeated, however long other orders take.
        if entry.order == nil {
            for number in entry.elements where !entry.gone.contains(number) { elements[number].extraReads += 1 }
        }
        coverage.note(entry.order == nil ? "queries cancelled" : "dispatches cancelled")
        // Otherwise the answer is already on its way.
        guard dice.chance(700) else { return coverage.note("answers faster than their cancellation") }
        if entry.order == nil {
            schedule(.readings(id, .cancelled, isLast: true, run: runNumber), after: 0)
        } else {
            schedule(.outcome(id, .lost(reason: "cancelled"), run: runNumber), after: 0)
        }
    }
}
