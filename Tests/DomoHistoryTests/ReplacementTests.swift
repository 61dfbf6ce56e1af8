import DomoLanguage
import DomoModel
import Foundation
import Synchronization
import Testing

@testable import DomoHistory

/// The writer on the thread of the test.
@Suite struct ReplacementTests {
    /// - Parameter prepare: fills the queue before the writer starts; the writer ends when it is empty.
    private func run(
        _ settings: History.Settings,
        onChange: @escaping @Sendable (History.Change) -> Void = { _ in },
        _ prepare: (WriteQueue) -> Void
    ) {
        let queue = WriteQueue(maxRecords: 1000, maxBytes: 1 << 20)
        let writer = Writer(
            settings: settings,
            startedAt: settings.clock(),
            queue: queue,
            board: StatusBoard(file: settings.file, onChange: onChange),
            access: ReadAccess(file: settings.file, schema: Schema()),
            transfers: Transfers(settings: settings)
        )
        prepare(queue)
        queue.close()
        writer.run()
    }

    @Test func aMoveThatFailsLeavesTheOldDatabaseInUse() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("A", .on)
        #expect(await one.isStored())
        one.history.close()
        let file = one.file
        let failed = Mutex(false)
        run(one.settings) { queue in
            queue.run { writer in
                var kept: String?
                do {
                    try writer.replace {
                        kept = try DatabaseFile(file).putAside(as: "before-restore", at: writer.settings.clock())
                        throw Unexpected()
                    } undo: {
                        if let kept { try DatabaseFile(kept).move(to: file) }
                    }
                } catch {
                    failed.withLock { $0 = error is Unexpected }
                }
            }
        }
        #expect(failed.withLock { $0 })
        #expect(one.files.filter { $0.contains("before") } == [])
        #expect(try one.rows("SELECT count(*) FROM changes") == ["1"])
    }

    @Test func moveThatFailsHalfwayIsUndone() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "domo-move-\(UUID().uuidString)")
        // A file can't be renamed to a folder.
        let obstacle = folder.appending(path: "b-shm/x")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["a", "a-wal", "a-shm"] { try Data(name.utf8).write(to: folder.appending(path: name)) }
        let one = DatabaseFile(folder.appending(path: "a").path)
        #expect(throws: FileError.self) { try one.move(to: folder.appending(path: "b").path) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["a", "a-shm", "a-wal", "b-shm"])
    }

    @Test func waitingRecordsAreWrittenIfTheDatabaseCanBeOpenedAtTheEnd() async throws {
        let one = TemporaryHistory { $0.file = $0.file.replacing("history.sqlite", with: "later/history.sqlite") }
        defer { one.remove() }
        one.history.close()
        let now = one.clock.now
        let folder = one.folder.appending(path: "later")
        let isStored = Mutex<Bool?>(nil)
        run(one.settings) { _ in
            // The first attempt has failed.
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } _: { queue in
            queue.persist(
                .order(
                    OrderRecord(id: 1, element: "A", action: "on", by: .user("x"), requested: now, stage: .confirmed)
                )
            )
            queue.whenStored(unsettled: true) { stored in isStored.withLock { $0 = stored } }
        }
        #expect(isStored.withLock { $0 } == true)
        #expect(try one.rows("SELECT number FROM orders") == ["1"])
    }

    @Test func aChangeThatWasHeldBackDoesNotHideANewerOne() async throws {
        let one = TemporaryHistory { $0.filters = ["A": History.Filter(atMostEvery: .seconds(3600))] }
        defer { one.remove() }
        one.reading("A", .number(1))
        one.reading("A", .number(2), at: one.clock.now + .seconds(1))
        #expect(await one.isStored())
        try FileManager.default.removeItem(atPath: one.file)
        one.reading("A", .number(3), at: one.clock.now + .seconds(2))
        #expect(await one.isStored())
        one.history.runUntilIdle()
        #expect(one.history.load().readings.map(\.reading.value) == [.number(3)])
        #expect(try one.rows("SELECT number FROM changes ORDER BY time, sequence") == ["2.0"])
    }
}
