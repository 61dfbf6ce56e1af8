import DomoKNX
import DomoKNXHouse
import DomoKNXSim
import DomoModel
import DomoXML
import Testing

@testable import DomoSim

struct SimulatedKNXTests {
    private static func text(_ answer: Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test(
        arguments: [
            ("POST", "/bus/press?group=1/0/1&value=on", 204, nil),
            ("POST", "/bus/press?group=1/0/1&value=on&source=1.1.9", 204, nil),
            ("POST", "/bus/press?group=9/0/1&dpt=9.001&value=21.5", 204, nil),
            ("POST", "/bus/press?group=3/0/1&service=read", 204, nil),
            ("POST", "/bus/press?group=9/0/1&value=on", 400, "the type of 9/0/1 is not known; add dpt=1.001"),
            ("POST", "/bus/press?group=1/0/1", 400, "missing value; write group=1/0/1&value=on"),
            ("POST", "/bus/press?value=on", 400, "missing group; write group=1/0/1&value=on"),
            (
                "POST", "/bus/press?group=1/0/1&value=on&service=shout", 400,
                "unknown service \"shout\"; use write, read or response"
            ),
            (
                "POST", "/bus/press?group=1/0/1&vale=on", 400,
                "unknown argument \"vale\"; use: group, dpt, value, service, source"
            ),
            (
                "POST", "/bus/press?group=%ZZ", 400,
                "the query is not percent-encoded UTF-8, or has a duplicate key"
            ),
            ("POST", "/bus/faults?fault=negative&group=1/0/1&count=2&for=3s&share=5%25", 204, nil),
            ("POST", "/bus/faults?fault=bus-lost&count=2", 400, "bus-lost does not take a count"),
            ("DELETE", "/bus/faults", 204, nil),
            ("GET", "/bus/press", 405, "method not allowed; use POST"),
            ("PUT", "/bus/faults", 405, "method not allowed; use POST, DELETE"),
            ("POST", "/bus/state", 405, "method not allowed; use GET"),
            ("GET", "/bus/what", 404, "no such path; use /bus/press, /bus/faults, /bus/telegrams or /bus/state"),
        ] as [(String, String, Int, String?)]
    )
    func requestIsAnswered(method: String, target: String, status: Int, reason: String?) {
        var house = KNXSamples.house()
        let answer = house.respond(method: method, target: target, at: .seconds(1)).answer
        #expect(answer.status == status)
        #expect(answer.reason == reason)
    }

    @Test func pressMovesTheActuatorAndShowsInTheTelegrams() {
        var house = KNXSamples.house()
        _ = house.respond(method: "POST", target: "/bus/press?group=1/0/1&value=on&source=1.1.9", at: .seconds(1))
        let state = Self.text(house.respond(method: "GET", target: "/bus/state", at: .seconds(2)).answer)
        #expect(state.contains(#"{"path":"Casa/Lamp","type":"binary","value":"on"}"#), "\(state)")
        #expect(state.contains(#""telegrams":2,"waiting":0,"quiet":true"#), "\(state)")
        let log = Self.text(house.respond(method: "GET", target: "/bus/telegrams", at: .seconds(2)).answer)
        let press =
            #""source":"1.1.9","group":"1/0/1","service":"write","data":"01","value":"on","name":"Lamp","acknowledged":true"#
        #expect(log.contains(press), "\(log)")
        #expect(log.contains(#""source":"1.1.1","group":"1/4/1""#), "\(log)")
    }

    @Test func readsOfCommandsAreShown() {
        var house = KNXSamples.house()
        for group in ["1/0/1", "1/0/1", "1/4/1"] {
            _ = house.respond(method: "POST", target: "/bus/press?group=\(group)&service=read", at: .seconds(1))
        }
        let state = Self.text(house.respond(method: "GET", target: "/bus/state", at: .seconds(2)).answer)
        #expect(state.contains(#""readsOfCommands":{"1/0/1":2}"#), "\(state)")
    }

    @Test func movingCoverShowsItsPosition() {
        var house = KNXSamples.house()
        _ = house.respond(method: "POST", target: "/bus/press?group=2/0/1&value=down", at: .seconds(1))
        let state = Self.text(house.respond(method: "GET", target: "/bus/state", at: .seconds(11)).answer)
        #expect(state.contains(#""value":"moving down","position":49.9,"locked":false,"steps":0"#), "\(state)")
    }

    @Test func configuredFaultIsActiveFromTheStart() throws {
        let fault = try KNXFaultRequest("stuck group=1/0/1")
        var house = KNXSamples.house { $0.faults = [fault] }
        _ = house.respond(method: "POST", target: "/bus/press?group=1/0/1&value=on", at: .seconds(1))
        let state = Self.text(house.respond(method: "GET", target: "/bus/state", at: .seconds(2)).answer)
        #expect(state.contains(#"{"path":"Casa/Lamp","type":"binary","value":"off"}"#), "\(state)")
    }

    @Test(
        arguments: [
            ("1/0/1", .write(.bits(1)), "1.1.9 → 1/0/1 write on (Lamp)"),
            ("0/0/1", .write(.bits(0)), "1.1.9 → 0/0/1 write off (central)"),
            ("3/0/1", .response(.octets([0x0C, 0x1A])), "1.1.9 → 3/0/1 response 21 °C (Outside state)"),
            ("3/0/1", .read, "1.1.9 → 3/0/1 read (Outside state)"),
            ("3/0/1", .write(.bits(1)), "1.1.9 → 3/0/1 write 01 (Outside state)"),
            ("9/0/1", .write(.octets([1, 0xAB])), "1.1.9 → 9/0/1 write 01ab"),
        ] as [(String, GroupTelegram.Service, String)]
    )
    func telegramIsShownAsOneLine(group: String, service: GroupTelegram.Service, line: String) throws {
        let source = try IndividualAddress("1.1.9")
        let telegram = GroupTelegram(source: source, destination: try GroupAddress(group), service: service)
        #expect(KNXSamples.house().names.line(telegram) == line)
    }

    @Test func onlyTheLastTelegramsAreKept() {
        var house = KNXSamples.house { $0.isPaced = false }
        for second in 1...400 {
            _ = house.respond(method: "POST", target: "/bus/press?group=1/0/1&value=on", at: .seconds(second))
        }
        #expect(house.telegrams.count == SimulatedKNX.keptTelegrams)
        #expect(house.telegrams.last?.time == .seconds(400))
    }

    @Test func pressesFollowFromTheSeed() {
        func telegrams(_ seed: UInt64) -> [PassedTelegram] {
            var house = KNXSamples.house {
                $0.people = .seconds(2)
                $0.seed = seed
            }
            while let time = house.pressesNext, time < .seconds(60) { _ = house.letPeoplePress(at: time) }
            _ = house.handle(.wake, at: .seconds(60))
            return house.telegrams
        }
        #expect(telegrams(1).count > 20)
        #expect(telegrams(1) == telegrams(1))
        #expect(telegrams(1) != telegrams(2))
    }

    @Test func onlySimulatedHousesAreOnTheBus() {
        let reading = KNXSamples.reading
        #expect(!reading.hasErrors)
        #expect(reading.bindings(of: reading.houses).bindings.facets.count == 4)
        #expect(reading.bindings(of: []).bindings.facets.isEmpty)
        #expect(!reading.bindings(of: []).hasErrors)
    }

    @Test func bindingFaultIsOneLine() {
        let xml = KNXSamples.xml.replacing("orden=\"1/0/1\"", with: "orden=\"99/0/1\"")
        let reading = HouseReader.read(bytes: Array(xml.utf8), file: "casa.xml", keeping: ["urn:domo:knx:1"])
        let found = reading.bindings(of: reading.houses)
        #expect(found.hasErrors)
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("casa.xml:3:3: error: "), "\(found.faults)")
    }
}
