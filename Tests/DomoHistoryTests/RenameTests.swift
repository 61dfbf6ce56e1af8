import DomoLanguage
import DomoModel
import Testing

@testable import DomoHistory

/// The history of a path that the houses no longer have is given to another.
@Suite struct RenameTests {
    private func order(_ number: UInt64, _ element: String, at time: Timestamp) -> OrderRecord {
        OrderRecord(
            id: number,
            element: element,
            type: "binary",
            action: "on",
            by: .user("ana"),
            origin: .socket,
            requested: time,
            stage: .accepted,
            reached: time
        )
    }

    private func renamed(
        _ one: TemporaryHistory,
        _ old: String,
        _ new: String,
        isPlace: Bool = false
    ) async -> Reply {
        await one.answer(.rename(old: old, new: new, isPlace: isPlace))
    }

    private static let sums = """
        SELECT elements.path, (SELECT count(*) FROM changes WHERE element = id), (SELECT bytes FROM sizes WHERE element = id AND part = 0)
        FROM elements ORDER BY path
        """

    @Test func historyFollowsToTheNewPath() async throws {
        let one = TemporaryHistory()
        let start = one.clock.now
        one.reading("Casa/Luz", .on)
        one.history.persist(.order(order(1, "Casa/Luz", at: start)))
        one.reading("Casa/Otra", .off)
        let reply = await renamed(one, "Casa/Luz", "Casa/Salon/Lampara")
        #expect(reply == .renamed(RenameReport(old: "Casa/Luz", new: "Casa/Salon/Lampara", elements: 1)))
        #expect(try await one.orders("Casa/Salon/Lampara").map(\.id) == [1])
        #expect(try await one.orders("Casa/Luz") == [])
        // The writer knows it too.
        one.clock.advance(.seconds(60))
        one.reading("Casa/Salon/Lampara", .off)
        let two = one.reopened()
        defer { two.remove() }
        #expect(two.history.load().readings.map(\.element).sorted() == ["Casa/Otra", "Casa/Salon/Lampara"])
        #expect(try two.rows("SELECT path FROM elements ORDER BY path") == ["Casa/Otra", "Casa/Salon/Lampara"])
        #expect(
            try two.rows("SELECT count(*) FROM changes JOIN elements ON id = element WHERE path LIKE '%Lampara'") == [
                "2"
            ]
        )
    }

    /// domo already recorded the element under its new name.
    @Test func twoHistoriesBecomeOne() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        let start = one.clock.now
        one.reading("Casa/Luz", .on)
        one.history.persist(.order(order(1, "Casa/Luz", at: start)))
        one.clock.advance(.seconds(60))
        one.reading("Casa/Lampara", .off)
        one.history.persist(.order(order(2, "Casa/Lampara", at: one.clock.now)))
        #expect(await one.isStored())
        let bytes = try one.rows("SELECT sum(bytes) FROM sizes")
        let id = try one.rows("SELECT id FROM elements WHERE path = 'Casa/Luz'")
        guard case .renamed = await renamed(one, "Casa/Luz", "Casa/Lampara") else {
            Issue.record("it was refused")
            return
        }
        // The older row stays, with all of both.
        #expect(try one.rows("SELECT id FROM elements WHERE path = 'Casa/Lampara'") == id)
        #expect(try one.rows("SELECT count(*) FROM elements") == ["1"])
        #expect(try one.rows("SELECT count(*) FROM changes") == ["2"])
        #expect(try one.rows("SELECT sum(bytes) FROM sizes") == bytes)
        #expect(try await one.orders("Casa/Lampara").map(\.id).sorted() == [1, 2])
        #expect(one.history.load().readings.map(\.reading.value) == [.off])
    }

    /// A sector got another name.
    @Test func placeTakesAllThatIsInIt() async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        for path in ["Casa/Salon/Luz", "Casa/Salon/Clima/Modo", "Casa/Salon", "Casa/Salonico/Luz"] {
            one.reading(path, .on)
        }
        let reply = await renamed(one, "Casa/Salon", "Casa/Estar", isPlace: true)
        #expect(reply == .renamed(RenameReport(old: "Casa/Salon", new: "Casa/Estar", elements: 2)))
        // A place has no history of its own: nobody would find that of an element again.
        #expect(
            try one.rows("SELECT path FROM elements ORDER BY path")
                == ["Casa/Estar/Clima/Modo", "Casa/Estar/Luz", "Casa/Salon", "Casa/Salonico/Luz"]
        )
    }

    @Test(arguments: ["Casa/Luces", "Casa/Lu", "Luz", "", "Casa/Luz' OR 1=1 --"])
    func pathWithoutAHistoryIsRefused(_ old: String) async throws {
        let one = TemporaryHistory()
        defer { one.remove() }
        one.reading("Casa/Luz", .on)
        guard case .fault(let fault) = await renamed(one, old, "Casa/Lampara") else {
            Issue.record("it was taken")
            return
        }
        #expect(fault.code == .unknownElement)
        #expect(try one.rows("SELECT path FROM elements") == ["Casa/Luz"])
    }

    /// Changes that the filter held back are those of the old path.
    @Test func changesThatAreHeldBackAreWritten() async throws {
        let one = TemporaryHistory { $0.filters = ["Casa/T": History.Filter(atMostEvery: .seconds(600))] }
        defer { one.remove() }
        one.reading("Casa/T", FacetType.value.value(word: "20"))
        one.clock.advance(.seconds(10))
        one.reading("Casa/T", FacetType.value.value(word: "21"))
        #expect(await one.isStored())
        _ = await renamed(one, "Casa/T", "Casa/U")
        #expect(try one.rows("SELECT number FROM changes ORDER BY time") == ["20.0", "21.0"])
    }
}
