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
        /// A link without polling that goes up and down; it is read once when it comes up.
        case pushing
        /// One answer reports all elements; after an order, the element is read alone.
        case both
    }

    let kind: Kind
    let link: SimulatedLink
    /// How it may be read; a load may omit it.
    let plan: ReadPolicy?
    let deadline: Int64
    var maxInFlight: Int
    var connections: Int

    // For a pushing link.
    /// Nil while its port is not started.
    var id: LinkID?
    var isUp = false

    // Set by the last load.
    var isPresent = false
    var isRead = false

    // Its faults.
    var isDown = false
    /// While down, it does not even refuse connections.
    var isSilent = false

    // The engine's dealings with the server so far.
    /// Dispatches and queries without an outcome yet.
    var inFlight = 0
    /// It sent Retry-After: not to be used before this time.
    var rateLimitedUntil = Int64.min
    /// The engine published that it is unreachable.
    var isUnreachable = false
    /// The times of the last polls, newest last.
    var polls: [Int64] = []
    /// Orders for it that were never sent.
    var neverSent: Set<UInt64> = []

    mutating func forget() {
        id = nil
        isUp = false
        inFlight = 0
        rateLimitedUntil = .min
        isUnreachable = false
        polls = []
        neverSent = []
    }
}
