import FoundationEssentials
import Testing

@testable import DomoSim

/// The states that the simulated house reports, with and without faults.
struct StateTests {
    private struct ReportedElement: Decodable {
        /// A word, a number, or nothing.
        enum Value: Decodable, Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
            case word(String)
            case number(Int)
            case nothing

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                if value.decodeNil() {
                    self = .nothing
                } else if let number = try? value.decode(Int.self) {
                    self = .number(number)
                } else {
                    self = .word(try value.decode(String.self))
                }
            }

            init(stringLiteral value: String) { self = .word(value) }
            init(integerLiteral value: Int) { self = .number(value) }
        }

        var path: String
        var name: String
        var state: [String: Value]
    }

    private struct ReportedElements: Decodable {
        var elements: [ReportedElement]
    }

    private static let signals = "/web/services/unsecureWebUI"

    private var house = SimulatedHouse(houses: [.sample], xml: nil, settings: SimulatorSettings())

    private mutating func get(_ target: String, at seconds: Double = 0) throws -> Answer {
        try #require(house.respond(method: "GET", target: target, at: .seconds(seconds)).answer)
    }

    @discardableResult
    private mutating func post(_ target: String, at seconds: Double = 0) -> SimulatedHouse.Response {
        house.respond(method: "POST", target: target, at: .seconds(seconds))
    }

    private mutating func signal(_ operation: String, _ name: String, at seconds: Double = 0) -> SimulatedHouse.Response
    {
        post("\(Self.signals)?operation=\(operation)&PERVMLSERVICENAME=\(name)", at: seconds)
    }

    /// The reported state of a single element.
    private mutating func state(_ name: String, at seconds: Double = 0) throws -> [String: ReportedElement.Value] {
        let answer = try get("/state?name=\(name)", at: seconds)
        #expect(answer.status == 200)
        return try JSONDecoder().decode(ReportedElement.self, from: Data(answer.body)).state
    }

    private mutating func all(at seconds: Double = 0) throws -> [ReportedElement] {
        try JSONDecoder().decode(ReportedElements.self, from: Data(try get("/state", at: seconds).body)).elements
    }

    // MARK: Without faults

    @Test mutating func listAndSingleElementAgree() throws {
        _ = signal("enable", "Buzzer")
        let all = try all(at: 1)
        #expect(all.count == 8)
        for element in all {
            let path = element.path.utf8.map { "%\(String($0, radix: 16))" }.joined()
            let answer = try get("/state?path=\(path)", at: 1)
            let one = try JSONDecoder().decode(ReportedElement.self, from: Data(answer.body))
            #expect(one.path == element.path)
            #expect(one.state == element.state)
        }
        #expect(all.first { $0.name == "Buzzer" }?.state == ["binary": "on"])
        #expect(all.first { $0.name == "Display" }?.state == ["value": .nothing])
    }

    @Test mutating func statesAreAlsoServedBelowTheSignals() throws {
        let target = "\(Self.signals)/state?name=Buzzer"
        #expect(try get(target) == get("/state?name=Buzzer"))
        #expect(try get("\(Self.signals)/state") == get("/state"))
        #expect(try get("\(Self.signals)/nothing").status == 404)
    }

    @Test mutating func elementsWithTheSameNameAreDistinguishedByPath() throws {
        post("/wall?path=Casa/Salon/Lamp&value=on")
        #expect(try all().filter { $0.name == "Lamp" }.map(\.state) == [["binary": "off"], ["binary": "on"]])
        // By name, the first one is found.
        #expect(try state("Lamp") == ["binary": "off"])
    }

    @Test mutating func levelIsReportedDuringTheMovement() throws {
        post("\(Self.signals)?operation=setValue&PERVMLSERVICENAME=Dimmer&value=80")
        #expect(try state("Dimmer", at: 0.25) == ["regulable": 25, "binary": "on"])
        #expect(try state("Dimmer", at: 0.9) == ["regulable": 80, "binary": "on"])
    }

    @Test mutating func louverReportsItsDirectionAndItsPosition() throws {
        #expect(try state("Louver") == ["bidirectional": "down"])
        _ = signal("enable", "Louver")
        #expect(try state("Louver", at: 1) == ["bidirectional": "up"])
        _ = signal("stop", "Louver", at: 5)
        #expect(try state("Louver", at: 6) == ["bidirectional": "between"])
        _ = signal("disable", "Louver", at: 7)
        #expect(try state("Louver", at: 8) == ["bidirectional": "down"])
        _ = signal("enable", "Louver", at: 20)
        #expect(try state("Louver", at: 100) == ["bidirectional": "up"])
    }

    @Test(arguments: [
        ("/state?name=Nadie", 404), ("/state?path=Buzzer", 404), ("/state?name=%ZZ", 400),
        ("/state?name=Buzzer&name=Lamp", 400),
    ])
    mutating func invalidStateQueryIsRefused(target: String, status: Int) throws {
        #expect(try get(target).status == status)
    }

    // MARK: The wall

    @Test(
        arguments: [
            ("Buzzer", "on", ["binary": "on"]), ("Dimmer", "40", ["regulable": 40, "binary": "on"]),
            ("Dimmer", "on", ["regulable": 100, "binary": "on"]), ("Louver", "up", ["bidirectional": "up"]),
            ("Display", "hola%20ma%C3%B1ana", ["value": "hola mañana"]),
        ] as [(String, String, [String: ReportedElement.Value])]
    )
    private mutating func wallSwitchMovesElements(
        name: String,
        value: String,
        state expected: [String: ReportedElement.Value]
    ) throws {
        let response = post("/wall?name=\(name)&value=\(value)")
        #expect(response.answer == .noContent)
        #expect(response.line?.hasPrefix("WALL name=\(name) value=") == true)
        #expect(try state(name, at: 2) == expected)
        // It is not a signal.
        #expect(house.records.isEmpty)
    }

    @Test(arguments: [
        ("/wall", 400), ("/wall?name=Buzzer", 400), ("/wall?name=Buzzer&value=up", 400),
        ("/wall?name=Nadie&value=on", 404), ("/wall?value=on", 400), ("/wall?name=%FF&value=on", 400),
    ])
    mutating func invalidWallPressIsRefused(target: String, status: Int) {
        #expect(post(target).answer?.status == status)
    }

    // MARK: Faults

    @Test mutating func stuckActuatorAcceptsSignalsWithoutMoving() throws {
        #expect(post("/faults?fault=stuck&name=Buzzer").answer == .noContent)
        let response = signal("enable", "Buzzer")
        #expect(response.answer == .noContent)
        #expect(response.line == "POST operation=enable name=Buzzer → 204, not done")
        #expect(try state("Buzzer") == ["binary": "off"])
        // Invalid signals are still refused, other elements move, and the wall switch still works.
        #expect(signal("stop", "Buzzer").answer?.status == 400)
        _ = signal("enable", "Louver")
        #expect(try state("Louver", at: 1) == ["bidirectional": "up"])
        post("/wall?name=Buzzer&value=on")
        #expect(try state("Buzzer") == ["binary": "on"])
    }

    @Test mutating func signalWithALostAnswerIsObeyed() throws {
        post("/faults?fault=lost&count=1")
        #expect(signal("enable", "Buzzer").answer == nil)
        #expect(try state("Buzzer") == ["binary": "on"])
        #expect(signal("disable", "Buzzer").answer == .noContent)
    }

    @Test mutating func droppedSignalIsNotObeyed() throws {
        post("/faults?fault=dropped&count=1&on=signals")
        #expect(signal("enable", "Buzzer").answer == nil)
        #expect(try state("Buzzer") == ["binary": "off"])
    }

    @Test(arguments: [429, 503])
    mutating func busyHouseAnswersWithRetryAfter(status: Int) throws {
        post("/faults?fault=busy&status=\(status)&retry-after=7&for=10s")
        for answer in [signal("enable", "Buzzer", at: 9).answer, try get("/state", at: 9)] {
            #expect(answer?.status == status)
            #expect(answer?.retryAfter == 7)
        }
        #expect(try state("Buzzer", at: 10) == ["binary": "off"])
    }

    @Test mutating func slowHouseAnswersLater() throws {
        post("/faults?fault=slow&on=states&latency=3s")
        #expect(house.respond(method: "GET", target: "/state", at: .zero).delay == .seconds(3))
        #expect(signal("enable", "Buzzer").delay == .zero)
    }

    @Test mutating func statesMayBeWrong() throws {
        _ = signal("enable", "Buzzer")
        post("/wall?name=Dimmer&value=30")
        post("/faults?fault=wrong")
        #expect(try state("Buzzer", at: 2) == ["binary": "off"])
        #expect(try state("Dimmer", at: 2) == ["regulable": 70, "binary": "off"])
        #expect(try state("Louver", at: 2) == ["bidirectional": "up"])
        #expect(try state("Display", at: 2) == ["value": "?"])
    }

    @Test mutating func statesMayBeOld() throws {
        _ = signal("enable", "Buzzer")
        post("/faults?fault=old&name=Buzzer")
        _ = signal("disable", "Buzzer")
        _ = signal("enable", "Lamp")
        #expect(try state("Buzzer") == ["binary": "on"])
        #expect(try state("Lamp") == ["binary": "on"])
        #expect(house.respond(method: "DELETE", target: "/faults", at: .zero).answer == .noContent)
        #expect(try state("Buzzer") == ["binary": "off"])
    }

    @Test mutating func wordsMayBeUnknownAndElementsMissing() throws {
        post("/faults?fault=unknown&name=Dimmer")
        post("/faults?fault=missing&name=Buzzer")
        #expect(try state("Dimmer") == ["regulable": "unavailable", "binary": "unavailable"])
        #expect(try get("/state?name=Buzzer").status == 404)
        #expect(try all().map(\.name).contains("Buzzer") == false)
    }

    @Test mutating func answersMayBeGarbage() throws {
        post("/faults?fault=garbage&count=1")
        let answer = try get("/state")
        #expect(answer.status == 200)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(ReportedElements.self, from: Data(answer.body)) }
        #expect(try all().count == 8)
    }

    @Test(arguments: [
        ("POST", "/faults", 400), ("POST", "/faults?fault=fly", 400), ("POST", "/faults?fault=stuck&name=Nadie", 404),
        ("GET", "/faults", 405), ("GET", "/wall", 405), ("POST", "/requests", 405),
    ])
    mutating func invalidFaultIsRefused(method: String, target: String, status: Int) {
        #expect(house.respond(method: method, target: target, at: .zero).answer?.status == status)
    }

    // MARK: The log

    @Test mutating func requestsAreCountedAndKept() throws {
        struct Log: Decodable {
            struct Request: Decodable {
                var seconds: Double
                var method: String
                var target: String
                var status: Int?
            }
            var signals: Int
            var states: Int
            var requests: [Request]
        }
        post("/faults?fault=dropped&on=signals")
        _ = signal("enable", "Buzzer", at: 1)
        for number in 1...1500 { _ = try get("/state?name=Buzzer", at: Double(number)) }
        let log = try JSONDecoder().decode(Log.self, from: Data(try get("/requests").body))
        #expect(log.signals == 1)
        #expect(log.states == 1500)
        #expect(log.requests.count == SimulatedHouse.keptRequests)
        #expect(log.requests.last?.seconds == 1500)
        #expect(log.requests.last?.target == "/state?name=Buzzer")
        #expect(log.requests.last?.status == 200)
    }
}
