import DomoSystem
import Glibc
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import DomoDaemon

@Suite(.serialized) struct RuntimeServiceTests {
    @Test func socketIsClosedFirstAndOrdersInFlightFinish() async throws {
        try await ServedHouse.with { house in
            house.link.hold()
            let client = try house.client()
            // A busy machine may need longer than the usual deadline.
            try client.send("set Blind0 up --deadline 600s\n")
            try await house.eventually { house.link.held.count == 1 }

            let notes = Mutex<[ServiceNotice]>([])
            let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            // The daemon waits for seconds only, which a busy machine may need for a thread.
            let runtime = RuntimeService(runtime: house.runtime, log: log, patience: .seconds(60)) { note in
                notes.withLock { $0.append(note) }
            }
            let services = ServiceGroup(services: [runtime, house.server], logger: log)
            let ready = ServiceNotice.ready(status: await house.runtime.serviceStatus)
            async let ended: Void = services.run()
            try await house.eventually { notes.withLock { $0 } == [ready] }
            await services.triggerGracefulShutdown()
            try await house.eventually { notes.withLock { $0 } == [ready, .stopping] }

            #expect(access(house.socket, F_OK) != 0)
            #expect(throws: SocketClient.Problem.self) { try house.client() }
            house.link.release()
            let reply = try client.line() ?? "the end"
            #expect(reply.contains("accepted"), "\(reply)")
            #expect(try client.line() == nil)
            try await ended
            // A link that does not disconnect keeps the tunnel of its interface occupied.
            #expect(house.link.isStopped)
        }
    }
}
