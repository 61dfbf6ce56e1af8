import DomoEngine
import DomoModel

/// One of the servers: what it is, how it fares, and what is known of how it was treated.
struct SimulatedServer {
    enum Kind: Int {
        /// One answer tells all.
        case all
        /// Each element is asked for.
        case one
        /// It tells nothing.
        case none
        /// One answer tells all, and after an order the element is asked for alone.
        case both
    }

    let kind: Kind
    let driver: SimulatedDriver
    /// How it may be asked; a load may leave it out.
    let plan: ReadingPlan?
    let deadline: Int64
    var maxInFlight: Int
    var connections: Int

    // As the last load says.
    var isPresent = false
    var isAsked = false

    // As it fares.
    var isAway = false
    /// It is away and doesn't even say so.
    var isSilent = false

    // As it was treated since the engine knows it.
    /// Dispatches and questions that were not reported.
    var open = 0
    /// It asked for quiet until then.
    var quietUntil = Int64.min
    /// The engine says that it is out of reach.
    var isOutOfReach = false
    /// When it was last asked in its turn, the newest last.
    var polls: [Int64] = []
    /// Orders for it that were never sent.
    var neverSent: Set<UInt64> = []

    mutating func forget() {
        open = 0
        quietUntil = .min
        isOutOfReach = false
        polls = []
        neverSent = []
    }
}
