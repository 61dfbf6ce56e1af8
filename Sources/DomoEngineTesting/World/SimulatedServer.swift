import DomoEngine
import DomoModel

/// A server: its properties, its faults, and what the engine has sent to it.
struct SimulatedServer {
    enum Kind: Int {
        /// One answer reports all elements.
        case all
        /// Elements are read one by one.
        case one
        /// It reports nothing.
        case none
        /// One answer reports all elements; after an order its element is read alone.
        case both
    }

    let kind: Kind
    let driver: SimulatedDriver
    /// How it may be read; a load may leave it out.
    let plan: ReadingPlan?
    let deadline: Int64
    var maxInFlight: Int
    var connections: Int

    // By the last load.
    var isPresent = false
    var isRead = false

    // Its faults.
    var isDown = false
    /// While down it does not even refuse connections.
    var isSilent = false

    // What the engine has done since it knows the server.
    /// Dispatches and queries without a report yet.
    var inFlight = 0
    /// It sent Retry-After: not to be used before this moment.
    var rateLimitedUntil = Int64.min
    /// The engine published that it is unreachable.
    var isUnreachable = false
    /// The moments of the last polls, the newest last.
    var polls: [Int64] = []
    /// Orders for it that were never sent.
    var neverSent: Set<UInt64> = []

    mutating func forget() {
        inFlight = 0
        rateLimitedUntil = .min
        isUnreachable = false
        polls = []
        neverSent = []
    }
}
