import DomoSystem

/// An activity that continues during the whole soak, on a thread of its own.
protocol SoakPart: Sendable {
    static var name: String { get }

    /// Runs one round; the client is kept from round to round.
    func round(_ soak: SoakContext, _ random: inout SoakRandom, _ client: inout SoakClient?) throws(BenchFault)
}

/// The daemon, houses and servers that the parts of a soak use.
struct SoakContext: Sendable {
    let socketPath: String
    /// The process ID of the daemon.
    let process: Int32
    let houses: SoakHouses
    let healthy: SoakServer
    let flapping: SoakServer
    let log: SoakLog

    func connect() throws(BenchFault) -> SoakClient { try SoakClient(path: socketPath) }

    /// Returns the persistent connection of a part, and opens it if necessary.
    func client(_ client: inout SoakClient?) throws(BenchFault) -> SoakClient {
        if let client { return client }
        let new = try connect()
        client = new
        return new
    }
}

extension SoakPart {
    /// Repeats rounds until the soak stops. A broken connection is a fault of the daemon; the next round opens a new
    /// one.
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
        guard let thread else { throw BenchFault("can't start a thread") }
        return thread
    }
}
