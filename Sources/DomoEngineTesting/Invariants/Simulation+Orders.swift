import DomoEngine
import DomoLanguage
import DomoModel

// Invariants of orders.

extension Simulation {
    /// No order is sent after its deadline, to another server than its house's, before the previous one has ended,
    /// or again once it was accepted or has ended.
    func ordersAreSentInTimeAndOnce(_ id: UInt64, _ dispatch: Dispatch, to server: Int) {
        guard let order = orders[id] else { return }
        if time >= order.deadline { violate("order \(id) is sent at or after its deadline") }
        if dispatch.timeout.nanoseconds != order.deadline - time {
            violate("order \(id) has \(order.deadline - time) ns left and is given \(dispatch.timeout)")
        }
        if order.acceptedAt != nil || order.stage != .sent { violate("order \(id) is sent again") }
        if order.server != server { violate("order \(id) is sent to server \(server)") }
        if elements[order.element].path != dispatch.target.path { violate("order \(id) is sent to another element") }
        if elements[order.element].inFlight != nil { violate("order \(id) is sent before the previous one ended") }
        if elements[order.element].unfinished.first != id, !order.isStop {
            violate("order \(id) is sent before an older one")
        }
    }

    /// After a stop, nothing older is sent to its element.
    func stopsGoFirst(_ id: UInt64) {
        guard let order = orders[id] else { return }
        for newer in elements[order.element].unfinished where newer > id && orders[newer]?.isStop == true {
            violate("order \(id) is sent after the stop \(newer)")
        }
    }

    /// A step of a scene is not sent while the order of a person waits for the same server.
    func personsGoFirst(_ id: UInt64, to server: Int) {
        guard let order = orders[id], !order.isFromRequest else { return }
        // An order in front of a person's order inherits its priority.
        if elements[order.element].unfinished.contains(where: { orders[$0]?.isFromRequest == true }) { return }
        for waiting in servers[server].neverSent where waiting != id {
            guard let other = orders[waiting], other.isFromRequest, elements[other.element].inFlight == nil,
                elements[other.element].unfinished.first == waiting, !hasStop(other.element)
            else { continue }
            violate("order \(id) of a scene is sent before the order \(waiting) of a person")
        }
    }

    /// A dispatch carries what was ordered: a retry the same action, a toggle or relative level the action that follows
    /// from the state.
    func dispatchesCarryWhatWasOrdered(_ id: UInt64, _ dispatch: Dispatch) {
        guard let order = orders[id] else { return }
        if let action = order.action {
            if action != dispatch.value {
                violate("order \(id), \(action.word), is sent again as \(dispatch.value.word)")
            }
            return
        }
        if !elements[order.element].types.contains(dispatch.value.type) {
            violate("order \(id), \(dispatch.value.word), is sent to \(elements[order.element].path)")
        }
        switch order.wish {
        case .value(let word, as: _)?:
            if word != dispatch.value.word { violate("order \(id), \(word), is sent as \(dispatch.value.word)") }
        case let wish?:
            guard let accepted = elements[order.element].accepted else { return }
            coverage.note("actions by the state")
            let expected = accepted.action(for: wish)
            if expected != dispatch.value {
                violate("order \(id) is sent as \(dispatch.value.word), not \(expected?.word ?? "refused")")
            }
        case nil: break
        }
    }

    /// A waiting order is superseded only by a newer one that sets a level of the same element, or stops it.
    func ordersAreSupersededByNewerLevelsAndStops() {
        for id in ordersJustSuperseded {
            guard let order = orders[id] else { continue }
            guard let number = order.followedBy, let newer = orders[number], number > id,
                newer.element == order.element
            else {
                violate("order \(id) is superseded by no newer order of its element")
                continue
            }
            if case .toggle? = order.wish { violate("order \(id), toggle, is superseded") }
            if newer.isStop {
                coverage.note("superseded by a stop")
            } else if !newer.setsLevel {
                violate("order \(id) is superseded, but order \(number) sets no level")
            }
        }
        ordersJustSuperseded.removeAll(keepingCapacity: true)
    }

    /// No order number is used twice, not even one on the disk from an earlier run.
    func orderNumbersAreNeverUsedTwice(_ id: UInt64) {
        if id <= lastOrder { violate("order \(id), but \(lastOrder) was on the disk") }
        if !orderNumbers.insert(id).inserted { violate("order \(id) was used before") }
    }

    /// requested → sent → accepted → confirmed, mismatch, not confirmed, or followed by a newer order; before
    /// acceptance also failed, expired, superseded.
    func stagesOnlyGoForward(_ record: OrderRecord) {
        let isRight: Bool
        switch (orders[record.id]?.stage, record.stage) {
        case (nil, .requested), (nil, .sent), (nil, .failed), (nil, .expired), (nil, .superseded): isRight = true
        case (.requested, .sent), (.requested, .failed), (.requested, .expired), (.requested, .superseded):
            isRight = true
        case (.sent, .sent), (.sent, .failed), (.sent, .expired), (.sent, .superseded): isRight = true
        case (.sent, .accepted): isRight = orders[record.id]?.acceptedAt == time
        case (.accepted, .confirmed), (.accepted, .mismatch), (.accepted, .unconfirmed):
            isRight = orders[record.id]?.isConfirmable == true
        case (.accepted, .accepted):
            isRight = orders[record.id]?.isConfirmable == true && (record.followedBy.map { $0 > record.id } ?? true)
        default: isRight = false
        }
        guard !isRight else { return }
        let before = orders[record.id]?.stage?.rawValue ?? "nothing"
        violate("order \(record.id) goes from \(before) to \(record.stage.rawValue)")
    }

    /// A record contains the open attempt and new ones, never one that was persisted with its outcome.
    func attemptsArePersistedAsTheyBeginAndEnd(_ record: OrderRecord, _ firstAttempt: Int) {
        guard let order = orders[record.id] else { return }
        let expected = order.attempts - (order.isAttemptOpen ? 1 : 0)
        if firstAttempt != expected {
            violate("order \(record.id): attempts from \(firstAttempt) on instead of \(expected)")
        }
        orders[record.id]?.attempts = firstAttempt + record.attempts.count
        orders[record.id]?.isAttemptOpen = record.attempts.last.map { $0.result == nil } ?? false
    }

    /// An order is confirmed if an answer to a query made after its acceptance agrees, and a mismatch if the last such
    /// answer does not.
    func ordersAreConfirmedByTheHouseAlone(_ record: OrderRecord) {
        guard let order = orders[record.id], let action = order.action else { return }
        let wasForgotten = order.answer == nil && record.stage == .mismatch && order.forgotten?.at == time
        let said = (wasForgotten ? order.forgotten?.answer : order.answer)?.flatMap { $0 }
        let agrees = said.map { Self.agree(action, $0) }
        switch record.stage {
        case .confirmed where agrees != true:
            violate("order \(record.id), \(action.word), is confirmed; the house reported \(said?.word ?? "nothing")")
        case .mismatch where agrees != false:
            violate("order \(record.id), \(action.word), is a mismatch; the house reported \(said?.word ?? "nothing")")
        case .mismatch where record.observed != said?.word:
            violate(
                "order \(record.id): the house reported \(said?.word ?? "nothing"), not \(record.observed ?? "nothing")"
            )
        case .unconfirmed where agrees == true:
            violate("order \(record.id), \(action.word), is not confirmed; the house reported so")
        case .unconfirmed where agrees == false && orderTimeIsOver(order):
            violate("order \(record.id), \(action.word), is no mismatch; the house reported \(said?.word ?? "nothing")")
        default: break
        }
    }

    /// The wait was not cut short by a stop or a load.
    private func orderTimeIsOver(_ order: TrackedOrder) -> Bool {
        guard let accepted = order.acceptedAt,
            let within = server(of: order.element).flatMap({ servers[$0].plan })?.confirmWithin
        else { return false }
        return elements[order.element].isPresent && time >= accepted + within.nanoseconds
            && order.action.map { reports($0.type, of: order.element) } == true
    }

    static func agree(_ one: Value, _ other: Value) -> Bool {
        switch (one, other) {
        case (.level(let one), .level(let other)):
            return one == other || one > .zero && other > .zero && abs(one.value - other.value) <= 1
        case (.number(let one), .number(let other)):
            let shown = other.description
            let digits = shown.firstIndex(of: ".").map { shown.distance(from: $0, to: shown.endIndex) - 1 } ?? 0
            let unit = (0..<digits).reduce(1.0) { unit, _ in unit / 10 }
            return abs(one.double - other.double) <= unit / 2 + 1e-9
        default: return one == other
        }
    }

    func ordersEndInTime(_ id: UInt64) {
        guard let order = orders[id] else { return }
        if order.stage == .requested || order.stage == .sent {
            violate("order \(id) is still \(order.stage?.rawValue ?? "") after its deadline")
        }
        if order.isOver { orders[id] = nil }
    }

    func confirmationsEndInTime(_ id: UInt64) {
        guard let order = orders[id] else { return }
        if order.stage == .accepted, order.isConfirmable { violate("order \(id) still waits for a confirmation") }
        if order.isOver, time > order.deadline + Self.grace { orders[id] = nil }
    }
}
