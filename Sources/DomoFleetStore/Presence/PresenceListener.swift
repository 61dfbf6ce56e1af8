import DomoBridge
import DomoFleet
import DomoLanguage
import DomoModel
import DomoNATS
import DomoSystem
import NIOCore
import ServiceLifecycle
import Synchronization

/// Listens to the servers while this worker is the one that does: which houses are connected?
///
/// It asks all servers often whether they are there: what a server sent before its answer has arrived then. It is sure of
/// what it knows only if each of them gave the list of its connections, and if this side of the network has the leader of
/// JetStream: a worker on the small side of a network that is cut knows nothing about the houses on the other.
final class PresenceListener: Sendable {
    private struct State {
        var book = PresenceBook()
        /// When the book was begun, by the monotonic clock, and on which of the connections to the fleet.
        var begin: UInt64 = 0
        var connection = 0
        /// The time until which what the book says is believed.
        var sureUntil: UInt64 = 0
        /// Whether all of the book is in PostgreSQL.
        var isWritten = false
        /// When the log may next say that connections were closed, by the monotonic clock.
        var nextLog: UInt64 = 0
        /// How many connections of each house were closed since.
        var closed: [HouseID: Int] = [:]
    }

    private static let second: UInt64 = 1_000_000_000
    private static let pingInterval = 5 * second
    private static let validity = 15 * second
    /// So long each server has for its first answer.
    private static let settling = 10 * second
    /// What was missed in spite of all is corrected so often.
    private static let listInterval = 300 * second
    /// How often it looks at what other threads have set.
    private static let tick: Duration = .milliseconds(250)
    private static let checkTime: TimeAmount = .seconds(5)
    private static let logInterval = 60 * second

    private let state = Mutex(State())
    private let nats: NATSConnection
    /// How often the connection to the fleet ended: what was sent meanwhile is missing.
    private let ends: EndCount
    /// The key that signs houses.
    private let houses: NKey
    /// Where servers answer; nobody can guess it.
    private let inbox: String
    /// Whether the credentials allow to have connections closed.
    private let mayClose: Bool
    private let log: Log

    init(_ nats: NATSConnection, _ ends: EndCount, houses: NKey, inbox: String, mayClose: Bool, log: Log) {
        (self.nats, self.ends, self.houses, self.mayClose, self.log) = (nats, ends, houses, mayClose, log)
        self.inbox = "\(inbox).servers.\(NATSSettings.inboxSecret())"
    }

    /// Begins anew; nothing is certain then.
    func forget() {
        state.withLock { $0 = State(begin: MonotonicClock.now(), connection: ends.value) }
    }

    /// Runs until the program stops.
    func run(_ thread: PresenceThread) async {
        var subscriptions: [NATSSubscription] = []
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            if thread.isListener, subscriptions.isEmpty {
                subscriptions = subscribe()
            } else if !thread.isListener, !subscriptions.isEmpty {
                for subscription in subscriptions { nats.unsubscribe(subscription) }
                subscriptions = []
            }
            if subscriptions.isEmpty || !nats.isConnected {
                await pause()
            } else {
                await listen()
                thread.wake()
            }
        }
    }

    /// What it waits for, other threads set: this worker listens, the connection is lost, a server is new.
    private func pause() async {
        do {
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.tick) }
        } catch {
            // The program stops.
        }
    }

    private func subscribe() -> [NATSSubscription] {
        do throws(NATSFault) {
            return [
                try nats.subscribe(FleetSubjects.connections) { [self] in note($0, isConnected: true) },
                try nats.subscribe(FleetSubjects.disconnections) { [self] in note($0, isConnected: false) },
                try nats.subscribe(inbox) { [self] in noteAnswer($0) },
            ]
        } catch {
            log.warning("can't listen to which houses are connected: \(error)")
            return []
        }
    }

    // MARK: - What servers send; on the event loop

    private func note(_ message: NATSMessage, isConnected: Bool) {
        guard let report = ServerReport(Array(message.payload.readableBytesView)), let number = report.client,
            let time = report.time
        else { return }
        guard isConnected else {
            // A connection that is over no longer says whose it was.
            return state.withLock { $0.book.noteDisconnected(number: number, from: report.server, at: time) }
        }
        guard let connection = report.house(signedBy: houses) else { return }
        state.withLock { $0.book.noteConnected(connection, number: number, to: report.server) }
    }

    private func noteAnswer(_ message: NATSMessage) {
        guard let report = ServerReport(Array(message.payload.readableBytesView)) else { return }
        let (now, time) = (MonotonicClock.now(), report.sent ?? Moment.now().time.milliseconds)
        state.withLock { $0.book.noteAnswer(of: report.server, named: report.name, time: time, now: now) }
    }

    // MARK: - Rounds

    /// Asks all servers, reads the lists that are missing or old, and decides whether all of it is certain.
    private func listen() async {
        if state.withLock({ $0.connection != ends.value }) { forget() }
        let now = MonotonicClock.now()
        do throws(NATSFault) {
            // Also those to which nobody of the account is connected.
            let request = ByteBuffer(string: #"{"include_unused":true}"#)
            try nats.publish(request, to: FleetSubjects.serverPing, reply: inbox)
        } catch {
            return await pause()
        }
        let isLed = await isLed()
        // One at a time: the others are asked again before they are taken for dead.
        if let (server, name) = state.withLock({ $0.book.serverToRead(at: now, interval: Self.listInterval) }) {
            await readList(of: server, name)
        }
        let silent = state.withLock { state in
            let silent = state.book.forgetSilent(at: MonotonicClock.now())
            if isLed, state.book.isComplete, now >= state.begin + Self.settling {
                state.sureUntil = MonotonicClock.now() + Self.validity
            }
            return silent
        }
        for name in silent { log.warning("the server \(name) does not answer; its houses are away") }
        while MonotonicClock.now() < now + Self.pingInterval, nats.isConnected, !Task.isShuttingDownGracefully {
            await pause()
            closeSurplus()
            // One that was not known.
            if state.withLock({ $0.book.serverToRead(at: now, interval: .max) }) != nil { break }
        }
    }

    // MARK: - One connection per house

    /// A credential is for one installation: whoever has a copy would take part unseen, and a house could use up the
    /// connections of the servers.
    private func closeSurplus() {
        let now = MonotonicClock.now()
        let surplus = state.withLock { $0.book.takeSurplus(at: now) }
        for connection in surplus where mayClose {
            var json = JSONWriter()
            json.object { json in
                json.key("cid")
                json.numeral("\(connection.number)")
            }
            do throws(NATSFault) {
                let subject = FleetSubjects.closing(on: connection.server)
                // Servers ignore a request without a subject for the reply.
                try nats.publish(ByteBuffer(bytes: json.bytes), to: subject, reply: "\(inbox).closed")
            } catch {
                return
            }
        }
        let closed = state.withLock { state -> [HouseID: Int] in
            for connection in surplus where state.closed[connection.house] != nil || state.closed.count < 1000 {
                state.closed[connection.house, default: 0] += 1
            }
            guard !state.closed.isEmpty, now >= state.nextLog else { return [:] }
            state.nextLog = now + Self.logInterval
            defer { state.closed = [:] }
            return state.closed
        }
        guard !closed.isEmpty else { return }
        let first = closed.sorted { $0.value > $1.value }.prefix(5).map { "\($0.key) (\($0.value))" }
        let others = closed.count > first.count ? " and \(closed.count - first.count) others" : ""
        let houses = "\(first.joined(separator: ", "))\(others)"
        guard mayClose else {
            return log.warning(
                "houses have several connections with one credential: \(houses); this worker may not close them: make new "
                    + "credentials with domo-fleet operator add store"
            )
        }
        log.warning(
            "closing connections of houses that have several with one credential: \(houses); if that goes on, somebody uses a "
                + "copy of it: see domo-fleet house rotate"
        )
    }

    private func isLed() async -> Bool {
        do throws(JetStreamFault) {
            try await JetStream(nats).check(atMost: Self.checkTime)
            return true
        } catch {
            return false
        }
    }

    private func readList(of server: String, _ name: String) async {
        state.withLock { $0.book.startList(of: server) }
        let list = ConnectionList(server: server, name: name, houses: houses, nats: nats)
        let problem = await list.read { part in state.withLock { $0.book.addToList(part, of: server) } }
        state.withLock { state in
            if problem == nil {
                state.book.endList(of: server, at: MonotonicClock.now())
            } else {
                state.book.giveUpList(of: server)
            }
        }
        if let problem {
            log.warning("can't read which houses are connected to the server \(name): \(problem)")
            await pause()
        }
    }

    // MARK: - For the thread that writes

    /// What has to be written now; nil if it is not certain.
    func takeUpdate() -> PresenceUpdate? {
        let now = MonotonicClock.now()
        return state.withLock { state in
            guard now < state.sureUntil, state.connection == ends.value else { return nil }
            defer { state.isWritten = true }
            return PresenceUpdate(states: state.book.takeChanges(), isAll: !state.isWritten)
        }
    }
}

/// How often a connection ended.
final class EndCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .acquiring) }

    func add() { count.add(1, ordering: .acquiringAndReleasing) }
}

/// What is written about houses.
struct PresenceUpdate {
    var states: [HouseID: PresenceBook.State]
    /// Whether it has all houses that are connected.
    var isAll: Bool
}
