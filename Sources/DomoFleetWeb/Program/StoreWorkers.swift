import DomoFleetStore
import DomoSystem
import Synchronization

/// Threads with connections to PostgreSQL: libpq blocks.
final class StoreWorkers: Sendable {
    typealias Body<Result> = @Sendable (StoreConnection) throws(StoreFault) -> Result

    private struct State {
        var jobs: [@Sendable (Result<StoreConnection, StoreFault>) -> Bool] = []
        var isStopping = false
        var running = 0
        var end: CheckedContinuation<Void, Never>?
        /// The last failed attempt to connect, and until when nobody tries again.
        var failure: (fault: StoreFault, until: ContinuousClock.Instant)?
    }

    private static let maxJobs = 256
    private static let pause: Duration = .seconds(1)

    private let settings: StoreSettings
    private let count: Int
    private let state = Mutex(State())
    private let signal = ThreadSemaphore()

    /// - Parameter count: of threads and connections.
    init(_ settings: StoreSettings, count: Int = 4) { (self.settings, self.count) = (settings, count) }

    func start() throws(ThreadFault) {
        for _ in 0..<count {
            try WorkerThread.start(name: "domo-store") { self.work() }
            state.withLock { $0.running += 1 }
        }
    }

    /// Ends the threads after what they have begun.
    func stop() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                state.isStopping = true
                if state.running > 0 { state.end = continuation }
                return state.running == 0
            }
            for _ in 0..<count { signal.signal() }
            if isOver { continuation.resume() }
        }
    }

    /// Runs the body with a connection; again, with a new one, if the connection broke. So the body must be one that may
    /// run twice.
    func run<Result: Sendable>(_ body: @escaping Body<Result>) async throws(StoreFault) -> Result {
        let result: Swift.Result<Result, StoreFault> = await withCheckedContinuation { continuation in
            let attempts = Mutex(0)
            let isTaken = state.withLock { state in
                guard !state.isStopping, state.running > 0, state.jobs.count < Self.maxJobs else { return false }
                state.jobs.append { connection in
                    let isFirst = attempts.withLock { attempts in
                        attempts += 1
                        return attempts == 1
                    }
                    let result: Swift.Result<Result, StoreFault>
                    do throws(StoreFault) {
                        result = .success(try body(try connection.get()))
                    } catch {
                        if error.kind == .lost, isFirst, case .success = connection { return false }
                        result = .failure(error)
                    }
                    continuation.resume(returning: result)
                    return true
                }
                return true
            }
            if isTaken { signal.signal() } else { continuation.resume(returning: .failure(Self.busy)) }
        }
        return try result.get()
    }

    private static var busy: StoreFault {
        StoreFault(.busy, "too many requests wait for PostgreSQL", hint: "try again in a moment")
    }

    // MARK: - On the threads

    private func work() {
        var connection: StoreConnection?
        while true {
            signal.wait()
            let (job, isStopping) = state.withLock { state in
                (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isStopping)
            }
            guard let job else {
                if isStopping { break }
                continue
            }
            if connection?.isUsable != true { connection = nil }
            let isDone = job(open(&connection))
            if !isDone {
                connection?.close()
                connection = nil
                _ = job(open(&connection))
            }
        }
        connection?.close()
        let end = state.withLock { state in
            state.running -= 1
            return state.running == 0 ? state.end.take() : nil
        }
        end?.resume()
    }

    private func open(_ connection: inout StoreConnection?) -> Result<StoreConnection, StoreFault> {
        if let connection { return .success(connection) }
        let failure = state.withLock(\.failure)
        if let failure, .now < failure.until { return .failure(failure.fault) }
        do throws(StoreFault) {
            let new = try StoreConnection(settings)
            try Schema.current.check(new)
            connection = new
            return .success(new)
        } catch {
            // A refused login is not the fault of who asks for a page.
            var fault = error
            fault.kind = error.kind == .schema ? .schema : .lost
            state.withLock { $0.failure = (fault, .now + Self.pause) }
            return .failure(fault)
        }
    }
}
