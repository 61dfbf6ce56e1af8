import DomoBridge
import DomoClient
import DomoLanguage
import NIOCore

/// Keeps a connection to domod on which deliveries arrive.
actor Attachment {
    private let door: DaemonDoor
    private let reporter: Reporter
    private let log: Log
    private let occurred: @Sendable (Occurrence) -> Void
    private let status: @Sendable (String) -> Void
    private var profile: NotifierProfile
    private var connection: DaemonConnection?
    private var isEnding = false
    /// The last problem in the log: it is not repeated.
    private var problem: String?

    init(
        door: DaemonDoor,
        profile: NotifierProfile,
        reporter: Reporter,
        log: Log,
        status: @escaping @Sendable (String) -> Void,
        occurred: @escaping @Sendable (Occurrence) -> Void
    ) {
        (self.door, self.profile, self.reporter, self.log) = (door, profile, reporter, log)
        (self.status, self.occurred) = (status, occurred)
    }

    /// Connects, and again whenever the connection ends, until it is cancelled.
    func run() async {
        var pause = Duration.milliseconds(100)
        while !isEnding, !Task.isCancelled {
            if await attach() { pause = .milliseconds(100) }
            do {
                try await Task.sleep(for: pause)
            } catch {
                return
            }
            pause = min(pause * 2, .seconds(5))
        }
    }

    /// - Returns: whether it was attached.
    private func attach() async -> Bool {
        do throws(ClientFault) {
            let connection = try await door.open { [occurred] line in
                if let occurrence = DaemonLine.occurrence(line) { occurred(occurrence) }
            }
            defer { connection.close() }
            guard !isEnding else { return false }
            try DaemonLine.check(try await connection.askSoon(.notifier(.attach(profile)), on: door.eventLoop))
            self.connection = connection
            if problem != nil { log.notice("attached to domod") }
            problem = nil
            status("attached to domod; targets: \(profile.targets.count), calls: \(profile.calls.count)")
            await reporter.use(connection)
            await withTaskCancellationHandler {
                do {
                    try await connection.closed.get()
                } catch {
                    // It is closed in this case too.
                }
            } onCancel: {
                connection.close()
            }
            self.connection = nil
            await reporter.use(nil)
            if !isEnding { note("domod closed the connection") }
            return true
        } catch {
            note(error.text)
            return false
        }
    }

    private func note(_ problem: String) {
        guard problem != self.problem else { return }
        self.problem = problem
        log.warning(problem)
        status("not attached to domod: \(problem)")
    }

    /// Announces another configuration, on the same connection.
    func use(_ profile: NotifierProfile) async {
        guard profile != self.profile else { return }
        self.profile = profile
        guard let connection else { return }
        do throws(ClientFault) {
            try DaemonLine.check(try await connection.askSoon(.notifier(.attach(profile)), on: door.eventLoop))
        } catch {
            log.warning("domod refused the configuration: \(error.text)")
            connection.close()
        }
    }

    func end() {
        isEnding = true
        connection?.close()
    }
}
