import DomoModel

/// A server as delivery knows it.
struct ServerState: Sendable {
    var profile: Catalog.Server
    var breaker = Breaker()
    /// Nil until something was sent to it.
    var isReachable: Bool?
    var lastContact: Timestamp?
    /// Dispatches and queries not reported yet, those given up included.
    var inFlight = 0
    /// Of them, the queries.
    var reading = 0
    /// It asked not to be asked before.
    var quietUntil: Instant?
    /// Orders that are not in flight.
    var waiting = 0
    /// The elements whose next order may be sent.
    var ready = Queue<ElementID>()

    init(_ profile: Catalog.Server) {
        self.profile = profile
    }

    func mayTake(at now: Instant) -> Bool {
        inFlight < profile.maxInFlight && mayTry(at: now)
    }

    func mayTry(at now: Instant) -> Bool {
        (quietUntil.map { $0 <= now } ?? true) && breaker.mayTry(at: now)
    }
}
