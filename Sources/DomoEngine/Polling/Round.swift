import DomoModel

/// The progress of reading an endpoint that reports states.
struct Round: Sendable {
    /// The next query.
    struct Wanted: Sendable {
        var elements: [ElementID]
        var isForAll: Bool
        var isUrgent: Bool
    }

    let policy: ReadPolicy
    /// The elements that it is polled for, in the order of the house.
    let elements: [ElementID]
    /// The same as targets, if one answer covers all.
    let targets: [Target]
    /// The minimum time between two periodic queries.
    let minPause: Duration
    /// If a whole round takes longer than the policy's interval, readings don't become stale because of that.
    let maximumAge: Duration?
    /// There are no states to read: its queries only check whether the endpoint is reachable.
    let checksOnly: Bool
    /// The index of the next element, if they are read one by one.
    var next = 0
    /// True until all elements were read once.
    var isFirst = true
    /// The time of the next query, unless for an order; nil if the link reports changes by itself and everything was
    /// read.
    var nextPoll: Instant?
    /// When the earliest timer for the next query is due.
    var wakeAt: Instant?
    /// The time of the last periodic query.
    var lastPoll: Instant?
    /// The number of failed queries in a row.
    var failures = 0
    /// Elements to read again for an order.
    private(set) var urgent = Queue<ElementID>()
    /// The same as a set.
    private(set) var isUrgent: Set<ElementID> = []
    /// For a link without polling: elements whose read brought nothing, to be read again.
    private(set) var missed: [ElementID] = []
    var lastReading: Instant?
    /// The time of the last answer with states, even if it had none of these elements.
    private(set) var lastAnswer: Instant?
    /// Why states can't be read.
    var problem: String?
    /// The problem occurred in the present round.
    var hasProblemNow = false

    init(
        _ policy: ReadPolicy,
        elements: [ElementID],
        targets: [Target],
        checksOnly: Bool = false,
        nextPoll: Instant
    ) {
        self.policy = policy
        self.checksOnly = checksOnly
        self.elements = elements
        self.targets = targets
        self.nextPoll = nextPoll
        minPause = .seconds(1) / max(1, policy.perSecond)
        let round = policy.readsAll ? minPause : minPause * elements.count
        let isSlow = policy.mode == .polled && round > policy.interval
        maximumAge = policy.maximumAge.map { isSlow ? $0 * (round / policy.interval) : $0 }
    }

    /// - Returns: nil if there is nothing to read or to check.
    init?(of link: any LinkProfile, _ polled: PolledElements, nextPoll: Instant) {
        let check = polled.elements.isEmpty ? link.checkInterval.map { ReadPolicy.check(every: $0) } : nil
        guard let policy = check ?? link.reading else { return nil }
        self.init(
            policy,
            elements: polled.elements,
            targets: polled.targets,
            checksOnly: check != nil,
            nextPoll: nextPoll
        )
    }

    /// If one answer covers all, single elements are only read for orders.
    var pollsAll: Bool { policy.readsAll }

    /// The time between two periodic queries.
    var pace: Duration {
        if pollsAll { return max(policy.interval, minPause) }
        return isFirst ? minPause : max(policy.interval / max(1, elements.count), minPause)
    }

    /// True if a query is due.
    func isDue(at now: Instant) -> Bool { !urgent.isEmpty || nextPoll.map { $0 <= now } ?? false }

    /// Moves on to the next element.
    mutating func advance(at now: Instant) {
        lastPoll = now
        guard !isDone else { return }
        guard !pollsAll else {
            isFirst = false
            return
        }
        next += 1
        guard next >= elements.count else { return }
        next = 0
        isFirst = false
        if !hasProblemNow { problem = nil }
        hasProblemNow = false
    }

    /// A link that stays over a load has already reported its elements: only new elements, and those from another
    /// source before, are read.
    mutating func inherit(from old: Round, except rerouted: Set<ElementID>, number: (ElementID) -> ElementID?) {
        (lastReading, lastPoll) = (old.lastReading, old.lastPoll)
        if policy.readsAll, let next = old.nextPoll { nextPoll = min(nextPoll ?? next, next) }
        guard policy.mode == .pushed, !pollsAll, old.isDone else { return }
        let known = Set(old.elements.compactMap(number)).subtracting(old.missed.compactMap(number))
            .subtracting(rerouted)
        isFirst = false
        let wanted = Set(old.urgent.all.compactMap(number))
        noteMissed(elements.filter { !known.contains($0) || wanted.contains($0) })
        if missed.isEmpty { nextPoll = nil }
    }

    /// Without this, an element whose read failed would stay unknown until somebody moves it.
    mutating func noteMissed(_ elements: [ElementID]) {
        guard policy.mode == .pushed, !pollsAll else { return }
        missed += elements.filter { !missed.contains($0) }
    }

    mutating func noteAnswer(at now: Instant) {
        failures = 0
        lastAnswer = now
    }

    /// Starts the round again.
    mutating func startAgain() {
        next = 0
        isFirst = true
        missed = []
    }

    /// The last query was cancelled: its element is next again.
    mutating func stepBack(to element: ElementID?) {
        if next > 0, elements[next - 1] == element { next -= 1 }
    }

    /// - Returns: true if there was no problem before.
    mutating func noteProblem(_ reason: String) -> Bool {
        defer { (problem, hasProblemNow) = (reason, true) }
        return problem == nil
    }

    // MARK: - For orders

    mutating func noteUrgent(_ element: ElementID) {
        urgent.append(element)
        isUrgent.insert(element)
    }

    mutating func nextUrgent() -> Wanted? {
        guard let element = urgent.popFirst() else { return nil }
        isUrgent.remove(element)
        return Wanted(elements: [element], isForAll: false, isUrgent: true)
    }

    /// One answer covers all waiting orders.
    mutating func allUrgent() -> Wanted {
        urgent = Queue()
        isUrgent = []
        return Wanted(elements: elements, isForAll: true, isUrgent: true)
    }

    // MARK: - The next query

    /// The next periodic query; nil if a link without polling has answered for all elements.
    mutating func nextInTurn() -> Wanted? {
        if checksOnly || pollsAll { return Wanted(elements: elements, isForAll: pollsAll, isUrgent: false) }
        guard isDone else { return Wanted(elements: [elements[next]], isForAll: false, isUrgent: false) }
        guard !missed.isEmpty else {
            nextPoll = nil
            return nil
        }
        return Wanted(elements: [missed.removeFirst()], isForAll: false, isUrgent: false)
    }

    /// True if a link without polling was read completely once.
    var isDone: Bool { policy.mode == .pushed && !isFirst }
}
