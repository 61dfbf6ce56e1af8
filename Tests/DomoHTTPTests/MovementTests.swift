import DomoEngine
import DomoLanguage
import DomoModel
import DomoYAML
import Synchronization
import Testing

@testable import DomoHTTP

/// Covers that report that they move.
struct MovementTests {
    /// A cover that moves, and where it then rests.
    struct Case: Sendable, CustomTestStringConvertible {
        var dialect: String
        var entry: String
        var moving: String
        var state: CoverState
        var level: Int
        var resting: String
        var testDescription: String { "\(dialect) \(moving.prefix(60))" }
    }

    private static func homeAssistant(_ state: String, _ position: Int) -> String {
        #"[{"entity_id":"cover.a","attributes":{"current_position":\#(position)},"state":"\#(state)"}]"#
    }

    private static func tasmota(_ position: Int, _ direction: Int) -> String {
        #"{"Shutter1":{"Position":\#(position),"Direction":\#(direction),"Target":100,"Tilt":0}}"#
    }

    private static func shelly(_ state: String, _ position: Int) -> String {
        #"{"id":0,"current_pos":\#(position),"state":"\#(state)"}"#
    }

    static let cases = [
        Case(
            dialect: "homeassistant",
            entry: "entity: cover.a",
            moving: homeAssistant("opening", 30),
            state: .opening,
            level: 30,
            resting: homeAssistant("open", 70)
        ),
        Case(
            dialect: "homeassistant",
            entry: "entity: cover.a",
            moving: homeAssistant("closing", 80),
            state: .closing,
            level: 80,
            resting: homeAssistant("open", 70)
        ),
        Case(
            dialect: "shelly-gen2",
            entry: "kind: cover, id: 0",
            moving: shelly("closing", 60),
            state: .closing,
            level: 60,
            resting: shelly("stopped", 70)
        ),
        Case(
            dialect: "tasmota",
            entry: "kind: shutter",
            moving: tasmota(0, 1),
            state: .opening,
            level: 0,
            resting: tasmota(70, 0)
        ),
        Case(
            dialect: "tasmota",
            entry: "kind: shutter",
            moving: tasmota(100, -1),
            state: .closing,
            level: 100,
            resting: tasmota(70, 0)
        ),
    ]

    @Test(arguments: cases)
    func aCoverThatMovesIsNotAtRest(test: Case) async throws {
        let answer = Mutex(test.moving)
        let dialect = try #require(Dialect.shipped(test.dialect))
        try await TestServer.run { _ in
            .json(answer.withLock { $0 })
        } body: { server in
            let node = try #require(try YAMLNode.read("{Louver: {\(test.entry)}}"))
            let fixture = try LinkFixture(
                "http://127.0.0.1:\(server.port)",
                dialect: dialect,
                elements: try ElementRules.read(node, dialect: dialect)
            )
            let types = try #require(FacetTypes([.bidirectional, .regulable]))
            let house = EngineOnHTTP(fixture, [Element(name: "Louver", kind: .device, types: types)])
            await house.pass(.seconds(40))
            #expect(house.cover("Louver")?.state == test.state && house.cover("Louver")?.certainty == .confirmed)
            let direction = try #require(house.reading("Louver", .bidirectional))
            #expect(direction.isMoving == true)
            #expect(direction.reading.value == (test.state == .opening ? .up : .down))
            let level = try #require(house.reading("Louver", .regulable))
            #expect(level.isMoving == true && level.reading.value == .level(Percent(clamping: test.level)))
            // It is read again soon, not only in the next round.
            answer.withLock { $0 = test.resting }
            await house.pass(.seconds(3))
            #expect(house.cover("Louver")?.state == .between && house.cover("Louver")?.certainty == .confirmed)
            #expect(house.reading("Louver", .regulable)?.reading.value == .level(Percent(clamping: 70)))
            #expect(house.reading("Louver", .bidirectional)?.isMoving == nil)
            // Then it is read in its turn alone.
            let before = server.requests.count
            await house.pass(.seconds(25))
            #expect(server.requests.count - before <= 4)
        }
    }

    /// A cover that calibrates moves in a direction that nobody knows.
    @Test func aCalibrationIsAMovement() throws {
        let dialect = try #require(Dialect.shipped("shelly-gen2"))
        let node = try #require(try YAMLNode.read("{Louver: {kind: cover}}"))
        let elements = try ElementRules.read(node, dialect: dialect)
        let settings = try ServerSettings(url: "http://h", dialect: dialect, elements: elements)
        let answer = Array(Self.shelly("calibrating", 10).utf8)
        #expect(
            settings.report(of: answer, for: [.named("Louver", .bidirectional)], isForAll: false)
                == .states([.init(target: 0, type: .bidirectional, value: nil, isMoving: true)])
        )
    }
}
