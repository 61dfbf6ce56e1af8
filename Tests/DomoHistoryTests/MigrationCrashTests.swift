import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoHistory

@Suite struct MigrationCrashTests {
    private static let orders = 20_000

    /// The child is killed while it migrates, at a different moment in each round.
    @Test func nothingIsMissingAfterAKillWithinAMigration() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "domo-crash-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        setenv("DOMO_MIGRATION_FILE", folder.appending(path: "history.sqlite").path, 1)
        let file = folder.appending(path: "history.sqlite").path
        let earlier = try await TemporaryHistory.earlier(
            adding: Fixture.orders(Self.orders),
            { $0.maxOrdersMigratedAtOpen = 0 }
        )
        defer { earlier.remove() }
        earlier.history.close()
        try FileManager.default.copyItem(atPath: earlier.file, toPath: file)
        for _ in 0..<6 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                guard let path = getenv("DOMO_MIGRATION_FILE") else { return }
                try migrateUntilKilled(String(cString: path))
            }
            #expect(try numbers("PRAGMA user_version", in: file) == [Schema().version])
            #expect(try numbers("SELECT count(*) FROM pragma_quick_check WHERE quick_check <> 'ok'", in: file) == [0])
        }
        var settings = History.Settings(file: file)
        settings.schema = Fixture.next
        let history = try History.open(settings, now: wallClock()) { _ in }
        defer { history.close() }
        var expected = Fixture.memory
        expected.lastOrder = UInt64(1000 + Self.orders)
        #expect(history.load() == expected)
        #expect(history.view.warnings == [])
        let isStored = await withCheckedContinuation { continuation in
            history.whenStored { continuation.resume(returning: $0) }
        }
        #expect(isStored)
        #expect(try numbers("PRAGMA user_version", in: file) == [Fixture.next.version])
        #expect(try numbers("SELECT count(*) FROM orders WHERE room = 'none'", in: file) == [Self.orders + 1])
    }
}

/// Keeps a migration from ending, however fast the machine is.
private let endlessQuery = """
    SELECT count(*) FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n);
    """

private func migrateUntilKilled(_ file: String) throws {
    var settings = History.Settings(file: file)
    settings.schema = Schema(steps: Fixture.next.steps.map { $0 + endlessQuery })
    let history = try History.open(settings, now: wallClock()) { change in
        guard case .migrating = change else { return }
        Thread {
            // Within the changes of the orders, or after them: the migration never ends by itself.
            usleep(UInt32.random(in: 0...40_000))
            kill(getpid(), SIGKILL)
        }.start()
    }
    history.persist(
        .order(
            OrderRecord(
                id: history.load().lastOrder + 1,
                element: "A",
                action: "on",
                by: .user("x"),
                requested: wallClock()
            )
        )
    )
    history.migrate()
    history.close()
}

/// The columns of the first row.
private func numbers(_ sql: String, in file: String) throws -> [Int] {
    try rows(sql, in: file).first?.split(separator: "|").compactMap { Int($0) } ?? []
}
