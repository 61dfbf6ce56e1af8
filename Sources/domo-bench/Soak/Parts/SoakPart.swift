import DomoSystem

/// One thing that goes on all through a soak, on a thread of its own.
protocol SoakPart: Sendable {
    static var name: String { get }

    /// One round of it; the client stays from round to round.
    func round(_ soak: SoakContext, _ random: inout SoakRandom, _ client: inout SoakClient?) throws(BenchFault)
}

/// What the parts of a soak act on.
struct SoakContext: Sendable {
    let socketPath: String
    /// The daemon's.
    let process: Int32
    let houses: SoakHouses
    let healthy: SoakServer
    let flapping: SoakServer
    let log: SoakLog

    func connect() throws(BenchFault) -> SoakClient { try SoakClient(path: socketPath) }

    /// The connection of a part that keeps one.
    func client(_ client: inout SoakClient?) throws(BenchFault) -> SoakClient {
        if let client { return client }
        let new = try connect()
        client = new
        return new
    }
}

extension SoakPart {
    /// Round after round until the soak stops. A connection that breaks off is a fault of the daemon, and the next round
    /// has a new one.
    func start(_ soak: SoakContext, seed: UInt64) throws(BenchFault) -> WorkerThread {
        let thread = WorkerThread(name: "soak-\(Self.name)") {
            var random = SoakRandom(seed: seed)
            var client: SoakClient?
            while !soak.log.isStopping {
                do {
                    try round(soak, &random, &client)
                } catch {
                    soak.log.fault("\(Self.name): \(error)")
                    client = nil
                    soak.log.pause(seconds: 1)
                }
            }
        }
        guard let thread else { throw BenchFault("no thread is left") }
        return thread
    }
}
