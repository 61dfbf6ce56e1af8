import DomoModel
import Testing

@testable import DomoSim

/// Parts of devices, which depend on each other.
struct SimulatedDeviceTests {
    private static let path = "/web/services/unsecureWebUI"

    private static func part(_ name: String, _ role: FacetRole, _ type: FacetType, unit: String? = nil) -> Element {
        let details = Details(unit: unit, role: role)
        return Element(name: name, kind: .device, isPart: true, types: FacetTypes([type])!, details: details)
    }

    private static func thermostat(_ name: String) -> [Element] {
        let options = [ValueOption(value: "comfort"), ValueOption(value: "off")]
        let mode = Element(
            name: "Modo",
            kind: .device,
            isPart: true,
            types: FacetTypes([.value])!,
            details: Details(role: .mode, options: options)
        )
        return [
            .sample(name, .value), part("Temperatura", .temperature, .value), mode,
            part("Valvula", .valve, .regulable), part("Estado", .status, .value),
        ]
    }

    private static func house() -> SimulatedHouse {
        let blind: [Element] = [.sample("Persiana", .bidirectional, .regulable), part("Lamas", .slats, .regulable)]
        let socket: [Element] = [
            .sample("Tele", .binary), part("Potencia", .power, .value), part("Energia", .energy, .value, unit: "Wh"),
        ]
        let home = House(
            name: "Piso",
            elements: thermostat("Clima") + thermostat("Estufa") + blind + socket,
            sectors: [
                Sector(name: "Salon", elements: thermostat("Radiador")),
                Sector(name: "Cuarto", elements: thermostat("Radiador")),
            ]
        )
        return SimulatedHouse(houses: [home], xml: nil, settings: SimulatorSettings())
    }

    @discardableResult
    private func order(
        _ name: String,
        _ operation: String,
        _ value: String? = nil,
        at now: Duration,
        _ house: inout SimulatedHouse
    ) -> Answer? {
        let query = "?operation=\(operation)&PERVMLSERVICENAME=\(name.replacing("/", with: "%2F"))"
        let target = Self.path + query + (value.map { "&value=\($0)" } ?? "")
        return house.respond(method: "POST", target: target, at: now).answer
    }

    /// The `state` of an element, as JSON.
    private func state(_ path: String, at now: Duration, _ house: inout SimulatedHouse) throws -> String {
        let target = "/state?path=Piso/\(path)"
        let answer = try #require(house.respond(method: "GET", target: target, at: now).answer)
        let body = String(decoding: answer.body, as: UTF8.self)
        let start = try #require(body.firstRange(of: "\"state\":"))
        return String(body[start.upperBound...].prefix { $0 != "}" }) + "}"
    }

    // MARK: Thermostats

    @Test func temperatureFollowsTheSetPointAndTheValveCloses() throws {
        var house = Self.house()
        func parts(_ seconds: Int) throws -> [String] {
            try ["Clima", "Clima/Temperatura", "Clima/Valvula", "Clima/Estado"].map {
                try state($0, at: .seconds(seconds), &house)
            }
        }
        #expect(
            try parts(1) == [
                #"{"value":"21"}"#, #"{"value":"19"}"#, #"{"regulable":100}"#, #"{"value":"heating"}"#,
            ]
        )
        #expect(try parts(31)[1...] == [#"{"value":"20.5"}"#, #"{"regulable":25}"#, #"{"value":"heating"}"#])
        #expect(try parts(60)[1...] == [#"{"value":"21"}"#, #"{"regulable":0}"#, #"{"value":"idle"}"#])
        #expect(order("Clima", "setValue", "22.5", at: .seconds(60), &house) == .noContent)
        #expect(
            try parts(60) == [#"{"value":"22.5"}"#, #"{"value":"21"}"#, #"{"regulable":75}"#, #"{"value":"heating"}"#]
        )
        #expect(try parts(80)[1...] == [#"{"value":"22"}"#, #"{"regulable":25}"#, #"{"value":"heating"}"#])
        #expect(order("Clima", "setValue", "20", at: .seconds(80), &house) == .noContent)
        #expect(try parts(100)[1...] == [#"{"value":"21"}"#, #"{"regulable":0}"#, #"{"value":"idle"}"#])
        #expect(try state("Estufa/Temperatura", at: .seconds(100), &house) == #"{"value":"21"}"#)
    }

    @Test func modeClosesTheValve() throws {
        var house = Self.house()
        #expect(try state("Clima/Modo", at: .zero, &house) == #"{"value":"comfort"}"#)
        #expect(order("Clima/Modo", "setValue", "off", at: .seconds(20), &house) == .noContent)
        #expect(try state("Clima/Valvula", at: .seconds(20), &house) == #"{"regulable":0}"#)
        #expect(try state("Clima/Temperatura", at: .seconds(40), &house) == #"{"value":"19"}"#)
        #expect(order("Clima/Modo", "setValue", "comfort", at: .seconds(40), &house) == .noContent)
        #expect(try state("Clima/Valvula", at: .seconds(40), &house) == #"{"regulable":100}"#)
    }

    /// An open window: the room gets warm again.
    @Test func wallChangesTheTemperature() throws {
        var house = Self.house()
        _ = try state("Clima", at: .zero, &house)
        let target = "/wall?path=Piso/Clima/Temperatura&value=15"
        #expect(house.respond(method: "POST", target: target, at: .seconds(100)).answer == .noContent)
        #expect(try state("Clima/Temperatura", at: .seconds(100), &house) == #"{"value":"15"}"#)
        #expect(try state("Clima/Valvula", at: .seconds(100), &house) == #"{"regulable":100}"#)
        #expect(try state("Clima/Temperatura", at: .seconds(140), &house) == #"{"value":"17"}"#)
    }

    @Test(arguments: ["Clima/Temperatura", "Clima/Valvula", "Clima/Estado", "Tele/Potencia", "Tele/Energia"])
    func measuredPartIsNotOrdered(name: String) {
        var house = Self.house()
        let answer = order(name, "setValue", "7", at: .zero, &house)
        #expect(answer?.status == 400)
        #expect(answer?.reason == "\(name) only reports")
    }

    // MARK: Names

    @Test(arguments: [
        ("Clima/Modo", ["Clima/Modo"]), ("Estufa/Modo", ["Estufa/Modo"]),
        // As in the original, all that have the name.
        ("Radiador/Modo", ["Salon/Radiador/Modo", "Cuarto/Radiador/Modo"]),
        ("Salon/Radiador/Modo", ["Salon/Radiador/Modo"]), ("Piso/Cuarto/Radiador/Modo", ["Cuarto/Radiador/Modo"]),
        ("Salon/Radiador", ["Salon/Radiador"]),
    ])
    func deviceTellsTwinsApart(name: String, paths: [String]) throws {
        var house = Self.house()
        #expect(order(name, "setValue", "off", at: .zero, &house) == .noContent)
        let changed = house.actuators.all.filter { $0.text == "off" }.map(\.path)
        #expect(changed == paths.map { "Piso/\($0)" })
        #expect(house.records.last?.line == "POST operation=setValue name=\(name) value=off → 204")
    }

    @Test(arguments: ["Modo", "adiador/Modo", "Clima/Nada", "Nada/Modo", "/Modo"])
    func unknownPartIsNotFound(name: String) {
        var house = Self.house()
        #expect(order(name, "setValue", "off", at: .zero, &house)?.reason == "no element named \(name)")
    }

    @Test func faultOfOnePartLeavesItsTwinAlone() throws {
        var house = Self.house()
        let target = "/faults?fault=unknown&name=Clima%2FModo"
        #expect(house.respond(method: "POST", target: target, at: .zero).answer == .noContent)
        #expect(try state("Clima/Modo", at: .zero, &house) == #"{"value":"unavailable"}"#)
        #expect(try state("Estufa/Modo", at: .zero, &house) == #"{"value":"comfort"}"#)
        let salon = "/faults?fault=unknown&name=Salon%2FRadiador%2FModo"
        #expect(house.respond(method: "POST", target: salon, at: .zero).answer == .noContent)
        #expect(try state("Salon/Radiador/Modo", at: .zero, &house) == #"{"value":"unavailable"}"#)
        #expect(try state("Cuarto/Radiador/Modo", at: .zero, &house) == #"{"value":"comfort"}"#)
    }

    // MARK: Slats

    private func slats(at milliseconds: Int, _ house: inout SimulatedHouse) throws -> String {
        try state("Persiana/Lamas", at: .milliseconds(milliseconds), &house)
    }

    @Test func slatsTurnWithTheirBlind() throws {
        var house = Self.house()
        #expect(order("Persiana", "enable", at: .zero, &house) == .noContent)
        #expect(try slats(at: 750, &house) == #"{"regulable":50}"#)
        #expect(try slats(at: 5000, &house) == #"{"regulable":100}"#)
        #expect(order("Persiana", "disable", at: .seconds(10), &house) == .noContent)
        #expect(try slats(at: 10_750, &house) == #"{"regulable":50}"#)
        #expect(try slats(at: 12_000, &house) == #"{"regulable":0}"#)
    }

    @Test func slatsStopWithTheirBlind() throws {
        var house = Self.house()
        #expect(order("Persiana", "enable", at: .zero, &house) == .noContent)
        #expect(order("Persiana", "stop", at: .milliseconds(600), &house) == .noContent)
        #expect(try slats(at: 5000, &house) == #"{"regulable":40}"#)
        // It arrives before they have turned: 3 % of 20 s.
        #expect(order("Persiana", "setValue", "6", at: .seconds(10), &house) == .noContent)
        #expect(try slats(at: 60_000, &house) == #"{"regulable":80}"#)
    }

    @Test func slatsAtRestTurnAlone() throws {
        var house = Self.house()
        #expect(order("Persiana/Lamas", "setValue", "60", at: .zero, &house) == .noContent)
        #expect(try slats(at: 450, &house) == #"{"regulable":30}"#)
        #expect(try slats(at: 5000, &house) == #"{"regulable":60}"#)
        #expect(try state("Persiana", at: .seconds(5), &house) == #"{"bidirectional":"down","regulable":0}"#)
    }

    /// Both have one motor.
    @Test func slatsWaitForTheirBlind() throws {
        var house = Self.house()
        #expect(order("Persiana", "setValue", "50", at: .zero, &house) == .noContent)
        #expect(order("Persiana/Lamas", "setValue", "40", at: .seconds(4), &house) == .noContent)
        #expect(try slats(at: 9900, &house) == #"{"regulable":100}"#)
        #expect(try slats(at: 20_000, &house) == #"{"regulable":40}"#)
        // A movement of the blind takes the place of the order for the slats.
        #expect(order("Persiana", "setValue", "100", at: .seconds(20), &house) == .noContent)
        #expect(order("Persiana/Lamas", "setValue", "40", at: .seconds(22), &house) == .noContent)
        #expect(order("Persiana", "disable", at: .seconds(23), &house) == .noContent)
        #expect(try slats(at: 90_000, &house) == #"{"regulable":0}"#)
    }

    // MARK: Meters and loads

    @Test func socketMeasuresWhatItFeeds() throws {
        var house = Self.house()
        #expect(try state("Tele/Potencia", at: .zero, &house) == #"{"value":"0"}"#)
        #expect(order("Tele", "enable", at: .seconds(100), &house) == .noContent)
        #expect(try state("Tele/Potencia", at: .seconds(100), &house) == #"{"value":"60"}"#)
        #expect(order("Tele", "disable", at: .seconds(1900), &house) == .noContent)
        #expect(try state("Tele/Potencia", at: .seconds(1900), &house) == #"{"value":"0"}"#)
        #expect(try state("Tele/Energia", at: .seconds(9999), &house) == #"{"value":"30"}"#)
    }

    @Test func loadKeepsTheRoom() throws {
        var house = Self.house()
        _ = try state("Clima", at: .seconds(100), &house)
        #expect(order("Tele", "enable", at: .seconds(100), &house) == .noContent)
        let more = House(name: "Piso", elements: Self.thermostat("Clima") + Self.thermostat("Nuevo"))
        house.replace(with: [more], xml: nil)
        #expect(try state("Clima/Temperatura", at: .seconds(120), &house) == #"{"value":"20"}"#)
        #expect(try state("Nuevo/Temperatura", at: .seconds(120), &house) == #"{"value":"19"}"#)
    }
}
