import DomoLanguage
import DomoModel
import Foundation
import Synchronization
import Testing

@testable import DomoHistory

@Suite struct CrashTests {
    /// The child writes orders, and records the acknowledged ones. It is killed after a different number of them in each round.
    @Test func nothingAcknowledgedIsMissingAfterAKill() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "domo-crash-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        setenv("DOMO_CRASH_FOLDER", folder.path, 1)
        let acknowledged = folder.appending(path: "acknowledged")
        for round in UInt64(0)..<8 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                guard let path = getenv("DOMO_CRASH_FOLDER") else { return }
                try writeUntilKilled(URL(fileURLWithPath: String(cString: path)))
            }
            let history = try History.open(
                History.Settings(file: folder.appending(path: "history.sqlite").path),
                now: wallClock()
            ) { _ in }
            defer { history.close() }
            #expect(history.view.state == .working)
            #expect(history.view.warnings == [])
            let noted = try String(contentsOf: acknowledged, encoding: .utf8).split(separator: "\n").compactMap {
                Int($0)
            }
            #expect(noted.count > Int(round))
            let stored = try history.numbersOfOrders()
            #expect(Set(noted).subtracting(stored).isEmpty)
            // The last recorded order was stored with its end.
            #expect(history.load().lastOrder >= noted.max() ?? 0)
            // So was the scene run of the order, or a later one.
            #expect(history.load().scenes.map(\.scene) == ["S"])
            #expect(history.load().scenes.allSatisfy { $0.failed >= noted.max() ?? 0 })
        }
    }
}

extension History {
    fileprivate func numbersOfOrders() throws -> Set<Int> { Set(try storedNumbers(stage: "confirmed")) }
}

private func writeUntilKilled(_ folder: URL) throws {
    let history = try History.open(
        History.Settings(file: folder.appending(path: "history.sqlite").path),
        now: wallClock()
    ) { _ in }
    let notes = open(folder.appending(path: "acknowledged").path, O_CREAT | O_APPEND | O_WRONLY, 0o600)
    let first = history.load().lastOrder + 1
    let acknowledged = Atomic(0)
    let isStored = DispatchSemaphore(value: 16)
    let last = Int.random(in: 20...1000)
    for number in first... {
        if acknowledged.load(ordering: .relaxed) >= last { kill(getpid(), SIGKILL) }
        var order = OrderRecord(
            id: number,
            element: "E\(number % 100)",
            action: "on",
            by: .user("x"),
            requested: wallClock()
        )
        history.persist(.order(order))
        history.persist(
            .reading(
                element: order.element,
                type: .value,
                Reading(value: .text("\(number)"), certainty: .confirmed, since: wallClock(), cause: .user("x"))
            )
        )
        order.stage = .confirmed
        history.persist(.order(order))
        history.persist(.scene(SceneRecord(scene: "S", by: .user("x"), started: wallClock(), failed: Int(number))))
        // No more than the history takes.
        if number.isMultiple(of: 64) { isStored.wait() }
        history.whenStored { isWritten in
            if number.isMultiple(of: 64) { isStored.signal() }
            guard isWritten else { return }
            acknowledged.add(1, ordering: .relaxed)
            let line = Array("\(number)\n".utf8)
            _ = write(notes, line, line.count)
        }
    }
}
