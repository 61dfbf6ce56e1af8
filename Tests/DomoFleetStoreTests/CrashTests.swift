import DomoFleet
import Glibc
import Testing

@testable import DomoFleetStore

/// Processes of PostgreSQL are killed while a batch is stored.
@Suite(.serialized)
struct CrashTests {
    enum Step: CaseIterable {
        case afterCopy, beforeCommit
    }

    private func hooks(_ step: Step, _ action: @escaping () -> Void) -> ReportWriter.Hooks {
        var hooks = ReportWriter.Hooks()
        switch step {
        case .afterCopy: hooks.afterCopy = { () throws(StoreFault) in action() }
        case .beforeCommit: hooks.beforeCommit = { () throws(StoreFault) in action() }
        }
        return hooks
    }

    private let batch = (0..<20).map { delivery($0, report(gaps: [gap(from: 1, to: 2)])) }

    /// Nothing is stored, and a repeat stores everything.
    private func expectRepeatSucceeds(_ server: PostgreSQLServer, _ settings: StoreSettings) throws {
        let connection = try StoreConnection(settings)
        for table in ["report", "house_state", "gap", "bad_report"] { #expect(try connection.count(table) == 0) }
        let writer = try ReportWriter(connection)
        #expect(try writer.write(batch).new == 400)
        #expect(try writer.write(batch).new == 0)
        #expect(try connection.count("report") == 400)
        #expect(try connection.count("gap") == 20)
    }

    @Test(arguments: Step.allCases)
    func killedBackendStoresNothing(step: Step) throws {
        let server = try PostgreSQLServer()
        defer { server.stop() }
        let settings = try server.makeDatabase()
        let connection = try StoreConnection.prepared(settings)
        let process = try connection.processID
        let writer = try ReportWriter(connection, hooks: hooks(step) { kill(process, SIGKILL) })
        let fault = #expect(throws: StoreFault.self) { try writer.write(batch) }
        #expect(fault?.kind == .lost)
        #expect(!connection.isUsable)
        try server.waitForStart(2)
        try expectRepeatSucceeds(server, settings)
    }

    @Test(arguments: Step.allCases)
    func killedServerStoresNothing(step: Step) throws {
        let server = try PostgreSQLServer()
        defer { server.stop() }
        let settings = try server.makeDatabase()
        let connection = try StoreConnection.prepared(settings)
        let writer = try ReportWriter(
            connection,
            hooks: hooks(step) { #expect(throws: Never.self) { try server.crash() } }
        )
        let fault = #expect(throws: StoreFault.self) { try writer.write(batch) }
        #expect(fault?.kind == .lost)
        let refused = #expect(throws: StoreFault.self) { try StoreConnection(settings) }
        #expect(refused?.kind == .lost)
        try server.startAgain()
        try expectRepeatSucceeds(server, settings)
    }

    /// At any moment, also during COMMIT: each batch is stored as a whole or not at all, and all of those that were
    /// acknowledged.
    @Test func killedAtAnyMomentStoresWholeBatches() throws {
        let server = try PostgreSQLServer()
        defer { server.stop() }
        let settings = try server.makeDatabase()
        var connection = try StoreConnection.prepared(settings)
        var acknowledged: UInt64 = 0
        var losses = 0
        for round in 0..<10 {
            let process = try connection.processID
            let writer = try ReportWriter(connection)
            let write = { () throws(StoreFault) in
                _ = try writer.write((0..<5).map { delivery($0, report(from: acknowledged * 20)) })
                acknowledged += 1
            }
            try write()
            _ = try concurrently(1) { _ in
                // Spread over the time that a few batches take.
                usleep(UInt32(round) * 7_000)
                kill(process, SIGKILL)
            } meanwhile: {
                do throws(StoreFault) {
                    for _ in 0..<1_000_000 { try write() }
                } catch {
                    #expect(error.kind == .lost)
                    losses += 1
                }
            }
            try server.waitForStart(round + 2)
            connection = try StoreConnection(settings)
            let rows = Int64(acknowledged) * 100
            let stored = try connection.count("report")
            #expect(stored == rows || stored == rows + 100)
            #expect(try connection.count("house_state", where: "cursor * 5 <> \(stored)") == 0)
        }
        #expect(losses == 10)
        #expect(acknowledged >= 10)
    }

    @Test func frozenServerIsALoss() throws {
        let server = try PostgreSQLServer()
        defer { server.stop() }
        server.freeze()
        defer { server.thaw() }
        var settings = server.settings()
        settings.connectTimeout = .milliseconds(300)
        let fault = #expect(throws: StoreFault.self) { try StoreConnection(settings) }
        #expect(fault?.kind == .lost)
    }
}
