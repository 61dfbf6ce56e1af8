import DomoModel

/// Asks endpoints for their states: at a steady pace or, where the link reports changes by itself, once; and after an order
/// until the house is seen to obey.
///
/// It decides alone; what is to be done is in its steps, which the engine takes and carries out. Orders go first: it asks
/// only where no order waits for the endpoint, and gives a question up where an order needs its place.
struct Polling: Sendable {
    /// At most so many questions wait for one endpoint's answers, those that confirm orders apart.
    private static let maxPolls = 2
    private static let readback = Backoff(first: .milliseconds(300), longest: .seconds(2))
    private static let retry = Backoff(first: .seconds(1), longest: .seconds(30))

    private var steps: [Step] = []
    /// By the endpoint's number; nil for one that reports nothing.
    private var rounds: [Round?] = []
    private(set) var facets = ReadableFacets()
    private var questions = Questions()
    private var timers = Timers<Due, Instant>()
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed ^ 0x0B5E_12FE_5EED_0001)
    }

    mutating func takeSteps() -> [Step] { steps.takeAll() }

    var hasSteps: Bool { !steps.isEmpty }
    var earliest: Instant? { timers.earliest }
    var held: [String: Int] {
        [
            "questions": questions.count, "cancelled questions": questions.cancelledCount,
            "polling timers": timers.count,
            "polling steps": steps.count, "urgent questions": rounds.reduce(0) { $0 + ($1?.urgent.count ?? 0) },
        ]
    }

    // MARK: - What is reported

    func reports(_ type: FacetType, of element: ElementID) -> Bool { facets.reports(type, of: element) }

    /// True where the house reports the facet, or one from which it follows.
    func keeps(_ type: FacetType, of element: ElementID) -> Bool { facets.keeps(type, of: element) }

    /// The endpoint that reports a facet; nil where none does.
    func endpoint(of element: ElementID, _ type: FacetType) -> EndpointID? { facets.endpoint(of: element, type) }

    /// The endpoint that reports a facet, or one from which it follows.
    func keeper(of element: ElementID, _ type: FacetType) -> EndpointID? { facets.keeper(of: element, type) }

    /// A stop leaves no state that says so.
    func canConfirm(_ value: Value, of element: ElementID) -> Bool {
        value != .stop && reports(value.type, of: element)
    }

    /// How an endpoint is read, and how that goes.
    func round(of endpoint: EndpointID) -> Round? {
        rounds.indices.contains(endpoint.number) ? rounds[endpoint.number] : nil
    }

    func policy(of endpoint: EndpointID) -> ReadPolicy? { round(of: endpoint)?.policy }

    // MARK: - What is asked, and when

    mutating func wake(_ confirmations: Confirmations, at now: Instant) {
        while let due = timers.popDue(at: now) {
            switch due {
            case .poll(let endpoint): pollIsDue(endpoint, at: now)
            case .readback(let element):
                if confirmations.isAwaited(element) { wantReadback(of: element, confirmations) }
            case .readbackAll(let endpoint):
                let waiting = confirmations.elements.first { facets.endpoints(of: $0).contains(endpoint) }
                if let waiting { wantReadback(of: waiting, confirmations) }
            case .look(let element): wantReadback(of: element, confirmations)
            case .expiry(let endpoint): steps.append(.expire(endpoint))
            }
        }
    }

    /// Asks what may be asked now.
    mutating func pump(
        _ orders: inout Orders,
        _ links: inout Links,
        at now: Instant,
        target: (ElementID) -> Target
    ) {
        for endpoint in links.all where !orders.isStopping {
            if links.reading(endpoint) > 0 { cedePlaces(at: endpoint, to: orders, links[endpoint]) }
            guard rounds[endpoint.number]?.isDue(at: now) == true else { continue }
            func cost(_ elements: [ElementID]) -> Int { max(1, links[endpoint].cost(ofReading: elements, target)) }
            var next = cost(rounds[endpoint.number]?.nextElements ?? [])
            while let question = nextQuestion(for: endpoint, orders, links[endpoint], next, at: now) {
                ask(question, of: endpoint, orders.nextDispatchID(), &links, cost(question.elements), at: now)
                next = cost(rounds[endpoint.number]?.nextElements ?? [])
            }
            links.awaitBudget(ofReading: next, endpoint, at: now)
        }
    }

    private mutating func nextQuestion(
        for id: EndpointID,
        _ orders: Orders,
        _ endpoint: Endpoint,
        _ cost: Int,
        at now: Instant
    ) -> Round.Wanted? {
        guard let round = rounds[id.number], !round.elements.isEmpty, !orders.hasReady(id),
            endpoint.mayRead(cost, at: now)
        else { return nil }
        if !round.urgent.isEmpty, let wanted = urgentQuestion(for: id, round, at: now) { return wanted }
        guard let nextPoll = round.nextPoll, nextPoll <= now else { return nil }
        guard questions.polls(at: id) < (round.pollsAll ? 1 : endpoint.profile.maxReads ?? Self.maxPolls) else {
            return nil
        }
        return rounds[id.number]?.nextInTurn()
    }

    private mutating func urgentQuestion(for id: EndpointID, _ round: Round, at now: Instant) -> Round.Wanted? {
        if round.policy.readsOne {
            return rounds[id.number]?.nextUrgent()
        }
        // One answer covers all that are waited for; one that is under way may be of a time too early.
        guard !questions.hasUrgentForAll(at: id) else { return nil }
        // An answer that covers all is a long one: even for orders it is not asked for at any pace.
        if let last = round.lastPoll, now < last + round.minPause {
            wakeForPoll(id, at: last + round.minPause)
            return nil
        }
        return rounds[id.number]?.allUrgent()
    }

    private mutating func ask(
        _ wanted: Round.Wanted,
        of endpoint: EndpointID,
        _ id: Dispatch.ID,
        _ links: inout Links,
        _ cost: Int,
        at now: Instant
    ) {
        guard let round = rounds[endpoint.number] else { return }
        if !wanted.isUrgent || wanted.isForAll { advance(endpoint, at: now) }
        let isProbe = links.willRead(from: endpoint, cost: cost, at: now)
        let port = links[endpoint].link.port
        questions.add(id, Question(wanted, of: endpoint, isProbe: isProbe, began: now, via: port))
        let timeout = round.policy.timeout
        if wanted.isForAll {
            steps.append(.read(id, of: round.targets, isForAll: true, timeout: timeout, endpoint))
        } else {
            steps.append(.readElements(id, of: wanted.elements, timeout: timeout, endpoint))
        }
    }

    private mutating func advance(_ id: EndpointID, at now: Instant) {
        rounds[id.number]?.advance(at: now)
        guard let round = rounds[id.number] else { return }
        if round.isDone, round.missed.isEmpty {
            rounds[id.number]?.nextPoll = nil
        } else {
            poll(id, at: now + round.pace)
        }
    }

    private mutating func poll(_ id: EndpointID, at moment: Instant) {
        guard let round = rounds[id.number] else { return }
        let next = max(moment, round.lastPoll.map { $0 + round.minPause } ?? moment)
        rounds[id.number]?.nextPoll = next
        wakeForPoll(id, at: next)
    }

    /// One timer for each endpoint, at the earliest moment.
    private mutating func wakeForPoll(_ id: EndpointID, at moment: Instant) {
        guard let round = rounds[id.number], round.wakeAt.map({ moment < $0 }) ?? true else { return }
        rounds[id.number]?.wakeAt = moment
        timers.add(.poll(id), at: moment)
    }

    private mutating func pollIsDue(_ id: EndpointID, at now: Instant) {
        rounds[id.number]?.wakeAt = nil
        if let next = rounds[id.number]?.nextPoll, now < next { wakeForPoll(id, at: next) }
    }

    /// Where an order needs the place of a question, the question is given up.
    private mutating func cedePlaces(at id: EndpointID, to orders: Orders, _ endpoint: Endpoint) {
        let isWanted = endpoint.inFlight > endpoint.profile.connections || orders.hasReady(id)
        guard isWanted, endpoint.inFlight >= endpoint.profile.connections, endpoint.reading > 0 else { return }
        if let (question, port) = questions.cancelOne(at: id) { steps.append(.cancel(question, via: port)) }
    }

    // MARK: - For orders

    /// An order was accepted that the house can be seen to obey: looks for that from now on.
    mutating func readBack(_ element: ElementID, _ type: FacetType, at now: Instant) {
        guard let policy = facets.endpoint(of: element, type).flatMap(policy(of:)) else { return }
        timers.add(.readback(element), at: now + policy.confirmDelay)
    }

    /// Something else is to be found out of the element soon: what became of it is uncertain.
    mutating func lookAgain(at element: ElementID, at now: Instant) {
        guard let policy = facets.endpoints(of: element).first.flatMap(policy(of:)) else { return }
        timers.add(.look(element), at: now + policy.confirmDelay)
    }

    /// After an order was not confirmed: a link that reports by itself is not asked for the rest in its turn.
    mutating func lookOnce(at element: ElementID, at now: Instant) {
        let isPushed = facets.endpoints(of: element).contains { policy(of: $0)?.mode == .pushed }
        if isPushed { lookAgain(at: element, at: now) }
    }

    /// What was heard came too late to say anything.
    mutating func noteMissed(_ heard: Heard, at now: Instant) {
        guard let id = facets.endpoint(of: heard.element, heard.type), let round = rounds[id.number],
            round.policy.mode == .pushed
        else { return }
        rounds[id.number]?.noteMissed([heard.element])
        poll(id, at: round.nextPoll ?? now + round.pace)
    }

    private mutating func wantReadback(of element: ElementID, _ confirmations: Confirmations) {
        for endpoint in facets.endpoints(of: element) {
            // Where nothing is asked for, all comes by itself.
            guard let round = rounds[endpoint.number], !round.elements.isEmpty, !round.isUrgent.contains(element)
            else { continue }
            if !round.policy.readsOne, isAsked(of: element, endpoint, confirmations) { continue }
            rounds[endpoint.number]?.noteUrgent(element)
        }
    }

    /// True where a question for all is under way that began after the orders that the element awaits were accepted.
    private func isAsked(of element: ElementID, _ endpoint: EndpointID, _ confirmations: Confirmations) -> Bool {
        guard let accepted = confirmations.lastAcceptance(of: element) else { return false }
        return questions.hasUrgentForAll(at: endpoint, after: accepted)
    }

    // MARK: - What answers say

    /// The endpoint that was asked; nil where a load took it away, or the query was reported before.
    func endpoint(ofQuery id: Dispatch.ID) -> EndpointID? { questions[id]?.endpoint }

    /// Nobody waits for what was heard.
    mutating func found(_ heard: Heard) { steps.append(.observed(heard)) }

    /// - Returns: what was heard, as far as the endpoint reports it.
    mutating func answer(
        _ answer: Answer,
        to id: Dispatch.ID,
        isLast: Bool,
        _ confirmations: inout Confirmations,
        _ links: inout Links,
        at now: Instant
    ) -> [Heard] {
        guard let question = questions[id] else { return [] }
        if isLast {
            questions.remove(id)
            if let endpoint = question.endpoint {
                links.note(answer, from: endpoint, isProbe: question.isProbe, at: now)
                planNext(after: answer, to: question, endpoint, at: now)
                if question.isUrgent { planReadback(after: question, endpoint, &confirmations, at: now) }
            }
        }
        guard case .states(let states) = answer, let endpoint = question.endpoint, !links[endpoint].isDown else {
            return []
        }
        // Whoever begins to answer is reachable.
        if !isLast { links.heard(from: endpoint, at: now) }
        if states.contains(where: { $0.value != nil }) { rounds[endpoint.number]?.lastReading = now }
        let isPushed = policy(of: endpoint)?.mode == .pushed
        return states.compactMap { state in
            guard question.elements.indices.contains(state.target), let element = question.elements[state.target],
                state.value.map({ $0.type == state.type }) ?? true
            else { return nil }
            var heard = Heard(element: element, type: state.type, value: state.value, asked: question.began)
            heard.isResponse = isPushed
            heard.isCompared = comparison(of: element, state.type) == endpoint
            return heard.isCompared || facets.endpoint(of: element, state.type) == endpoint ? heard : nil
        }
    }

    private mutating func planNext(after answer: Answer, to question: Question, _ id: EndpointID, at now: Instant) {
        if case .states = answer {} else { rounds[id.number]?.noteMissed(question.elements.compactMap { $0 }) }
        switch answer {
        case .states:
            rounds[id.number]?.failures = 0
            if rounds[id.number]?.pollsAll == true { rounds[id.number]?.problem = nil }
        case .cancelled:
            // An urgent one is asked again for its order, or in its turn. A link that reports by itself has no turns.
            if question.isUrgent, rounds[id.number]?.policy.mode != .pushed { return }
            if !question.isForAll, !question.isUrgent {
                rounds[id.number]?.stepBack(to: question.elements.first ?? nil)
            }
            poll(id, at: now + .milliseconds(500))
        case .refused(let reason, _), .unusable(let reason):
            note(reason, id)
            if rounds[id.number]?.pollsAll == true || rounds[id.number]?.isDone == true { pause(id, at: now) }
        case .failed: pause(id, at: now)
        }
    }

    /// Asks again soon, and then at growing intervals.
    private mutating func pause(_ id: EndpointID, at now: Instant) {
        guard let round = rounds[id.number] else { return }
        rounds[id.number]?.failures += 1
        let pause = Self.retry.delay(failures: round.failures + 1, using: &random)
        guard round.pollsAll else { return poll(id, at: max(round.nextPoll ?? now, now + pause)) }
        poll(id, at: now + min(pause, round.policy.interval))
    }

    private mutating func note(_ reason: String, _ id: EndpointID) {
        if rounds[id.number]?.noteProblem(reason) == true { steps.append(.troubled(id, reason: reason)) }
    }

    /// Orders that are still waited for are looked at again.
    private mutating func planReadback(
        after question: Question,
        _ endpoint: EndpointID,
        _ confirmations: inout Confirmations,
        at now: Instant
    ) {
        let waiting = question.isForAll ? confirmations.elements : question.elements.compactMap { $0 }
        var least: Int?
        for element in waiting where facets.endpoints(of: element).contains(endpoint) {
            guard let asked = confirmations.noteAsked(element) else { continue }
            least = min(least ?? asked, asked)
        }
        guard let least else { return }
        let next = now + Self.readback.delay(failures: least + 1, using: &random)
        // One question for all that wait.
        if question.isForAll {
            timers.add(.readbackAll(endpoint), at: next)
        } else if let element = question.elements.first ?? nil {
            timers.add(.readback(element), at: next)
        }
    }

    mutating func stop() {
        for (id, question) in questions.inOrder { steps.append(.cancel(id, via: question.port)) }
    }

    mutating func expire(_ endpoint: EndpointID, at moment: Instant) { timers.add(.expiry(endpoint), at: moment) }

    /// An endpoint of a link that reports by itself came up: everything is asked for once.
    mutating func readAll(of id: EndpointID, at now: Instant) {
        guard policy(of: id)?.mode == .pushed else { return }
        rounds[id.number]?.startAgain()
        poll(id, at: now)
    }

    /// The link reported something of an endpoint by itself.
    mutating func heard(from id: EndpointID, at now: Instant) { rounds[id.number]?.lastReading = now }

    // MARK: - Loads

    /// Takes in a new load of the houses.
    ///
    /// - Parameters:
    ///   - old: for each endpoint from before its number now.
    ///   - strayed: the elements of which another source reports something now, by their new numbers.
    mutating func load(
        _ readable: ReadableFacets,
        _ asked: [AskedElements],
        _ links: Links,
        old: [EndpointID?],
        element: (ElementID) -> ElementID?,
        strayed: Set<ElementID>,
        at now: Instant
    ) {
        let before = rounds
        facets = readable
        rounds = links.all.map { endpoint in
            guard let policy = links[endpoint].link.profile.reading else { return nil }
            let asked = asked[endpoint.number]
            // Not all endpoints at once, and none at the very start.
            let first = now + .milliseconds(Int.random(in: 0..<1000, using: &random))
            var round = Round(policy, elements: asked.elements, targets: asked.targets, nextPoll: first)
            if let number = old.firstIndex(of: endpoint), let before = before[number] {
                round.goOn(after: before, except: strayed, number: element)
            }
            return round
        }
        timers.replace { due in
            // What is uncertain of an element is still to be found out.
            if case .look(let old) = due { element(old).map { .look($0) } } else { nil }
        }
        questions.load(element: element, endpoint: { old[$0.number] })
    }

    /// After a load: looks at once for the orders that wait to be confirmed, and then goes on in turn.
    mutating func resume(awaited: [ElementID], at now: Instant) {
        for element in awaited { timers.add(.readback(element), at: now) }
        for (number, round) in rounds.enumerated() {
            guard let next = round?.nextPoll else { continue }
            poll(EndpointID(number), at: next)
            timers.add(.expiry(EndpointID(number)), at: now)
        }
    }
}
