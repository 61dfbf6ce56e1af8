import DomoLanguage
import DomoModel
import DomoTestKit
import Foundation
import Testing

@testable import DomoHistory

@Suite struct DatabaseFaultTests {
    @Test func aFullDatabaseStopsNothingAndIsUsedAgainWhenThereIsRoom() async throws {
        let one = TemporaryHistory { $0.maxPages = 60 }
        defer { one.remove() }
        var count = 0
        while await fill(one, count) { count += 1 }
        #expect(count > 0)
        #expect(one.history.view.state == .failing)
        #expect(one.history.view.problem?.contains("the disk is full") == true)
        #expect(one.changes.list.count == 1)
        // Waiting records are kept for later; queries still work.
        #expect(one.history.view.waiting > 0)
        #expect(try await one.orders(last: 1).map(\.id) == [UInt64(count)])
        #expect(await one.isStored() == false)
        // Space is freed; the retries succeed by themselves, and store the order that did not fit.
        try change(one.file, "DELETE FROM orders")
        #expect(await eventually { await one.isStored() })
        #expect(one.history.view.state == .working)
        #expect(try await one.orders().map(\.id) == [UInt64(count + 1)])
    }

    private func fill(_ one: TemporaryHistory, _ number: Int) async -> Bool {
        one.history.persist(
            .order(
                OrderRecord(
                    id: UInt64(number + 1),
                    element: "A",
                    action: String(repeating: "x", count: 1000),
                    by: .user("x"),
                    requested: one.clock.now
                )
            )
        )
        return await one.isStored()
    }

    /// Random bytes in the header, in the middle, and a file that is not a database.
    @Test(arguments: ["header", "middle", "text"])
    func damagedDatabaseIsMovedAwayAndReplaced(place: String) async throws {
        let one = TemporaryHistory()
        for number in 0..<5000 { one.reading("E\(number % 50)", .text("\(number)")) }
        #expect(await one.isStored())
        one.history.close()
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: one.file))
        let size = try handle.seekToEnd()
        var random = SystemRandomNumberGenerator()
        func noise(_ count: UInt64) -> Data { Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }) }
        switch place {
        case "header":
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: noise(100))
        case "middle":
            // The first page is not changed.
            try handle.seek(toOffset: 4096)
            try handle.write(contentsOf: noise(size - 4096))
        default:
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(String(repeating: "this is no database\n", count: 1000).utf8))
        }
        try handle.close()
        let two = one.reopened()
        defer { two.remove() }
        #expect(await eventually { two.files.contains { $0.hasPrefix("history.sqlite.damaged-20261120T120000Z") } })
        two.reading("A", .on)
        #expect(await two.isStored())
        #expect(two.history.view.state == .working)
        #expect(two.history.view.warnings.contains { $0.contains("damaged") })
        #expect(
            two.changes.list.contains { if case .warning(let text) = $0 { text.contains("damaged") } else { false } }
        )
    }

    @Test func damageFoundWhileItIsOpenLosesNoOrder() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for number in 0..<5000 { one.reading("E\(number % 50)", .text("\(number)")) }
        #expect(await one.isStored())
        one.history.runUntilIdle()
        // Another program overwrites the file.
        try change(one.file, "PRAGMA wal_checkpoint(TRUNCATE)")
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: one.file))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size)))
        try handle.close()
        // What is stored before the damage is found is lost with the file; no other order is.
        var last: UInt64 = 0
        var kept: [UInt64] = []
        let stored = await eventually {
            last += 1
            kept.append(last)
            one.history.persist(
                .order(OrderRecord(id: last, element: "A", action: "on", by: .user("x"), requested: one.clock.now))
            )
            guard await one.isStored() else { return false }
            if one.files.contains(where: { $0.contains("damaged") }) { return true }
            kept = []
            return false
        }
        #expect(stored)
        one.history.persist(
            .order(OrderRecord(id: last + 1, element: "A", action: "on", by: .user("x"), requested: one.clock.now))
        )
        #expect(try await one.orders().map(\.id) == [last + 1] + kept.reversed())
    }

    @Test(arguments: [
        (Schema.application, Schema().version + 1, "newer version of domo (schema version 9); install that version"),
        (Schema.application, 3, "before its first release (schema version 3); move the file away"),
        (Schema.application, 1, "before its first release (schema version 1); move the file away"),
        (0x1234, 1, "another program"),
    ])
    func foreignFileIsNotTouched(application: Int, version: Int, problem: String) async throws {
        let one = TemporaryHistory()
        #expect(await one.isStored())
        one.history.close()
        try change(one.file, "PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
        let before = try Data(contentsOf: URL(fileURLWithPath: one.file))
        let files = one.files
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.view.problem?.contains(problem) == true)
        two.reading("A", .on)
        #expect(await two.isStored() == false)
        #expect(two.history.load() == Memory())
        guard case .fault(let fault) = await two.answer(.orders(elements: nil, last: 1)) else { throw Unexpected() }
        #expect(fault.message.contains(problem))
        guard case .fault = await two.answer(.backup(.begin)) else { throw Unexpected() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: one.file)) == before)
        #expect(two.files == files)
    }

    /// A daemon that was killed left all its records in the log.
    @Test func logOfAnOlderFileIsNotTouched() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("A", .on)
        #expect(await one.isStored())
        try change(one.file, "PRAGMA user_version = 3")
        let two = TemporaryHistory()
        defer { two.remove() }
        two.history.close()
        func bytes(_ file: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file)) }
        for end in ["", "-wal"] { try bytes(one.file + end).write(to: URL(fileURLWithPath: two.file + end)) }
        let three = two.reopened()
        #expect(three.history.view.problem?.contains("before its first release") == true)
        three.history.close()
        for end in ["", "-wal"] { #expect(try bytes(two.file + end) == bytes(one.file + end)) }
    }

    @Test func memoryIsDeliveredOnceItCanBeRead() async throws {
        let one = TemporaryHistory()
        one.reading("A", .on)
        one.reading("B", .number(7))
        let order = OrderRecord(id: 41, element: "A", action: "on", by: .user("x"), requested: one.clock.now)
        one.history.persist(.order(order))
        one.history.persist(.scene(SceneRecord(scene: "Noche", by: .user("x"), started: one.clock.now)))
        #expect(await one.isStored())
        let expected = one.history.load()
        one.history.close()
        let aside = one.file + "-aside"
        try FileManager.default.moveItem(atPath: one.file, toPath: aside)
        try FileManager.default.createDirectory(atPath: one.file, withIntermediateDirectories: false)
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.load() == Memory())
        #expect(two.history.lastOrder() == nil)
        // Newer readings do not replace the memory that is delivered.
        two.reading("A", .off)
        try FileManager.default.removeItem(atPath: two.file)
        try FileManager.default.moveItem(atPath: aside, toPath: two.file)
        #expect(await eventually { two.history.view.state == .working && two.history.view.waiting == 0 })
        let changes = two.changes.list
        #expect(changes.dropFirst() == [.remembered(expected), .working])
        #expect(two.history.load().readings.first { $0.element == "A" }?.reading.value == .off)
        #expect(two.history.lastOrder() == 41)
    }

    @Test func replacementOfADamagedDatabaseHasNoLastOrder() async throws {
        let one = TemporaryHistory()
        #expect(await one.isStored())
        #expect(one.history.lastOrder() == 0)
        one.history.close()
        try Data("this is no database at all".utf8).write(to: URL(fileURLWithPath: one.file))
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.lastOrder() == nil)
    }

    @Test func missingFolderIsReportedAndUsedWhenItAppears() async throws {
        let one = TemporaryHistory { $0.file = $0.file.replacing("history.sqlite", with: "later/history.sqlite") }
        defer { one.remove() }
        #expect(one.history.view.state == .failing)
        one.reading("A", .on)
        #expect(await one.isStored() == false)
        try FileManager.default.createDirectory(
            at: one.folder.appending(path: "later"),
            withIntermediateDirectories: true
        )
        #expect(await eventually { one.history.view.state == .working && one.history.view.waiting == 0 })
        #expect(one.history.load().readings.map(\.element) == ["A"])
        #expect(one.changes.list.last == .working)
    }

    @Test func movedFileIsReplacedByANewOne() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("A", .on)
        #expect(await one.isStored())
        try FileManager.default.removeItem(atPath: one.file)
        one.reading("A", .off)
        #expect(await one.isStored())
        #expect(one.history.load().readings.map(\.reading.value) == [.off])
        #expect(try one.rows("SELECT count(*) FROM changes") == ["1"])
        #expect(one.history.view.warnings.count == 1)
    }

    /// The log of the old file is not applied to the new one.
    @Test func aFileThatIsReplacedIsUsed() async throws {
        let other = TemporaryHistory()
        other.reading("B", .on)
        #expect(await other.isStored())
        other.history.close()
        let one = TemporaryHistory()
        defer { one.remove() }
        for number in 0..<1000 { one.reading("A\(number)", .on) }
        #expect(await one.isStored())
        try FileManager.default.removeItem(atPath: one.file)
        try FileManager.default.copyItem(atPath: other.file, toPath: one.file)
        other.remove()
        one.reading("C", .off)
        #expect(await one.isStored())
        #expect(one.history.load().readings.map(\.element) == ["B", "C"])
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.load().readings.map(\.element) == ["B", "C"])
        #expect(two.history.view.warnings == [])
    }

    /// Whether a test may mount a file system. Other tests simulate a full disk with a limit of pages.
    private static let mayMount: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "domo-mount-\(UUID().uuidString)")
        guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil else {
            return false
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        guard run("mount", "-t", "tmpfs", "-o", "size=1m", "none", folder.path) else { return false }
        return run("umount", "-l", folder.path)
    }()

    @Test(.enabled(if: mayMount, "mounting a file system is not allowed here"))
    func historyRecoversFromFullAndReadOnlyDisks() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "domo-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try #require(Self.run("mount", "-t", "tmpfs", "-o", "size=1m", "none", folder.path))
        defer { Self.run("umount", "-l", folder.path) }
        let one = TemporaryHistory { $0.file = folder.appending(path: "history.sqlite").path }
        defer { one.remove() }
        let ballast = folder.appending(path: "ballast")
        try Data(count: 600_000).write(to: ballast)
        var count = 0
        while count < 5000, await fill(one, count) { count += 1 }
        #expect(one.history.view.state == .failing)
        try FileManager.default.removeItem(at: ballast)
        #expect(await eventually { one.history.view.state == .working && one.history.view.waiting == 0 })
        #expect(try await one.orders(last: 1).map(\.id) == [UInt64(count + 1)])

        // The file must not be open for that.
        one.history.close()
        #expect(Self.run("mount", "-o", "remount,ro", folder.path))
        let two = one.reopened()
        defer { two.history.close() }
        #expect(two.history.view.state == .failing)
        #expect(await fill(two, 10_000) == false)
        #expect(Self.run("mount", "-o", "remount,rw,size=4m", folder.path))
        #expect(await eventually { two.history.view.state == .working && two.history.view.waiting == 0 })
        #expect(try await two.orders(last: 1).map(\.id) == [10_001])
    }

    @discardableResult
    private static func run(_ program: String, _ words: String...) -> Bool {
        do {
            return try ChildProcess.run("/bin/\(program)", words).status == 0
        } catch {
            return false
        }
    }

    @Test func queueIsBoundedAndReadingsAreDroppedFirst() async throws {
        let one = TemporaryHistory {
            $0.file += "/nowhere"
            $0.maxWaiting = 100
        }
        defer { one.remove() }
        for number in UInt64(1)...50 {
            one.history.persist(
                .order(OrderRecord(id: number, element: "A", action: "on", by: .user("x"), requested: one.clock.now))
            )
        }
        for number in 0..<1000 { one.reading("A", .text("\(number)")) }
        let view = one.history.view
        #expect(view.waiting == 100)
        #expect(view.dropped == 950)
        for number in UInt64(51)...200 {
            one.history.persist(
                .order(OrderRecord(id: number, element: "A", action: "on", by: .user("x"), requested: one.clock.now))
            )
        }
        #expect(one.history.view.waiting == 100)
        #expect(one.history.view.dropped == 1100)
    }

    @Test func queueIsBoundedInBytes() async throws {
        let one = TemporaryHistory {
            $0.file += "/nowhere"
            $0.maxWaitingBytes = 100_000
        }
        defer { one.remove() }
        for _ in 0..<1000 { one.reading("A", .text(String(repeating: "x", count: 872))) }
        #expect(one.history.view.waiting == 100)
    }
}
