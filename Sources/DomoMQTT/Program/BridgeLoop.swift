import DomoBridge
import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

/// Waits for the broker, domod, signals and moments on one thread, and passes them to the hub.
final class BridgeLoop {
    static let pauses: ClosedRange<Duration> = .milliseconds(200)...(.seconds(10))
    /// How long an attempt to connect to the broker may take before another one starts.
    private static let connectPatience: Duration = .seconds(10)
    /// How long it waits when another client uses its ID: both would take it from each other.
    private static let takenOverPause: Duration = .seconds(60)
    /// A connection that ends earlier is one that fails. mosquitto does not say that another client has taken the ID.
    private static let stableTime: Duration = .seconds(30)
    /// So many in a row may be the fault of another client.
    private static let maxShort = 4

    let log: Log
    private let manager: ServiceManager
    let events: SocketEvents
    private let signals: SignalEvents
    private let connector: BrokerConnector
    private let read: () throws(FileMistakes) -> MQTTConfiguration
    let socketPath: () -> String
    let token: Secret?

    private var configuration: MQTTConfiguration
    var hub: Hub
    private var watch: StallWatch
    private var isStopping = false

    // The broker.
    private var client: BrokerClient?
    private var version = MQTTVersion.five
    /// Whether MQTT 3.1.1 is used only because an attempt with MQTT 5 ended without an answer.
    private var doubtsVersion = false
    private var hasTriedAgain = false
    private var brokerPause = BridgeLoop.pauses.lowerBound
    private var connectedSince: Duration = .zero
    private var shortConnections = 0
    private var nextAttempt: Duration? = .zero
    private var attemptEnd: Duration?
    private var brokerProblem: String?

    // domod.
    var daemon: DaemonSide?
    var others: [CInt: DaemonSide] = [:]
    var daemonPause = BridgeLoop.pauses.lowerBound
    var nextDaemon: Duration = .zero
    var daemonProblem: String?

    private var nextHeartbeat: Duration = .zero
    /// Reading and announcing a house takes more memory than knowing it.
    var hasFreed = false

    /// - Parameters:
    ///   - read: reads the configuration again.
    ///   - socketPath: finds the control socket.
    init?(
        _ configuration: MQTTConfiguration,
        read: @escaping () throws(FileMistakes) -> MQTTConfiguration,
        socketPath: @escaping () -> String,
        token: Secret?,
        log: Log,
        manager: ServiceManager
    ) {
        guard let signals = SignalEvents([SIGTERM, SIGINT, SIGHUP]), let events = SocketEvents(),
            events.watch(signals.descriptor, forReading: true, forWriting: false)
        else { return nil }
        (self.signals, self.events, self.log, self.manager) = (signals, events, log, manager)
        (self.read, self.socketPath, self.token, self.configuration) = (read, socketPath, token, configuration)
        connector = BrokerConnector(events: events)
        hub = Hub(configuration, version: domoVersion)
        watch = StallWatch(now: Self.moment().sinceBoot)
    }

    static func moment() -> Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Moment(
            sinceBoot: MonotonicClock.sinceBoot(),
            time: Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        )
    }

    /// Runs until SIGTERM or SIGINT.
    func run() -> Bool {
        var ready: [SocketEvents.Event] = []
        while !isStopping {
            let before = Self.moment()
            events.setMoment(UInt64(max(.zero, nextMoment(before.sinceBoot)) / .nanoseconds(1)))
            guard events.wait(into: &ready) else {
                log.warning("can't wait for sockets: \(String(cString: strerror(errno)))")
                return false
            }
            // A signal ended the wait: what has arrived is read in the next one, and is as old as it is now.
            if ready.isEmpty { continue }
            let now = readBroker()
            for event in ready { handle(event, now: now) }
            advance(now)
        }
        end()
        return true
    }

    private func nextMoment(_ now: Duration) -> Duration {
        if client?.hasUnread == true { return now }
        var moments = [now + StallWatch.beat, hub.nextMoment ?? .seconds(Int64.max / 4), attemptEnd ?? nextAttempt]
        if daemon == nil { moments.append(nextDaemon) }
        return moments.compactMap(\.self).min() ?? now
    }

    private func handle(_ event: SocketEvents.Event, now: Moment) {
        guard let socket = event.socket else { return }
        if socket == signals.descriptor { return handleSignals() }
        if let client, socket == client.socket {
            if event.isWritable { client.write() }
        } else if socket == daemon?.descriptor {
            readDaemon(now)
        } else if others[socket] != nil {
            readOther(socket, now)
        }
    }

    private func advance(_ now: Moment) {
        connect(now)
        attach(now)
        client?.advance()
        handleBroker([], arrival: now, isStalled: false, now: now)
        hub.advance(to: now)
        carryOut()
        publish()
        watchSockets()
        if hasFreed, hub.isSettled {
            hasFreed = false
            ProcessMemory.returnFreed()
        }
        guard let watchdog = manager.watchdog, nextHeartbeat <= now.sinceBoot else { return }
        nextHeartbeat = now.sinceBoot + watchdog / 4
        manager.send(.alive)
    }

    private func watchSockets() {
        if let socket = client?.socket {
            events.watch(socket, forReading: true, forWriting: client?.wantsToWrite ?? false)
        }
        for side in [daemon].compactMap(\.self) + others.values {
            events.watch(side.descriptor, forReading: true, forWriting: side.wantsToWrite)
        }
    }

    // MARK: Signals

    private func handleSignals() {
        while let signal = signals.next() {
            if signal == SIGHUP { reload() } else { isStopping = true }
        }
    }

    /// Reads the configuration again: all of it, or nothing.
    private func reload() {
        manager.send(.reloading(at: MonotonicClock.now() / 1000))
        do throws(FileMistakes) {
            let new = try read()
            for warning in new.warnings { log.warning(warning) }
            log.notice("reloaded the configuration; \(new.count)")
            if new != configuration { use(new) }
            manager.send(.ready(status: "reloaded; \(new.count)"))
        } catch {
            for line in error.text.split(separator: "\n") { log.warning(String(line)) }
            log.warning("reload failed, the previous configuration is still active")
            manager.send(.ready(status: "reload failed, the previous configuration is still active"))
        }
    }

    /// Starts over with another configuration. Commands without an outcome become unknown.
    private func use(_ new: MQTTConfiguration) {
        hub.daemonLost()
        publish()
        farewell()
        // It may be connecting to the previous one.
        connector.cancel()
        forgetClient()
        dropDaemon(nil)
        let counts = hub.desk
        configuration = new
        hub = Hub(new, version: domoVersion)
        hub.desk = counts
        brokerProblem = nil
        (nextAttempt, attemptEnd, nextDaemon) = (.zero, nil, .zero)
    }

    private func end() {
        manager.send(.stopping)
        hub.daemonLost()
        publish()
        farewell()
    }

    /// Ends the connection to the broker in order.
    private func farewell() {
        guard let client else { return }
        hub.farewell()
        while let publication = hub.takePublication() { client.publish(publication) }
        client.disconnect()
        forgetClient()
        hub.brokerLost()
    }

    // MARK: The broker

    /// How long an attempt may take: a broker that is known to be there answers soon, if it does.
    private var patience: Duration {
        version == .five && hasTriedAgain ? Self.connectPatience / 2 : Self.connectPatience
    }

    private func connect(_ now: Moment) {
        if let result = connector.takeResult() {
            switch result {
            // It is connected when the broker has answered.
            case .success(let new): client = new
            case .failure(let fault): lose(fault, now)
            }
        }
        let isTooLate = attemptEnd.map { $0 <= now.sinceBoot } ?? false
        if isTooLate {
            var fault = BrokerFault(message: "no connection within \(patience.components.seconds) s")
            // Some brokers that know only MQTT 3.1.1 don't answer at all.
            fault.mayBeVersion = client != nil
            if client != nil { forgetClient() }
            lose(fault, now)
        }
        guard client == nil, attemptEnd == nil, let next = nextAttempt, next <= now.sinceBoot else { return }
        nextAttempt = nil
        attemptEnd = now.sinceBoot + patience
        let will = Publication(hub.topics.bridge, "offline", isRetained: true)
        connector.start(configuration.broker, version: version, will: will)
    }

    /// Reads what the broker has sent, in each turn: the bridge may stand still at any place, and what arrives meanwhile
    /// must not be read in the next turn as if it were new.
    ///
    /// - Returns: the time after that.
    private func readBroker() -> Moment {
        let begin = Self.moment().sinceBoot
        let isAll = client?.read() ?? true
        let now = Self.moment()
        let (isStalled, earliest) = watch.noteReading(from: begin, to: now.sinceBoot, isAll: isAll)
        if isStalled {
            hub.desk.noteStall()
            log.warning("domo-mqtt did not run for more than 2 s; commands that waited meanwhile are dropped")
        }
        let arrival = now + (earliest - now.sinceBoot)
        handleBroker(client?.takeOccurrences() ?? [], arrival: arrival, isStalled: isStalled, now: now)
        return now
    }

    private func handleBroker(
        _ occurrences: [BrokerClient.Occurrence],
        arrival: Moment,
        isStalled: Bool,
        now: Moment
    ) {
        for occurrence in occurrences + (client?.takeOccurrences() ?? []) {
            switch occurrence {
            case .connected:
                attemptEnd = nil
                if tryNewVersionAgain(now) { return }
                connectedSince = now.sinceBoot
                brokerProblem = nil
                let text = version == .five ? "MQTT 5" : "MQTT 3.1.1"
                log.notice("connected to \(configuration.broker.text) (\(text))")
                hub.brokerConnected(now: now)
                reportStatus()
            case .message(let message):
                hub.handle(message, received: arrival, isStalled: isStalled, now: now)
            case .notSubscribed:
                let access = "give the user of domo-mqtt access to \(configuration.prefix)/#"
                log.warning("the broker refused a subscription; \(access)")
            case .dropped(let count):
                let limit = PacketFilter.maxLength / 1024
                log.warning("dropped \(count) message(s) of more than \(limit) KiB from the broker")
            case .disconnected(let fault):
                guard client != nil else { continue }
                forgetClient()
                lose(fault, now)
            }
        }
    }

    /// Now that the broker answers, it may know MQTT 5 after all: what forwards to a broker that starts ends connections too.
    private func tryNewVersionAgain(_ now: Moment) -> Bool {
        guard version == .three, doubtsVersion, !hasTriedAgain else { return false }
        (version, doubtsVersion, hasTriedAgain) = (.five, false, true)
        client?.disconnect()
        forgetClient()
        nextAttempt = now.sinceBoot
        return true
    }

    private func forgetClient() {
        // Its socket is closed with it.
        if let socket = client?.socket { events.forget(socket) }
        client = nil
    }

    private func lose(_ fault: BrokerFault, _ now: Moment) {
        attemptEnd = nil
        let wasConnected = hub.isConnected
        var fault = fault
        if wasConnected {
            hub.brokerLost()
            let isShort = now.sinceBoot - connectedSince < Self.stableTime
            shortConnections = isShort ? shortConnections + 1 : 0
            if !isShort { brokerPause = Self.pauses.lowerBound }
            fault.isTakenOver = fault.isTakenOver || shortConnections >= Self.maxShort
            // It may be another broker now.
            (version, doubtsVersion, hasTriedAgain) = (.five, false, false)
        }
        // A broker that knows only 3.1.1 refuses MQTT 5, or ends the connection.
        if !wasConnected, fault.mayBeVersion {
            doubtsVersion = version == .five && !fault.isVersion
            version = version == .five ? .three : .five
        }
        if brokerProblem != fault.message {
            brokerProblem = fault.message
            log.warning("\(configuration.broker.text): \(fault.message)")
            if fault.isTakenOver {
                log.warning(
                    "another client seems to use the ID \(configuration.broker.clientID); give each its own prefix"
                )
            }
        }
        nextAttempt = now.sinceBoot + (fault.isTakenOver ? Self.takenOverPause : brokerPause)
        brokerPause = min(brokerPause * 2, Self.pauses.upperBound)
        reportStatus()
    }

    /// As much as the broker takes now.
    private func publish() {
        guard let client, hub.isConnected, hub.hasPublications else { return }
        // The broker is woken once.
        client.setCork(true)
        defer { client.setCork(false) }
        while !client.wantsToWrite, let publication = hub.takePublication() { client.publish(publication) }
    }

    // MARK: Effects

    private func carryOut() {
        for effect in hub.takeEffects() {
            switch effect {
            case .subscribe(let filter, let wantsRetained):
                client?.subscribe(to: filter, wantsRetained: wantsRetained)
            case .unsubscribe(let filter): client?.unsubscribe(from: filter)
            case .ask(let request, let question):
                do throws(Fault) {
                    try daemon?.ask(request, question)
                } catch {
                    dropDaemon(error)
                }
            case .askAlone(let request, let question): askAlone(request, question)
            case .warn(let text): log.warning(text)
            }
        }
    }

    private func askAlone(_ request: Request, _ question: Question) {
        do throws(Fault) {
            let side = try DaemonSide(path: socketPath(), token: token)
            try side.ask(request, question)
            others[side.descriptor] = side
        } catch {
            if case .scene(let id) = question { hub.use(Result<SceneReport, Fault>.failure(error), for: id) }
        }
    }

    func reportStatus() {
        let broker = hub.isConnected ? "connected to \(configuration.broker.text)" : brokerProblem ?? "connecting"
        let daemon = daemon != nil ? "connected to domod" : daemonProblem ?? "connecting to domod"
        manager.send(.status("\(broker); \(daemon)"))
    }
}
