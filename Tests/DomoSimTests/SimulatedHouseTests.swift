import DomoModel
import Testing

@testable import DomoSim

struct SimulatedHouseTests {
    private static let path = "/web/services/unsecureWebUI"

    private static func house(_ change: (inout SimulatorSettings) -> Void = { _ in }) -> SimulatedHouse {
        var settings = SimulatorSettings()
        change(&settings)
        return SimulatedHouse(houses: [.sample], xml: Array("<Viviendas/>".utf8), settings: settings)
    }

    @Test(
        arguments: [
            ("POST", "?operation=enable&PERVMLSERVICENAME=Buzzer", 204, nil),
            ("POST", "?operation=enable&PERVMLSERVICENAME=Louver", 204, nil),
            ("POST", "?operation=setValue&PERVMLSERVICENAME=Display&value=hola", 204, nil),
            ("POST", "?operation=enable&PERVMLSERVICENAME=Puerta%20%C3%B1%26%3D", 204, nil),
            ("POST", "?operation=enable&PERVMLSERVICENAME=Nadie", 404, "no element named Nadie"),
            ("POST", "?operation=enable&PERVMLSERVICENAME=buzzer", 404, "no element named buzzer"),
            ("POST", "?operation=enable", 400, "missing PERVMLSERVICENAME"),
            ("POST", "?operation=enable&PERVMLSERVICENAME=", 400, "missing PERVMLSERVICENAME"),
            (
                "POST", "?PERVMLSERVICENAME=Buzzer", 400,
                "missing operation; use one of: enable, disable, stop, setValue"
            ),
            (
                "POST", "?operation=fly&PERVMLSERVICENAME=Buzzer", 400,
                "unknown operation fly; use one of: enable, disable, stop, setValue"
            ),
            ("POST", "?operation=stop&PERVMLSERVICENAME=Buzzer", 400, "Buzzer can't stop; it takes: enable, disable"),
            ("POST", "?operation=%ZZ", 400, "the query is not percent-encoded UTF-8, or has a duplicate key"),
            ("POST", "", 400, "missing PERVMLSERVICENAME"),
            ("GET", "?operation=enable&PERVMLSERVICENAME=Buzzer", 405, "method not allowed; use POST"),
        ] as [(String, String, Int, String?)]
    )
    func signalIsAnswered(method: String, query: String, status: Int, reason: String?) throws {
        var house = Self.house()
        let answer = try #require(house.respond(method: method, target: Self.path + query, at: .zero).answer)
        #expect(answer.status == status)
        #expect(answer.reason == reason)
        #expect(answer.allow == (status == 405 ? "POST" : nil))
    }

    @Test(arguments: [
        ("GET", "/state", 200), ("GET", "/signals?x=1", 200), ("GET", "/house.xml", 200), ("POST", "/state", 405),
        ("DELETE", "/house.xml", 405), ("GET", "/", 404), ("POST", "/web/services/", 404), ("GET", "", 404),
        ("GET", "?", 404),
    ])
    func otherPathsAreAnswered(method: String, target: String, status: Int) {
        var house = Self.house()
        let response = house.respond(method: method, target: target, at: .zero)
        #expect(response.answer?.status == status)
        #expect(response.line == nil)
    }

    @Test func allElementsWithTheNameMove() {
        var house = Self.house()
        _ = house.respond(method: "POST", target: "\(Self.path)?operation=enable&PERVMLSERVICENAME=Lamp", at: .zero)
        #expect(house.actuators["Lamp"].map(\.isOn) == [true, true])
        #expect(house.actuators["Lamp"].map(\.path) == ["Casa/Lamp", "Casa/Salon/Lamp"])
    }

    @Test func stateShowsMovements() throws {
        let element = Element.sample("Persiana \"ñ\"", .bidirectional, .value)
        let home = House(name: "C", elements: [element])
        var house = SimulatedHouse(houses: [home], xml: nil, settings: SimulatorSettings())
        let signal = "\(Self.path)?operation=enable&PERVMLSERVICENAME=Persiana%20%22%C3%B1%22"
        #expect(house.respond(method: "POST", target: signal, at: .seconds(1)).answer == .noContent)
        func state(_ seconds: Int) throws -> String {
            let answer = house.respond(method: "GET", target: "/state", at: .seconds(seconds)).answer
            return String(decoding: try #require(answer).body, as: UTF8.self)
        }
        let head = #"{"elements":[{"path":"C/Persiana \"ñ\"","name":"Persiana \"ñ\"","kind":"device","#
        let types = #""types":["bidirectional","value"],"#
        #expect(
            try state(6) == head + types
                + #""state":{"bidirectional":"up","value":null},"values":{"bidirectional":25.0,"value":null},"moving":true,"#
                + #""target":{"bidirectional":100.0}}]}"# + "\n"
        )
        #expect(
            try state(21) == head + types
                + #""state":{"bidirectional":"up","value":null},"values":{"bidirectional":100.0,"value":null},"moving":false,"target":{}}]}"#
                + "\n"
        )
        #expect(house.respond(method: "GET", target: "/house.xml", at: .zero).answer?.status == 404)
    }

    @Test func lastHundredSignalsAreKept() {
        var house = Self.house()
        for number in 1...130 {
            let target = "\(Self.path)?operation=setValue&PERVMLSERVICENAME=Display&value=\(number)"
            _ = house.respond(method: "POST", target: target, at: .zero)
        }
        #expect(house.records.count == 100)
        #expect(house.records.first?.signal.value == "31")
        #expect(house.records.last?.line == "POST operation=setValue name=Display value=130 → 204")
    }

    @Test func failedSignalMovesNothing() {
        var house = Self.house { $0.failShare = 1 }
        let target = "\(Self.path)?operation=enable&PERVMLSERVICENAME=Buzzer"
        let response = house.respond(method: "POST", target: target, at: .zero)
        #expect(response.answer?.status == 500)
        #expect(response.line == "POST operation=enable name=Buzzer → 500 failed on purpose")
        #expect(house.actuators["Buzzer"].map(\.isOn) == [false])
    }

    @Test func lineOfADroppedSignalShowsWhetherItWasDone() {
        var lines: Set<String> = []
        for seed in 1...20 {
            var house = Self.house {
                $0.dropShare = 1
                $0.seed = UInt64(seed)
            }
            let target = "\(Self.path)?operation=enable&PERVMLSERVICENAME=Buzzer"
            let response = house.respond(method: "POST", target: target, at: .zero)
            #expect(response.answer == nil)
            let isDone = house.actuators["Buzzer"].map(\.isOn) == [true]
            #expect(response.line == "POST operation=enable name=Buzzer → dropped, \(isDone ? "done" : "not done")")
            lines.insert(response.line ?? "")
        }
        #expect(lines.count == 2)
    }

    @Test func replacedHouseKeepsUnchangedElements() {
        var house = Self.house()
        let on = "\(Self.path)?operation=enable&PERVMLSERVICENAME="
        #expect(house.respond(method: "POST", target: on + "Buzzer", at: .zero).answer == .noContent)
        var built = House.sample
        built.elements = [.sample("Buzzer", .binary), .sample("New", .binary)]
        house.replace(with: [built], xml: nil)
        #expect(house.actuators["Buzzer"].map(\.isOn) == [true])
        #expect(house.respond(method: "POST", target: on + "New", at: .zero).answer == .noContent)
        #expect(house.respond(method: "POST", target: on + "Display", at: .zero).answer?.status == 404)

        built.elements = [.sample("Buzzer", .value)]
        house.replace(with: [built], xml: nil)
        #expect(house.actuators["Buzzer"].map(\.isOn) == [false])
    }
}
