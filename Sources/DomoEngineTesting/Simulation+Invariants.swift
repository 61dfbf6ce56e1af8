import DomoEngine
import DomoLanguage
import DomoModel

// What must hold of requests, orders and servers, each in a function that bears its name.

extension Simulation {
    /// Every request gets one reply, and gets it in its time.
    func requestsAreAnsweredOnceAndInTime(_ id: RequestID) {
        guard let asked = requests.removeValue(forKey: id.number) else {
            return violate("request \(id.number) is answered, and nobody waits for that")
        }
        if time > asked.due { violate("request \(id.number) is answered \(time - asked.due) ns late") }
    }

    func requestsAreAnsweredInTime(_ id: UInt64) {
        if requests[id] != nil { violate("request \(id) has no answer") }
    }

    /// Whoever waits is told before the daemon ends; reloads are the shell's to answer.
    func requestsAreAnsweredBeforeTheEnd() {
        for (id, asked) in requests.sorted(by: { $0.key < $1.key }) where asked.kind != .reload {
            violate("request \(id) has no answer")
        }
    }

    /// No order is sent after its deadline, nor to another server than its house's, nor before the one before it ended,
    /// nor again once it was accepted or had ended.
    func ordersAreSentInTimeAndOnce(_ id: UInt64, _ dispatch: Dispatch, to server: Int) {
        guard let order = orders[id] else { return }
        if time >= order.deadline { violate("order \(id) is sent at or after its deadline") }
        if dispatch.timeout.nanoseconds != order.deadline - time {
            violate("order \(id) has \(order.deadline - time) ns left and is given \(dispatch.timeout)")
        }
        if order.acceptedAt != nil || order.stage != .sent { violate("order \(id) is sent again") }
        if order.server != server { violate("order \(id) is sent to server \(server)") }
        if elements[order.element].path != dispatch.target.path { violate("order \(id) is sent to another element") }
        if elements[order.element].inFlight != nil { violate("order \(id) is sent before the one before it ended") }
        if elements[order.element].unfinished.first != id { violate("order \(id) is sent before an older one") }
    }

    /// No order has the number of an earlier one, restarts included as far as the disk knew.
    func orderNumbersAreNeverUsedTwice(_ id: UInt64) {
        if id <= lastOrder { violate("order \(id); \(lastOrder) was on the disk") }
        if !orderNumbers.insert(id).inserted { violate("order \(id) was there before") }
    }

    /// requested → sent → accepted → confirmed, mismatch or not confirmed; or before that failed, expired, superseded.
    func stagesOnlyGoForward(_ record: OrderRecord) {
        let isRight: Bool
        switch (orders[record.id]?.stage, record.stage) {
        case (nil, .requested), (nil, .sent), (nil, .failed), (nil, .expired), (nil, .superseded): isRight = true
        case (.requested, .sent), (.requested, .failed), (.requested, .expired), (.requested, .superseded):
            isRight = true
        case (.sent, .sent), (.sent, .failed), (.sent, .expired), (.sent, .superseded): isRight = true
        case (.sent, .accepted): isRight = orders[record.id]?.acceptedAt == time
        case (.accepted, .confirmed), (.accepted, .mismatch), (.accepted, .unconfirmed), (.accepted, .superseded):
            isRight = orders[record.id]?.isConfirmable == true
        default: isRight = false
        }
        guard !isRight else { return }
        let before = orders[record.id]?.stage?.rawValue ?? "nothing"
        violate("order \(record.id) goes from \(before) to \(record.stage.rawValue)")
    }

    /// A record brings the attempt that was under way and those that are new, never one whose end was persisted.
    func attemptsArePersistedAsTheyBeginAndEnd(_ record: OrderRecord, _ firstAttempt: Int) {
        guard let order = orders[record.id] else { return }
        let open = order.attempts - (order.isAttemptOpen ? 1 : 0)
        if firstAttempt != open {
            violate("order \(record.id): attempts from \(firstAttempt) on, the first that is open is \(open)")
        }
        orders[record.id]?.attempts = firstAttempt + record.attempts.count
        orders[record.id]?.isAttemptOpen = record.attempts.last.map { $0.result == nil } ?? false
    }

    /// An order is confirmed where an answer to a question that was asked after its acceptance said so, and mismatched
    /// where the last such answer said otherwise.
    func ordersAreConfirmedByTheHouseAlone(_ record: OrderRecord) {
        guard let order = orders[record.id], let action = order.action else { return }
        let said = order.answer.flatMap { $0 }
        let agrees = said.map { Self.agree(action, $0) }
        switch record.stage {
        case .confirmed where agrees != true:
            violate("order \(record.id), \(action.word), is confirmed; the house said \(said?.word ?? "nothing")")
        case .mismatch where agrees != false:
            violate("order \(record.id), \(action.word), is a mismatch; the house said \(said?.word ?? "nothing")")
        case .mismatch where record.observed != said?.word:
            violate(
                "order \(record.id): the house said \(said?.word ?? "nothing"), not \(record.observed ?? "nothing")"
            )
        case .unconfirmed where agrees == true:
            violate("order \(record.id), \(action.word), is not confirmed; the house said so")
        case .unconfirmed where agrees == false && orderTimeIsOver(order):
            violate("order \(record.id), \(action.word), is no mismatch; the house said \(said?.word ?? "nothing")")
        default: break
        }
    }

    /// Not cut short by a stop or a load.
    private func orderTimeIsOver(_ order: OrderLife) -> Bool {
        guard let accepted = order.acceptedAt,
            let within = servers[serverOfHouse[elements[order.element].house]].plan?.confirmWithin
        else { return false }
        return elements[order.element].isPresent && time >= accepted + within.nanoseconds
            && order.action.map { tells($0.type, of: order.element) } == true
    }

    static func agree(_ one: Value, _ other: Value) -> Bool {
        switch (one, other) {
        case (.level(let one), .level(let other)):
            return one == other || one > .zero && other > .zero && abs(one.value - other.value) <= 1
        case (.text(let one), .text(let other)):
            return one == other || Double(one) != nil && Double(one) == Double(other)
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
        if order.stage == .accepted { violate("order \(id) is still waited for to be confirmed") }
        if order.isOver, time > order.deadline + Self.grace { orders[id] = nil }
    }

    // MARK: - Memory

    /// What an answer says of an order was to be stored before it.
    func answersAreStoredFirst(_ id: RequestID, _ reply: Reply) {
        switch reply {
        case .order(let receipt):
            let stage = orders[receipt.id]?.stage
            let isStored: Bool =
                switch receipt.outcome {
                case .requested: stage != nil
                case .accepted: stage == .accepted
                case .confirmed: stage == .confirmed
                case .superseded: stage == .superseded
                }
            if !isStored {
                violate("order \(receipt.id) is \(receipt.outcome.rawValue), stored is \(stage?.rawValue ?? "nothing")")
            }
        case .fault: break
        // What its orders came to was stored before.
        case .scene: break
        default: violate("request \(id.number): only orders and what became of scenes are stored")
        }
    }

    func whatWasAnsweredIsOnTheDisk(_ id: RequestID, _ reply: Reply) {
        guard case .order(let receipt) = reply else { return }
        coverage.note("stored answers")
        guard let stage = disk.orders[receipt.id] else {
            return violate("order \(receipt.id) was answered and is not on the disk")
        }
        if receipt.outcome != .requested, stage == .requested || stage == .sent {
            violate("order \(receipt.id) was answered as \(receipt.outcome.rawValue), on the disk is \(stage.rawValue)")
        }
    }

    // MARK: - Servers

    /// No server has more than it takes at once.
    func serversAreNotOverrun(_ server: Int, mostOpen: Int) {
        if servers[server].open >= mostOpen {
            violate("server \(server) has \(servers[server].open) and gets one more; it takes \(mostOpen)")
        }
    }

    /// A server that said when it may be asked again is left alone until then.
    func quietIsKept(_ server: Int) {
        if time < servers[server].quietUntil { violate("server \(server) asked for quiet") }
    }

    /// No more questions a second than the plan says, those that look after an order apart.
    func pollsKeepTheirPace(_ server: Int, _ asked: [Int]) {
        let isForOrder = asked.contains { number in
            elements[number].looks > 0 || !elements[number].awaiting.isEmpty || time < elements[number].looksUntil
        }
        for number in asked where elements[number].looks > 0 {
            elements[number].looks -= 1
            // This may have been its turn, and the look comes yet.
            elements[number].looksUntil = time + 3_000_000_000
        }
        guard !isForOrder, let plan = servers[server].plan else { return coverage.note("questions for orders") }
        // The pace is a part of a second that is not always whole.
        let second = time - 1_000_000_000 + 1000
        servers[server].polls.removeAll { $0 <= second }
        servers[server].polls.append(time)
        if servers[server].polls.count > plan.perSecond {
            violate("server \(server) is asked \(servers[server].polls.count) times in a second")
        }
    }

    /// While an order waits for its server, nothing new is asked of it.
    func ordersGoFirst() {
        for server in justPolled where !servers[server].neverSent.isEmpty {
            for id in servers[server].neverSent {
                guard let order = orders[id], elements[order.element].unfinished.first == id else { continue }
                violate("server \(server) is asked while order \(id) waits for it")
            }
        }
        justPolled.removeAll(keepingCapacity: true)
    }
}
