import DomoLanguage
import DomoModel

// Push buttons whose pulse domo ends: the end is written down before the beginning is sent.

extension Engine {
    /// The pause before the end of a pulse is tried again, if nothing could be sent.
    private static let pauseForLink = Duration.seconds(1)
    /// The same while an order for the button is on its way.
    private static let pauseForOrder = Duration.milliseconds(50)
    /// How long the end of a pulse may take.
    private static let timeout = Duration.seconds(2)

    private func buttonPath(_ id: ElementID) -> String { houses.path(of: houses.representative(of: id)) }

    /// Holds an order back until the end of its pulse is written down.
    mutating func submitPulse(_ order: PendingOrder, at now: Instant) {
        pulses.begin(order, at: buttonPath(order.element), end: houses.pulseEnd(of: order.element))
        keepPulses()
    }

    private mutating func keepPulses() {
        let (open, number) = pulses.nextVersion()
        outbox.keep(open, number: number)
    }

    /// What waited for its pulse to be written down goes out, or is refused.
    mutating func pulsesStored(upTo number: UInt64, isStored: Bool, at now: Instant) {
        for order in pulses.takeWaiting(upTo: number) {
            guard isStored else {
                let message = "\(order.path): the end of the pulse can't be written down, so nothing was sent"
                refuse(
                    order,
                    .fault(Fault(.busy, message, hint: "see the log of domod: the disk may be full")),
                    at: now
                )
                continue
            }
            orders.submit(order, to: links[order.endpoint], at: now)
        }
    }

    private mutating func refuse(_ order: PendingOrder, _ ending: Ending, at now: Instant) {
        _ = pulses.orderEnded(order.id, at: buttonPath(order.element), hasActed: false, due: now)
        keepPulses()
        orders.refuse(order, ending)
    }

    /// A press has ended. One without an outcome may still be on its way: its pulse stays open until that is known.
    mutating func notePulse(of order: PendingOrder, hasActed: Bool, at now: Instant) {
        let path = buttonPath(order.element)
        let due = end(ofPulseAt: order.element, at: now)
        if orders.inFlight.contains(order.id) { return pulses.mayHaveBegun(at: path, due: due) }
        if pulses.orderEnded(order.id, at: path, hasActed: hasActed, due: due) { keepPulses() }
    }

    /// A press has an outcome, after its order had ended.
    ///
    /// - Parameter element: nil if a load removed it.
    mutating func pressAnswered(_ order: OrderID, _ element: ElementID?, hasActed: Bool, at now: Instant) {
        let due = element.map { end(ofPulseAt: $0, at: now) } ?? now
        if pulses.answered(order, hasActed: hasActed, due: due) { keepPulses() }
    }

    private func end(ofPulseAt element: ElementID, at now: Instant) -> Instant {
        orders.isStopping ? now : now + (houses.pulse(of: element) ?? .zero)
    }

    /// Ends what is due.
    mutating func endPulses(at now: Instant) {
        for order in pulses.takeExpired(at: now) { refuse(order, .expired, at: now) }
        while let (path, end) = pulses.nextDue(at: now) {
            guard let element = houses.index.element(at: path).map(houses.representative),
                let endpoint = houses.endpoint(of: element, .binary), !links[endpoint].isDown
            else {
                pulses.postpone(path, until: now + Self.pauseForLink)
                continue
            }
            guard orders.isIdle(houses.lane(of: element)) else {
                // Its own end may come after it.
                pulses.postpone(path, until: now + Self.pauseForOrder)
                continue
            }
            let target = houses.target(element)
            let id = orders.nextDispatchID()
            pulses.noteSent(path, as: id)
            links.chargeUrgent(endpoint, links[endpoint].cost(of: end, for: target), at: now)
            let dispatch = Dispatch(id: id, target: target, value: end, timeout: Self.timeout, isUrgent: true)
            outbox.send(dispatch, via: links[endpoint].link.port)
        }
    }

    mutating func handle(_ outcome: Outcome, of id: Dispatch.ID, ofPulseAt path: String, at now: Instant) {
        if outcome == .accepted {
            if pulses.ended(path, by: id) { keepPulses() }
            if let element = houses.index.element(at: path) {
                polling.scheduleReadIfPushed(of: houses.representative(of: element), at: now)
            }
            return
        }
        guard pulses.failed(path, by: id, at: now) else { return }
        outbox.publish(
            Event(
                kind: .order,
                time: now.wall,
                path: path,
                stage: .failed,
                message: "the end of its pulse is repeated until it is accepted: \(outcome.text)",
                by: .house
            )
        )
    }

    /// Pulses outlive a load. Orders that wait for their pulse to be written down do not: their numbers have changed.
    mutating func loadPulses(_ renames: [PathChange], at now: Instant) {
        pulses.move(PathMap(renames))
        pulses.retryOverdue(at: now)
    }

    /// Refuses the orders that wait for their pulse to be written down, before a load changes their numbers.
    mutating func refuseWaitingPulses(at now: Instant) {
        for order in pulses.takeWaiting(upTo: .max) {
            let message = "\(order.path): the house files were reloaded before the order was sent"
            refuse(order, .fault(Fault(.busy, message, hint: "repeat it if it is still wanted")), at: now)
        }
    }
}
