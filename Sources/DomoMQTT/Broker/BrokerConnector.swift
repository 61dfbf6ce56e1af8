import DomoSystem
import Synchronization

/// Connects to the broker on a thread of its own: looking up a name and connecting may block for minutes.
final class BrokerConnector: Sendable {
    private struct State {
        var attempts = 0
        var result: Result<BrokerClient, BrokerFault>?
        /// The number of the attempt whose result is wanted.
        var current = 0
    }

    /// Attempts that hang are left to end by themselves, but there are no more of them than this.
    private static let maxAttempts = 3

    private let state = Mutex(State())
    private let events: SocketEvents

    /// - Parameter events: its wait ends when there is a result.
    init(events: SocketEvents) { self.events = events }

    /// Starts an attempt, whose result replaces that of an earlier one.
    func start(_ settings: BrokerSettings, version: MQTTVersion, will: Publication) {
        let number: Int? = state.withLock { state in
            state.current += 1
            state.result = nil
            guard state.attempts < Self.maxAttempts else { return nil }
            state.attempts += 1
            return state.current
        }
        guard let number else { return }
        do throws(ThreadFault) {
            try WorkerThread.start(name: "domo-connect") {
                let result = Result { () throws(BrokerFault) in
                    let client = try BrokerClient(settings, version: version, will: will)
                    try client.connect(to: settings)
                    return client
                }
                self.end(number, result)
            }
        } catch {
            end(number, .failure(BrokerFault(message: error.description)))
        }
    }

    private func end(_ number: Int, _ result: Result<BrokerClient, BrokerFault>) {
        state.withLock { state in
            state.attempts -= 1
            if number == state.current { state.result = result }
        }
        events.endWait()
    }

    /// The result of the current attempt is no longer wanted.
    func cancel() {
        state.withLock { state in
            state.current += 1
            state.result = nil
        }
    }

    func takeResult() -> Result<BrokerClient, BrokerFault>? {
        state.withLock { state in
            defer { state.result = nil }
            return state.result
        }
    }
}
