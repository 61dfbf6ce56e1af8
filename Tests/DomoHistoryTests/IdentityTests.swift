import DomoLanguage
import DomoModel
import Foundation
import Testing

@testable import DomoHistory

/// What identifies renamed elements, beside the history.
@Suite struct IdentityTests {
    private func rename(_ one: TemporaryHistory, _ old: String, _ new: String, isPlace: Bool = false) async throws {
        let reply = await one.answer(.rename(old: old, new: new, isPlace: isPlace))
        guard case .renamed = reply else {
            Issue.record("\(reply)")
            return
        }
    }

    private func origins(_ one: TemporaryHistory, _ paths: String...) -> [String] {
        paths.map(one.history.identities.origin)
    }

    @Test func identityFollowsARenameAndSurvivesARestart() async throws {
        let one = TemporaryHistory()
        one.reading("Casa/Luz", .on)
        try await rename(one, "Casa/Luz", "Casa/Lampara")
        #expect(origins(one, "Casa/Lampara") == ["Casa/Luz"])
        #expect(origins(one, "Casa/Luz") != ["Casa/Luz"])
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.identities == one.history.identities)
        two.reading("Casa/Luz", .off)
        let second = origins(two, "Casa/Luz")
        // The second thing of this name, and the first, which gets its name back.
        try await rename(two, "Casa/Luz", "Casa/Farol")
        try await rename(two, "Casa/Lampara", "Casa/Luz")
        #expect(origins(two, "Casa/Farol", "Casa/Luz") == second + ["Casa/Luz"])
    }

    /// Both had a history: the identity of the older one stays, as its row does.
    @Test func identityOfTheOldPathStaysWhereBothHaveAHistory() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("Casa/Luz", .on)
        one.reading("Casa/Lampara", .off)
        try await rename(one, "Casa/Luz", "Casa/Lampara")
        #expect(origins(one, "Casa/Lampara") == ["Casa/Luz"])
    }

    @Test func renamedHouseNeedsTwoRows() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for number in 0..<50 { one.reading("Casa/Salon/\(number)", .on) }
        try await rename(one, "Casa", "Home", isPlace: true)
        #expect(try one.rows("SELECT count(*) FROM identities") == ["2"])
        #expect(origins(one, "Home", "Home/Salon", "Home/Salon/7") == ["Casa", "Casa/Salon", "Casa/Salon/7"])
    }

    /// What was in the new place before, and has a history that the old place has not, is not what is renamed.
    @Test func elementsOfTheNewPlaceKeepTheirIdentity() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for path in ["Salon/Luz", "Salon/Clima/Modo", "Estar/Luz", "Estar/Farol", "Estar/Rincon/Luz", "Estar/Clima/T"] {
            one.reading("Casa/\(path)", .on)
        }
        try await rename(one, "Casa/Salon", "Casa/Estar", isPlace: true)
        let paths = ["Luz", "Clima/Modo", "Nueva", "Farol", "Rincon/Luz", "Rincon", "Clima/T"]
        #expect(
            paths.map { one.history.identities.origin(of: "Casa/Estar/\($0)") } == [
                "Casa/Salon/Luz", "Casa/Salon/Clima/Modo", "Casa/Salon/Nueva", "Casa/Estar/Farol",
                "Casa/Estar/Rincon/Luz", "Casa/Estar/Rincon", "Casa/Estar/Clima/T",
            ]
        )
    }

    /// All of a sector is in the place around it now: the place itself is no other.
    @Test func placeThatTakesAnInnerOneStaysWhatItIs() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for path in ["Dev", "Dev Two", "Dev/Part"] { one.reading("Casa/Salon/\(path)", .on) }
        try await rename(one, "Casa/Salon", "Casa", isPlace: true)
        #expect(
            origins(one, "Casa", "Casa/Otra", "Casa/Dev", "Casa/Dev Two", "Casa/Dev/Part")
                == ["Casa", "Casa/Otra", "Casa/Salon/Dev", "Casa/Salon/Dev Two", "Casa/Salon/Dev/Part"]
        )
    }

    @Test func refusedRenameChangesNoIdentity() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("Casa/Luz", .on)
        guard case .fault = await one.answer(.rename(old: "Casa/Nada", new: "Casa/Luz", isPlace: false)) else {
            Issue.record("it was taken")
            return
        }
        #expect(one.history.identities == Identities())
    }

    // MARK: - Recognized renames

    private let lamp = PathChange(old: "Casa/Luz", new: "Casa/Salon/Lampara")

    @Test func historyAndIdentityFollowARecognizedRename() async throws {
        let one = TemporaryHistory()
        one.reading("Casa/Luz", .on)
        one.reading("Casa/Luz/Modo", .on)
        one.reading("Casa/Luces", .on)
        #expect(one.history.follow([lamp]) == [.followed])
        #expect(
            try one.rows("SELECT path FROM elements ORDER BY path")
                == ["Casa/Luces", "Casa/Salon/Lampara", "Casa/Salon/Lampara/Modo"]
        )
        #expect(origins(one, "Casa/Salon/Lampara") == ["Casa/Luz"])
        // The daemon ended before it kept a copy of the files.
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.follow([lamp]) == [.done])
        #expect(origins(two, "Casa/Salon/Lampara") == ["Casa/Luz"])
        // The file is as before again.
        #expect(two.history.follow([PathChange(old: lamp.new, new: lamp.old)]) == [.followed])
        #expect(origins(two, "Casa/Luz") == ["Casa/Luz"])
        #expect(two.history.follow([lamp]) == [.followed])
    }

    @Test func elementWithoutAHistoryIsIdentifiedToo() {
        let one = TemporaryHistory()
        defer { one.remove() }
        #expect(one.history.follow([lamp]) == [.followed])
        #expect(origins(one, "Casa/Salon/Lampara") == ["Casa/Luz"])
    }

    /// It may be the history of something else.
    @Test func recognizedRenameMixesNoHistories() throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("Casa/Luz", .on)
        one.reading("Casa/Otra", .on)
        one.reading("Casa/Salon/Lampara", .off)
        let outcomes = one.history.follow([lamp, PathChange(old: "Casa/Otra", new: "Casa/Esta")])
        #expect(outcomes == [.occupied, .followed])
        #expect(
            try one.rows("SELECT path FROM elements ORDER BY path")
                == ["Casa/Esta", "Casa/Luz", "Casa/Salon/Lampara"]
        )
        #expect(origins(one, "Casa/Luz", "Casa/Salon/Lampara") == ["Casa/Luz", "Casa/Salon/Lampara"])
    }

    /// Until the new houses are in use, the engine names the old path.
    @Test func lastRecordsOfTheOldPathAreThoseOfTheNewOne() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("Casa/Luz", .on)
        #expect(one.history.follow([lamp]) == [.followed])
        one.clock.advance(.seconds(1))
        one.reading("Casa/Luz", .off)
        #expect(await one.isStored())
        one.clock.advance(.seconds(1))
        one.reading("Casa/Salon/Lampara", .on)
        #expect(await one.isStored())
        #expect(try one.rows("SELECT path FROM elements") == ["Casa/Salon/Lampara"])
        #expect(try one.rows("SELECT number FROM changes ORDER BY time") == ["1.0", "0.0", "1.0"])
        // From the next load on, the path may be that of something else.
        one.history.update(
            filters: [:],
            keep: one.settings.keep,
            size: one.settings.size,
            timeZone: one.settings.timeZone,
            isDurable: false
        )
        _ = one.history.load()
        one.reading("Casa/Luz", .off)
        #expect(await one.isStored())
        #expect(try one.rows("SELECT path FROM elements ORDER BY path") == ["Casa/Luz", "Casa/Salon/Lampara"])
    }

    // MARK: - Files

    /// A database of the version before.
    @Test func tableIsAddedToAnEarlierVersion() async throws {
        let before = Schema(steps: Array(Schema.released.prefix(2)))
        #expect(before.version == 6)
        let one = TemporaryHistory(now: "2026-11-22T01:00:00.000Z") { $0.schema = before }
        Fixture.persist(in: one.history)
        #expect(await one.isStored())
        let two = one.reopened { $0.schema = Schema() }
        defer { two.remove() }
        #expect(two.history.load() == Fixture.memory)
        #expect(try two.rows("PRAGMA user_version") == ["\(Schema().version)"])
        #expect(try two.rows("SELECT count(*) FROM identities") == ["0"])
        try await rename(two, "Casa/Salón/Luz", "Casa/Luz")
        #expect(origins(two, "Casa/Luz") == ["Casa/Salón/Luz"])
    }

    @Test func recognizedRenameIsRefusedDuringAMigration() async throws {
        let one = try await TemporaryHistory.earlier(adding: "INSERT INTO identities VALUES ('B', 'A')") {
            $0.maxOrdersMigratedAtOpen = 0
        }
        defer { one.remove() }
        #expect(one.history.load() == Fixture.memory)
        #expect(one.history.follow([lamp]) == nil)
        // What was renamed before is known meanwhile.
        #expect(origins(one, "B") == ["A"])
        one.history.migrate()
        #expect(one.history.load() == Fixture.memory)
        #expect(one.history.follow([lamp]) == [.followed])
        #expect(origins(one, "B", lamp.new) == ["A", lamp.old])
    }

    @Test func databaseThatReplacesADamagedOneHasTheIdentities() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("Casa/Luz", .on)
        try await rename(one, "Casa/Luz", "Casa/Lampara")
        let known = one.history.identities
        one.history.runUntilIdle()
        try change(one.file, "PRAGMA wal_checkpoint(TRUNCATE)")
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: one.file))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size)))
        try handle.close()
        let isReplaced = await eventually {
            one.reading("Casa/Otra", .on)
            guard await one.isStored() else { return false }
            return one.files.contains { $0.contains("damaged") }
        }
        #expect(isReplaced)
        #expect(one.history.identities == known)
        #expect(try one.rows("SELECT count(*) FROM identities") == ["2"])
    }
}
