import DomoLanguage
import DomoModel

@testable import DomoEngine

// What must hold after every input, each under its name.

extension Simulation {
    // MARK: When something is sent

    mutating func checkSend(_ dispatch: Dispatch, of order: PendingOrder, to label: String) {
        noOrderIsSentAfterItsDeadline(dispatch, order)
        noneIsSentTwiceAfterAcceptance(order)
        noneOvertakesAnEarlierOne(order)
        atMostOneIsInFlightPerElement(order)
        atMostMaxInFlightPerServer(label)
        aDispatchCarriesWhatWasAskedFor(dispatch, order)
    }

    private mutating func noOrderIsSentAfterItsDeadline(_ dispatch: Dispatch, _ order: PendingOrder) {
        var deadline = order.deadline
        if case .request(let id) = order.origin, let known = asked[id]?.deadline { deadline = known }
        if now >= deadline || dispatch.timeout != deadline - now {
            violate("no order is sent after its deadline", "order \(order.id.number), \(deadline - now) left")
        }
        if case .request(let id) = order.origin, let path = asked[id]?.path, path != order.path {
            violate("an order goes to the element that was named", "\(order.path) for \(path)")
        }
    }

    private mutating func noneIsSentTwiceAfterAcceptance(_ order: PendingOrder) {
        if sent[order.id]?.isAccepted == true {
            violate("none is sent twice after acceptance", "order \(order.id.number)")
        }
    }

    private mutating func noneOvertakesAnEarlierOne(_ order: PendingOrder) {
        if let last = lastOrderOfPath[order.path], last.number > order.id.number {
            violate("none overtakes an earlier one for its element", "\(order.id.number) after \(last.number)")
        }
    }

    private mutating func atMostOneIsInFlightPerElement(_ order: PendingOrder) {
        // One whose order has ended is given up, whether its driver could be told so or not.
        let others = open.values.filter {
            $0.path == order.path && !$0.isCancelled && engine.delivery.orders[$0.order] != nil
        }
        if !others.isEmpty { violate("at most one is in flight per element", order.path) }
    }

    private mutating func atMostMaxInFlightPerServer(_ label: String) {
        let most = engine.catalog.servers.first { $0.label == label }?.maxInFlight ?? 0
        let inFlight = open.values.count { $0.label == label } + 1
        // A server that a load took away and another brought back starts from nothing.
        let known = engine.delivery.servers.first { $0.profile.label == label }?.inFlight ?? 0
        if min(known, inFlight) > most { violate("at most max-in-flight per server", "\(inFlight) at \(label)") }
    }

    private mutating func aDispatchCarriesWhatWasAskedFor(_ dispatch: Dispatch, _ order: PendingOrder) {
        if let before = sent[order.id] {
            if before.action != dispatch.action {
                violate("a retry is the same action", "\(before.action), then \(dispatch.action)")
            }
            return
        }
        let known = model.known[order.path]
        var expected: Value?
        switch order.wish {
        case .toggle: expected = known?.binary.map { $0 == .on ? .off : .on }
        case .level(.to(let level)): expected = .level(level)
        case .level(.by(let points)):
            if case .level(let level)? = known?.level { expected = .level(Percent(clamping: level.value + points)) }
        case .value(let value, as: _):
            // What it means was settled when it was asked for; the element may have had other types then.
            if dispatch.action.word == value, model.offers(dispatch.action, order.path) { expected = dispatch.action }
        }
        if expected != dispatch.action {
            violate(
                "a dispatch carries what was asked for",
                "\(order.wish) on \(String(describing: known)): \(dispatch.action)"
            )
        }
    }

    // MARK: When somebody is answered

    mutating func checkReply(_ reply: Reply, to id: RequestID) {
        guard let entry = asked[id] else { return violate("only requests are answered", "\(id.number)") }
        if entry.replies.count != 1 { violate("every request gets exactly one reply", "request \(id.number)") }
        switch reply {
        case .order(let receipt) where receipt.outcome == .accepted:
            coverage.accepted += 1
            let order = entry.order.flatMap { sent[$0] }
            if order?.isAccepted != true || order?.action.word != receipt.action {
                violate("accepted is said only of what was accepted", "request \(id.number)")
            }
        case .order:
            coverage.superseded += 1
            supersededOnlyByANewerLevel(id, entry)
        case .fault(let fault):
            coverage.faults[fault.code, default: 0] += 1
            whatMayHaveActedLeavesDoubt(id, entry)
        case .scene: coverage.scenes += 1
        case .element(let view): for reading in view.readings { checkNotConfirmed(reading.reading) }
        default: break
        }
    }

    private mutating func supersededOnlyByANewerLevel(_ id: RequestID, _ entry: Asked) {
        let newer = entry.path.flatMap { latestLevel[$0] }
        let mayBeAScene = engine.held["scene runs"] != 0
        if !mayBeAScene, newer.map({ $0.number > id.number }) != true {
            violate("superseded only by a newer level", "request \(id.number)")
        }
    }

    private mutating func whatMayHaveActedLeavesDoubt(_ id: RequestID, _ entry: Asked) {
        guard let order = entry.order.flatMap({ sent[$0] }), let path = entry.path, model.elements[path] != nil else {
            return
        }
        if order.isAccepted { violate("who was accepted is told so", "request \(id.number)") }
        guard order.mayHaveActed, let element = model.numbers[path],
            let reading = engine.state.reading(element, order.action.type)
        else { return }
        if !reading.isStale { violate("what may have acted leaves doubt", "\(path) after request \(id.number)") }
    }

    // MARK: At any time

    mutating func checkNotConfirmed(_ reading: Reading) {
        if reading.certainty == .confirmed { violate("no reading is confirmed", "\(reading)") }
    }

    mutating func checkReadings(of path: String) {
        guard let id = model.numbers[path], let types = model.elements[path]?.types else { return }
        for type in types {
            let reading = engine.reading(of: id, type).reading
            checkNotConfirmed(reading)
            if reading.value != model.known[path]?[type] {
                violate(
                    "the assumed reading is the last accepted action",
                    "\(path) \(type): \(String(describing: reading.value)), not "
                        + String(describing: model.known[path]?[type])
                )
            }
        }
    }

    mutating func checkOpenDispatches() {
        if engine.delivery.flights.count != open.count {
            violate("what is under way is known", "\(engine.delivery.flights.count) flights, \(open.count) dispatches")
        }
        for server in engine.delivery.servers where server.waiting < 0 || server.inFlight < 0 {
            violate("counts are never negative", "\(server.waiting) waiting, \(server.inFlight) in flight")
        }
    }

    /// Lets time pass; nothing may be left that should have been answered before.
    mutating func pass(to moment: Instant) {
        if moment > now {
            for id in unanswered {
                guard let deadline = asked[id]?.deadline, deadline + Delivery.grace < moment else { continue }
                violate("no order outlives its deadline unanswered", "request \(id.number)")
            }
            now = max(now, Instant(uptime: moment.uptime, wall: moment.wall))
        }
    }

    // MARK: In the end

    mutating func checkTheEnd() {
        if !unanswered.isEmpty {
            violate("every request gets exactly one reply", "none for \(unanswered.map(\.number).sorted())")
        }
        let delivery = engine.delivery
        let rest = [
            "orders": delivery.orders.count, "lanes": delivery.lanes.count, "flights": delivery.flights.count,
            "scenes": engine.held["scene runs", default: 0], "abandoned": delivery.abandoned.count,
            "timers": delivery.timers.count,
            "waiting": delivery.servers.reduce(0) { $0 + $1.waiting },
            "in flight": delivery.servers.reduce(0) { $0 + $1.inFlight },
        ]
        for (what, count) in rest.sorted(by: { $0.key < $1.key }) where count != 0 {
            violate("the engine holds nothing in the end", "\(count) \(what)")
        }
        for path in model.paths { checkReadings(of: path) }
    }
}
