import DomoBridge
import DomoClient
import DomoLanguage
import NIOCore
import Synchronization

/// Keeps a connection to domod with the rights of the program.
final class DaemonAttachment: Sendable {
    private let connector: DaemonConnector
    private let log: Log
    private let occurred: @Sendable (HouseOccurrence) -> Void
    /// Whether an event was passed on and not handled yet: more say nothing new.
    private let hasEvent = Mutex(false)

    init(_ connector: DaemonConnector, log: Log, occurred: @escaping @Sendable (HouseOccurrence) -> Void) {
        (self.connector, self.log, self.occurred) = (connector, log, occurred)
    }

    func noteHandled() { hasEvent.withLock { $0 = false } }

    /// Connects, and again whenever the connection ends, until it is cancelled.
    func run() async {
        var pause = Duration.milliseconds(100)
        var problem: String?
        while !Task.isCancelled {
            do throws(ClientFault) {
                try await attach()
                pause = .milliseconds(100)
                problem = "domod closed the connection"
                log.warning("domod closed the connection")
            } catch {
                let text = error.fault.message
                if text != problem { log.warning(text) }
                problem = text
            }
            do {
                // domod is away: longer each time, up to 5 s.
                try await Task.sleep(for: pause)
            } catch {
                // The program stops.
                return
            }
            pause = min(pause * 2, .seconds(5))
        }
    }

    private static let urgent = [#""kind":"notice""#, #""kind":"server""#]

    private func attach() async throws(ClientFault) {
        let connection = try await connector.open { [self] line in
            let beginning = String(decoding: line.readableBytesView.prefix(40), as: UTF8.self)
            let isUrgent = Self.urgent.contains { beginning.contains($0) }
            guard
                hasEvent.withLock({ isWaiting in
                    defer { isWaiting = true }
                    return !isWaiting || isUrgent
                })
            else { return }
            occurred(.event(line))
        }
        noteHandled()
        log.notice("connected to domod")
        occurred(.attached(connection))
        await connection.waitForEnd()
        occurred(.detached)
    }
}
