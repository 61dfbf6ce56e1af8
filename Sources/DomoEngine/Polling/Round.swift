import DomoModel

/// How an endpoint that reports states is asked.
struct Round: Sendable {
    /// What is to be asked next.
    struct Wanted: Sendable {
        var elements: [ElementID]
        var isForAll: Bool
        var isUrgent: Bool
    }

    let policy: ReadPolicy
    /// The elements that it is asked for, in the order of the house.
    let elements: [ElementID]
    /// The same as the link sees them, where one answer covers all.
    let targets: [Target]
    /// Between any two questions that are asked in their turn.
    let minPause: Duration
    /// A house that takes longer than the policy's interval to be asked through is not stale for that.
    let maximumAge: Duration?
    /// The next of them whose turn it is, where they are asked for one by one.
    var next = 0
    /// True until all of them were asked for once.
    var isFirst = true
    /// Not asked again before, unless an order is to be confirmed; nil where the link reports by itself and all was asked.
    var nextPoll: Instant?
    /// When the earliest timer for its next question is due.
    var wakeAt: Instant?
    /// When it was last asked in its turn.
    var lastPoll: Instant?
    /// Questions in a row that brought nothing.
    var failures = 0
    /// To be looked at again, for an order.
    private(set) var urgent = Queue<ElementID>()
    /// The same, for who asks whether it is among them.
    private(set) var isUrgent: Set<ElementID> = []
    /// Where the link reports by itself: those that were asked for and brought nothing, to be asked for again.
    private(set) var missed: [ElementID] = []
    var lastReading: Instant?
    /// Why states can't be read.
    var problem: String?
    /// It came up since the first element had its turn.
    var hasProblemNow = false

    init(_ policy: ReadPolicy, elements: [ElementID], targets: [Target], nextPoll: Instant) {
        self.policy = policy
        self.elements = elements
        self.targets = targets
        self.nextPoll = nextPoll
        minPause = .seconds(1) / max(1, policy.perSecond)
        let round = policy.readsAll ? minPause : minPause * elements.count
        let isSlow = policy.mode == .polled && round > policy.interval
        maximumAge = policy.maximumAge.map { isSlow ? $0 * (round / policy.interval) : $0 }
    }

    /// Where one answer covers all, one by one is not asked, unless for an order.
    var pollsAll: Bool { policy.readsAll }

    /// From one question to the next.
    var pace: Duration {
        if pollsAll { return max(policy.interval, minPause) }
        return isFirst ? minPause : max(policy.interval / max(1, elements.count), minPause)
    }

    /// True where something is to be asked now.
    func isDue(at now: Instant) -> Bool { !urgent.isEmpty || nextPoll.map { $0 <= now } ?? false }

    /// The turn goes to the next.
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

    /// A link that went on through a load has reported what it was asked for: only what is new is asked for, and what was
    /// reported by another source.
    mutating func goOn(after old: Round, except strayed: Set<ElementID>, number: (ElementID) -> ElementID?) {
        (lastReading, lastPoll) = (old.lastReading, old.lastPoll)
        if policy.readsAll, let next = old.nextPoll { nextPoll = min(nextPoll ?? next, next) }
        guard policy.mode == .pushed, !pollsAll, old.isDone else { return }
        let known = Set(old.elements.compactMap(number)).subtracting(old.missed.compactMap(number))
            .subtracting(strayed)
        isFirst = false
        let wanted = Set(old.urgent.all.compactMap(number))
        noteMissed(elements.filter { !known.contains($0) || wanted.contains($0) })
        if missed.isEmpty { nextPoll = nil }
    }

    /// What brought nothing would not be known until somebody moves it.
    mutating func noteMissed(_ elements: [ElementID]) {
        guard policy.mode == .pushed, !pollsAll else { return }
        missed += elements.filter { !missed.contains($0) }
    }

    /// Everything is asked for again.
    mutating func startAgain() {
        next = 0
        isFirst = true
        missed = []
    }

    /// The last question was given up: its element has its turn again.
    mutating func stepBack(to element: ElementID?) {
        if next > 0, elements[next - 1] == element { next -= 1 }
    }

    /// - Returns: true where there was no problem before.
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

    /// One answer covers all that are waited for.
    mutating func allUrgent() -> Wanted {
        urgent = Queue()
        isUrgent = []
        return Wanted(elements: elements, isForAll: true, isUrgent: true)
    }

    // MARK: - Whose turn it is

    /// What is asked for next, where it is asked for one by one.
    var nextElements: [ElementID] {
        if let first = urgent.first { return [first] }
        if pollsAll || elements.isEmpty { return [] }
        return isDone ? Array(missed.prefix(1)) : [elements[next]]
    }

    /// Whose turn it is; nil where a link that reports by itself has answered for all.
    mutating func nextInTurn() -> Wanted? {
        if pollsAll { return Wanted(elements: elements, isForAll: true, isUrgent: false) }
        guard isDone else { return Wanted(elements: [elements[next]], isForAll: false, isUrgent: false) }
        guard !missed.isEmpty else {
            nextPoll = nil
            return nil
        }
        return Wanted(elements: [missed.removeFirst()], isForAll: false, isUrgent: false)
    }

    /// True where a link that reports by itself was asked for everything once.
    var isDone: Bool { policy.mode == .pushed && !isFirst }
}
