import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// `off` switches off the devices of a place.
struct SwitchOffTests {
    private static func report(_ reply: Reply?) throws -> GroupReport {
        guard case .group(let report)? = reply else { throw Missing() }
        return report
    }

    private static func house(_ devices: [Element], _ inner: [Element] = []) -> HouseUnderTest {
        let sector = Sector(name: "Inner", elements: inner)
        return HouseUnderTest(
            HouseUnderTest.catalog(
                houses: [House(name: "Casa", elements: devices, sectors: [sector])],
                reading: ReadPolicy(interval: .seconds(30))
            )
        )
    }

    @Test func onlySwitchableDevicesAreSwitched() throws {
        let alarm = Element(name: "Alarm", kind: .service, types: FacetTypes([.binary])!)
        let sensor = Element(
            name: "Sensor",
            kind: .device,
            types: FacetTypes([.binary])!,
            details: Details(readOnly: FacetTypes([.binary])!)
        )
        let house = Self.house(
            [alarm, sensor, HouseUnderTest.element("Blind", .bidirectional), HouseUnderTest.element("Text", .value)],
            [
                HouseUnderTest.element("Lamp", .binary), HouseUnderTest.element("Level", .regulable),
                HouseUnderTest.element("Both", .regulable, .binary),
            ]
        )
        let explained = try Self.report(try house.ask("off Casa --explain"))
        #expect(
            explained
                == GroupReport(
                    elements: ["Casa/Inner/Lamp", "Casa/Inner/Level", "Casa/Inner/Both"],
                    leftOut: [.init(element: "Casa/Alarm", reason: "a service")]
                )
        )
        #expect(house.sent.isEmpty)
        let report = try Self.report(try house.ask("off Casa"))
        #expect(report.elements == explained.elements)
        #expect(report.orders?.map(\.outcome) == [.requested, .requested, .requested])
        #expect(
            house.sent.map { "\($0.dispatch.target.name)=\($0.dispatch.value.word)" } == [
                "Lamp=off", "Level=0", "Both=off",
            ]
        )
        try house.answerAll()
        #expect(report.orders?.compactMap { house.record($0.id)?.stage } == [.accepted, .accepted, .accepted])
    }

    /// The level of a cover is its position: 0 % opens it on KNX, and closes it at other servers.
    @Test func coversAreNotMoved() throws {
        let cover = HouseUnderTest.element("Cover", .bidirectional, .regulable)
        let motor = HouseUnderTest.element("Motor", .bidirectional, .regulable, .binary)
        let house = Self.house([cover, motor, HouseUnderTest.element("Level", .regulable)])
        for line in ["off Casa --explain", "set Casa off --all --explain"] {
            #expect(try Self.report(try house.ask(line)).elements == ["Casa/Motor", "Casa/Level"])
        }
    }

    @Test func devicesKnownToBeOffAreSkipped() throws {
        let house = Self.house(["A", "B", "C", "D"].map { HouseUnderTest.element($0, .binary) })
        try house.report(["A": .off, "B": .on, "C": nil])
        // Accepted but not confirmed: it may be on.
        try house.give("set D off")
        try house.answer()
        #expect(try Self.report(try house.ask("off Casa --explain")).elements == ["Casa/B", "Casa/C", "Casa/D"])
    }

    @Test func setAllOrdersDevicesThatTakeTheValue() throws {
        let alarm = Element(name: "Alarm", kind: .service, types: FacetTypes([.binary])!)
        let house = Self.house(
            [alarm, HouseUnderTest.element("Blind", .bidirectional)],
            [HouseUnderTest.element("Lamp", .binary), HouseUnderTest.element("Level", .regulable)]
        )
        #expect(try Self.report(try house.ask("set Casa on --all --explain")).elements == ["Casa/Inner/Lamp"])
        #expect(house.sent.isEmpty)
        let report = try Self.report(try house.ask("set Casa 40 --all"))
        #expect(report.elements == ["Casa/Inner/Level"])
        #expect(report.orders?.map(\.outcome) == [.requested])
        #expect(house.sent.map { "\($0.dispatch.target.name)=\($0.dispatch.value.word)" } == ["Level=40"])
        #expect(try Self.report(try house.ask("set Casa up --all --explain")).elements == ["Casa/Blind"])
        // As `off` does.
        #expect(
            try Self.report(try house.ask("set Casa off --all --explain")).elements == [
                "Casa/Inner/Lamp", "Casa/Inner/Level",
            ]
        )
    }

    @Test func valueThatNoDeviceTakesIsRefused() throws {
        let house = Self.house([HouseUnderTest.element("Lamp", .binary)])
        func fault(_ line: String) throws -> Fault? {
            guard case .fault(let fault)? = try house.ask(line) else { return nil }
            return fault
        }
        #expect(try fault("set Casa up --all")?.code == .refusedValue)
        #expect(try fault("set Lamp on --all")?.code == .unknownPlace)
        #expect(try fault("set Casa on")?.hint?.contains("--all") == true)
        #expect(house.sent.isEmpty)
    }

    @Test func onlyVisibleDevicesAreSwitched() throws {
        let house = HouseUnderTest(HouseUnderTest.limited())
        let report = try Self.report(try house.limited("off Casa --explain"))
        #expect(report.elements == ["Casa/Salon/Dimmer", "Casa/Salon/Luz"])
        #expect(try house.limitedFault("off Torre")?.code == .unknownPlace)
        #expect(try house.limitedFault("off Salon/Louver")?.code == .unknownPlace)
    }

    private struct Missing: Error {}
}
