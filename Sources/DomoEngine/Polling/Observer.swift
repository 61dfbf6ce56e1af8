import DomoModel

/// Looks at the house: asks servers for their states at a steady pace, and after an order until the house is seen to obey.
///
/// It decides alone; what is to be done stands in `steps`, which its owner takes and carries out. Orders go first: it asks
/// only where no order waits for the server, and gives a question up where an order needs its place.
struct Observer: Sendable {
    enum Step: Sendable {
        case read(Dispatch.ID, of: [ElementID], isForAll: Bool, timeout: Duration, server: Int)
        case cancel(Dispatch.ID, via: any Driver)
        /// The house obeyed, and says so.
        case confirmed(Awaiting, by: Value)
        /// The time is over; the house last said something else.
        case mismatch(Awaiting, observed: Value)
        /// The time is over, and the house said nothing; or nobody looks any more.
        case unconfirmed(Awaiting, reason: String)
        /// Whoever waits can't wait for longer; the house is looked at further.
        case undecided(PendingOrder)
        /// A newer order moves the same facet.
        case overtaken(Awaiting)
        /// The house says what an element is, or that it doesn't know.
        case observed(ElementID, FacetType, Value?)
        /// What was not heard of for long may be stale.
        case expire(server: Int)
        /// A server that answers does not tell what it should.
        case troubled(server: Int, reason: String)
    }

    /// An order that was accepted and not yet seen to be obeyed.
    struct Awaiting: Sendable {
        var order: PendingOrder
        var action: Value
        /// The least difference that the facet knows, where it is known.
        var precision: Decimal?
        var acceptedAt: Instant
        var until: Instant
        /// How often it was asked for.
        var asked = 0
        /// What the house last said instead, and when.
        var observed: Value?
        var observedAt: Instant?
    }

    /// A query that was not reported yet.
    struct Question: Sendable {
        /// Nil where a load took the server away.
        var server: Int?
        /// In the order of the query's targets; nil where a load took the element away.
        var elements: [ElementID?]
        var isForAll: Bool
        /// It confirms an order, and is not given up for another order.
        var isUrgent: Bool
        var isProbe: Bool
        var began: Instant
        var driver: any Driver
    }

    /// How a server that tells its state is asked.
    struct Round: Sendable {
        var plan: ReadingPlan
        /// The elements that it tells of, in the order of the house.
        var elements: [ElementID]
        /// The same as the driver sees them, where one answer tells all.
        var targets: [Target]
        /// The next of them whose turn it is, where they are asked for one by one.
        var next = 0
        /// All of them were asked for once.
        var isFirst = true
        /// Not asked again before, unless an order is to be confirmed.
        var nextPoll: Instant
        /// When it was last asked in its turn.
        var lastPoll: Instant?
        /// Questions in a row that brought nothing.
        var failures = 0
        /// To be looked at again, for an order.
        var urgent = Queue<ElementID>()
        /// The same, for who asks whether it is among them.
        var isUrgent: Set<ElementID> = []
        var lastReading: Instant?
        /// Why states can't be read.
        var problem: String?
        /// It came up since the first element had its turn.
        var hasProblemNow = false

        /// Where one answer tells all, one by one is not asked, unless for an order.
        var pollsAll: Bool { plan.tellsAll }

        /// From one question to the next.
        var pace: Duration {
            if pollsAll { return max(plan.interval, leastPause) }
            return isFirst ? leastPause : max(plan.interval / max(1, elements.count), leastPause)
        }

        /// Between any two questions that are asked in their turn.
        var leastPause: Duration { .seconds(1) / max(1, plan.perSecond) }

        /// A house that takes longer than the plan's interval to be asked through is not stale for that.
        var maximumAge: Duration {
            let round = pollsAll ? leastPause : leastPause * elements.count
            return round > plan.interval ? plan.maximumAge * (round / plan.interval) : plan.maximumAge
        }
    }

    enum Due: Sendable {
        case poll(server: Int)
        /// An element is to be looked at for the orders that it awaits.
        case readback(ElementID)
        /// The same, where one answer tells all.
        case readbackAll(server: Int)
        /// What became of an order is in doubt.
        case look(ElementID)
        /// An order was to be confirmed by now.
        case confirmation(OrderID)
        case expiry(server: Int)
    }

    /// At most so many questions wait for one server's answers, those that confirm orders apart.
    static let mostPolls = 2
    static let readback = Backoff(first: .milliseconds(300), longest: .seconds(2))
    static let retry = Backoff(first: .seconds(1), longest: .seconds(30))

    var steps: [Step] = []
    /// By the server's number; nil for one that tells nothing.
    var rounds: [Round?] = []
    /// Of which types each element's server tells; by the element's number.
    var readable: [FacetTypes] = []
    /// The server that tells of each element, by the element's number; empty where no server tells anything.
    var serverOf: [Int?] = []
    var awaiting: [OrderID: Awaiting] = [:]
    /// The order that each facet waits for.
    var awaited: [ElementID: [OrderID]] = [:]
    var questions: [Dispatch.ID: Question] = [:]
    /// Of them, those that were given up.
    var cancelled: Set<Dispatch.ID> = []
    var timers = Timers<Due, Instant>()
    var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed ^ 0x0B5E_12FE_5EED_0001)
    }

    /// How many of what it holds; a server that is polled always has timers, and may have questions under way.
    var held: [String: Int] {
        [
            "awaiting": awaiting.count, "awaited": awaited.count, "questions": questions.count,
            "cancelled questions": cancelled.count, "polling timers": timers.count, "polling steps": steps.count,
            "urgent questions": rounds.reduce(0) { $0 + ($1?.urgent.count ?? 0) },
        ]
    }

    mutating func takeSteps() -> [Step] {
        defer { steps.removeAll(keepingCapacity: true) }
        return steps
    }

    /// The server that tells of the element; nil where none does.
    func server(of element: ElementID) -> Int? {
        serverOf.indices.contains(element.number) ? serverOf[element.number] : nil
    }

    /// True where the server tells of this type of the element.
    func tells(_ type: FacetType, of element: ElementID) -> Bool {
        readable.indices.contains(element.number) && readable[element.number].contains(type)
    }

    /// True where the server tells of this type of the element, or of one from which it follows.
    func keeps(_ type: FacetType, of element: ElementID) -> Bool {
        readable.indices.contains(element.number) && readable[element.number].contains { $0.moves(with: type) }
    }

    /// When what was heard of an element is stale; nil where its server tells nothing of it.
    func maximumAge(of element: ElementID, _ type: FacetType) -> Duration? {
        guard keeps(type, of: element), let server = serverOf[element.number] else { return nil }
        return rounds[server]?.maximumAge
    }

    mutating func expire(_ server: Int, at moment: Instant) {
        timers.add(.expiry(server: server), at: moment)
    }
}
