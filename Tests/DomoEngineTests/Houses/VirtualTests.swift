import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Virtual elements: domo itself holds their values.
struct VirtualTests {
    // MARK: - Values

    @Test(arguments: [
        ("Vacaciones", [Value.off]), ("Brillo", [.level(.zero), .off]), ("Mensaje", [.text("")]),
        ("Consigna", [.number(20)]),
    ])
    func elementBeginsWithItsInitialValue(name: String, values: [Value]) throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        for value in values {
            let reading = try house.reading(name, value.type)
            #expect(reading.value == value)
            #expect(reading.certainty == .confirmed)
            #expect(!reading.isStale)
        }
    }

    @Test func typesWithoutAnInitialValueOfTheirOwnHaveTheUsualOne() throws {
        let mixed = House(name: "Casa", elements: [VirtualHouse.virtual("Modo", .text("noche"), .binary, .value)])
        let house = HouseUnderTest(VirtualHouse.catalog(mixed))
        #expect(try house.reading("Modo", .value).value == .text("noche"))
        #expect(try house.reading("Modo", .binary).value == .off)
    }

    @Test(arguments: [
        ("set Vacaciones on", "Vacaciones", [Value.on]), ("toggle Vacaciones", "Vacaciones", [.on]),
        ("dim Brillo 40", "Brillo", [.level(Percent(40)!), .on]),
        ("dim Brillo +10", "Brillo", [.level(Percent(10)!), .on]),
        // Without a level to return to, on is the whole level.
        ("set Brillo on", "Brillo", [.level(Percent(100)!), .on]),
        ("set Mensaje 'vuelvo pronto'", "Mensaje", [.text("vuelvo pronto")]),
        ("set Consigna 21.5", "Consigna", [.number(21.5)]),
    ])
    func orderIsConfirmedAtOnce(line: String, name: String, values: [Value]) throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        house.pass(.seconds(60))
        let (stored, kept, events) = (house.records.count, house.kept.count, house.events.count)
        let id = try house.give(line)
        let receipt = try #require(house.receipt(id))
        #expect(receipt.outcome == .confirmed)
        #expect(house.record(receipt.id)?.stage == .confirmed)
        #expect(house.sent.isEmpty)
        #expect(!house.isSending)
        for value in values {
            let reading = try house.reading(name, value.type)
            #expect(reading.value == value)
            #expect(reading.certainty == .confirmed)
            #expect(reading.since == house.now.wall)
            #expect(reading.cause == .user("ana"))
            #expect(house.kept.last?[FacetName(path: "Casa/\(name)", type: value.type)] == reading)
        }
        // Stored in its file once, and in the history, before the reply.
        #expect(house.kept.count == kept + 1)
        #expect(house.records.count == stored + values.count + 1)
        #expect(house.storedReplies[id] == house.records.count)
        #expect(house.events[events...].map(\.kind) == values.map { _ in .reading })
        house.expectNothingIsHeld()
    }

    @Test func brightnessReturnsToItsLastLevel() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        for line in ["dim Brillo 40", "set Brillo off", "set Brillo on"] { try house.give(line) }
        #expect(try house.reading("Brillo", .regulable).value == .level(Percent(40)!))
    }

    @Test func repeatedOrderChangesNothing() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        try house.give("set Vacaciones on")
        let (reading, kept) = (try house.reading("Vacaciones", .binary), house.kept.last)
        house.pass(.seconds(5))
        let id = try house.give("set Vacaciones on", by: .user(7, name: "bea"))
        #expect(house.receipt(id)?.outcome == .confirmed)
        #expect(try house.reading("Vacaciones", .binary) == reading)
        #expect(house.kept.last == kept)
    }

    @Test(arguments: [
        ("set Vacaciones on --wait none", OrderReceipt.Outcome.confirmed),
        ("set Vacaciones on --wait accepted", .confirmed),
        ("set Vacaciones on --wait confirmed", .confirmed), ("set Vacaciones off --key a", .confirmed),
    ])
    func everyWaitIsOverAtOnce(line: String, outcome: OrderReceipt.Outcome) throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        #expect(house.receipt(try house.give(line))?.outcome == outcome)
        house.expectNothingIsHeld()
    }

    @Test(arguments: [
        ("set Consigna 40", Fault.Code.refusedValue), ("set Vacaciones 40", .refusedValue),
        ("dim Brillo up", .refusedValue), ("dim Vacaciones 3", .refusedValue),
    ])
    func valueThatItCantHaveIsRefused(line: String, code: Fault.Code) throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        let kept = house.kept.count
        #expect(house.fault(try house.give(line))?.code == code)
        #expect(house.kept.count == kept)
    }

    @Test func explanationSaysThatNothingIsSent() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        guard case .explanation(let explanation)? = try house.ask("set Vacaciones on --explain") else {
            throw VirtualHouse.Missing()
        }
        #expect(explanation.signals.map(\.signal) == ["nothing is sent: domo itself holds the value"])
        #expect(try house.reading("Vacaciones", .binary).value == .off)
    }

    @Test func whyNamesNoLinkAndNoUnreportedType() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        try house.give("set Vacaciones on")
        guard case .why(let report)? = try house.ask("why Vacaciones") else { throw VirtualHouse.Missing() }
        #expect(report.element.isVirtual == true)
        #expect(report.element.readings.map(\.isConnected) == [nil])
        #expect(report.links.isEmpty)
        #expect(report.unreported == nil)
        #expect(report.orders.map(\.stage) == [.confirmed])
    }

    @Test func ordersAreCounted() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        try house.give("set Vacaciones on")
        let status = try house.status
        #expect(status.accepted == 1)
        #expect(status.confirmed == 1)
        #expect(status.failed == 0)
    }

    @Test func stoppingDaemonRefusesOrders() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        house.feed(.stop)
        #expect(house.fault(try house.give("set Vacaciones on"))?.code == .stopping)
        #expect(try house.reading("Vacaciones", .binary).value == .off)
    }

    // MARK: - Links

    @Test func unreachableServerDoesNotMatter() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        try house.give("set Vacaciones on")
        try house.breakServer("set Luz on --deadline 10m")
        #expect(try !house.reading("Vacaciones", .binary).isStale)
        #expect(house.receipt(try house.give("set Vacaciones off"))?.outcome == .confirmed)
    }

    @Test func houseWithoutServerHoldsItToo() throws {
        let house = HouseUnderTest(Catalog(houses: [VirtualHouse.house], linkOfHouse: [nil]))
        #expect(house.receipt(try house.give("set Vacaciones on"))?.outcome == .confirmed)
        #expect(try house.reading("Vacaciones", .binary).value == .on)
        #expect(house.fault(try house.give("set Luz on"))?.code == .badConfiguration)
    }

    @Test func ofItsNamesakeOnTheServerNothingIsTaken() throws {
        let other = House(name: "Otra", elements: [HouseUnderTest.element("Vacaciones", .binary)])
        let house = HouseUnderTest(
            HouseUnderTest.catalog(houses: [VirtualHouse.house, other], reading: ReadPolicy(interval: .seconds(30)))
        )
        try house.give("set Otra/Vacaciones on")
        try house.answerAll()
        #expect(try house.reading("Casa/Vacaciones", .binary).value == .off)
        #expect(house.sent.map(\.dispatch.target.path) == ["Otra/Vacaciones"])
        #expect(!house.read.contains { $0.query.targets.contains { $0.path == "Casa/Vacaciones" } })
    }

    // MARK: - Places

    @Test func placeOrdersSkipIt() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        for line in ["set Vacaciones on", "dim Brillo 40"] { try house.give(line) }
        for line in ["off Casa --explain", "set Casa off --all --explain", "set Casa on --all --explain"] {
            guard case .group(let report)? = try house.ask(line) else { throw VirtualHouse.Missing() }
            #expect(report.elements == ["Casa/Luz"], "\(line)")
        }
        try house.give("off Casa")
        #expect(try house.reading("Vacaciones", .binary).value == .on)
        #expect(try house.reading("Brillo", .regulable).value == .level(Percent(40)!))
    }

    @Test func placeOrderThatOnlyItWouldTakeIsRefused() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        #expect(house.fault(try house.give("set Casa 'vuelvo pronto' --all"))?.code == .refusedValue)
    }

    @Test func sceneStepsForPlacesSkipIt() throws {
        let house = HouseUnderTest(
            VirtualHouse.catalog(scenes: [("Salir", "set Vacaciones on\noff Casa\nset Casa off --all")])
        )
        try house.give("scene Salir")
        try house.answerAll()
        house.pass(.seconds(1))
        try house.answerAll()
        #expect(try house.reading("Vacaciones", .binary).value == .on)
        #expect(try house.reading("Vacaciones", .binary).cause == .scene("Salir"))
        #expect(house.signals.contains("Luz=off"))
    }

    // MARK: - Buses

    @Test func telegramOrdersIt() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        let order = LinkOrder(VirtualHouse.vacaciones, .on, address: "1/2/3", source: "1.1.5")
        let link = try #require(house.started.first)
        house.feed(.requested(link, [order]))
        let reading = try house.reading("Vacaciones", .binary)
        #expect(reading.value == .on)
        #expect(reading.certainty == .confirmed)
        #expect(reading.cause.kind == .bus)
    }

    // MARK: - Rates

    @Test func ordersAboveTheRateAreRefusedNotDelayed() throws {
        let house = HouseUnderTest(VirtualHouse.catalog())
        house.feed(.tokens(.named(["guest": AccessRules.Grant(role: .act)])))
        var codes: Set<Fault.Code> = []
        for level in 0..<300 {
            let id = try house.give("dim Brillo \(level % 100)", by: .token("guest"))
            if let fault = house.fault(id) { codes.insert(fault.code) } else { #expect(house.receipt(id) != nil) }
        }
        #expect(codes == [.busy])
    }
}
