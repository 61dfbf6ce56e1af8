import DomoModel
import Testing

@testable import DomoSim

struct ActuatorTests {
    @Test func binarySwitchesOnAndOff() {
        var actuator = Actuator(.sample("Buzzer", .binary), path: "a")
        #expect(!actuator.isOn)
        #expect(actuator.carryOut(.enable, value: nil, at: .zero) == nil)
        #expect(actuator.isOn)
        #expect(actuator.carryOut(.disable, value: nil, at: .zero) == nil)
        #expect(!actuator.isOn)
    }

    /// Its level is its position: neither stays behind when the other is ordered.
    @Test func levelOfALouverIsItsPosition() {
        var blind = Actuator(.sample("Blind", .bidirectional, .regulable), path: "a")
        func both(_ time: Duration) -> [Double] { [blind.louver.position(at: time), blind.dimmer.position(at: time)] }
        #expect(blind.carryOut(.enable, value: nil, at: .zero) == nil)
        #expect(both(.seconds(5)) == [25, 25])
        #expect(blind.carryOut(.stop, value: nil, at: .seconds(10)) == nil)
        #expect(both(.seconds(60)) == [50, 50])
        #expect(blind.carryOut(.setValue, value: "80", at: .seconds(60)) == nil)
        #expect(both(.seconds(90)) == [80, 80])
        #expect(blind.carryOut(.disable, value: nil, at: .seconds(90)) == nil)
        #expect(both(.seconds(120)) == [0, 0])
    }

    @Test func louverTravelsAndStops() {
        var actuator = Actuator(.sample("Louver", .bidirectional), path: "a")
        #expect(actuator.carryOut(.enable, value: nil, at: .zero) == nil)
        #expect(actuator.louver.position(at: .seconds(10)) == 50)
        #expect(actuator.carryOut(.stop, value: nil, at: .seconds(10)) == nil)
        #expect(actuator.louver.position(at: .seconds(60)) == 50)
        #expect(actuator.carryOut(.disable, value: nil, at: .seconds(60)) == nil)
        #expect(actuator.louver.position(at: .seconds(65)) == 25)
        #expect(actuator.louver.position(at: .seconds(70)) == 0)
    }

    @Test func dimmerRestoresItsLevelAfterOff() {
        var actuator = Actuator(.sample("Dimmer", .regulable, .binary), path: "a")
        #expect(actuator.carryOut(.setValue, value: "40", at: .zero) == nil)
        #expect(actuator.isOn)
        #expect(actuator.dimmer.position(at: .milliseconds(100)) == 10)
        #expect(actuator.dimmer.position(at: .seconds(1)) == 40)
        #expect(actuator.carryOut(.disable, value: nil, at: .seconds(1)) == nil)
        #expect(!actuator.isOn)
        #expect(actuator.dimmer.position(at: .seconds(2)) == 0)
        #expect(actuator.carryOut(.enable, value: nil, at: .seconds(2)) == nil)
        #expect(actuator.isOn)
        #expect(actuator.dimmer.position(at: .seconds(3)) == 40)
        #expect(actuator.carryOut(.setValue, value: "0", at: .seconds(3)) == nil)
        #expect(!actuator.isOn)
        #expect(actuator.carryOut(.enable, value: nil, at: .seconds(4)) == nil)
        #expect(actuator.dimmer.target == 40)
    }

    @Test func dimmerWithoutAPreviousLevelGoesTo100() {
        var actuator = Actuator(.sample("Dimmer", .binary, .regulable), path: "a")
        #expect(actuator.carryOut(.enable, value: nil, at: .zero) == nil)
        #expect(actuator.dimmer.target == 100)
    }

    @Test(arguments: ["", "40", "día 🌞", "a\nb"])
    func valueKeepsItsText(text: String) {
        var actuator = Actuator(.sample("Display", .value), path: "a")
        #expect(actuator.text == nil)
        #expect(actuator.carryOut(.setValue, value: text, at: .zero) == nil)
        #expect(actuator.text == text)
    }

    @Test(arguments: [
        ([FacetType.binary, .bidirectional], true), ([.bidirectional, .binary], false),
        ([.regulable, .bidirectional, .binary], false),
    ])
    func firstOfBinaryAndBidirectionalObeysEnable(types: [FacetType], isBinary: Bool) {
        var actuator = Actuator(Element(name: "x", kind: .device, types: FacetTypes(types)!), path: "x")
        #expect(actuator.carryOut(.enable, value: nil, at: .zero) == nil)
        #expect(actuator.isOn == isBinary)
        #expect(actuator.louver.target == (isBinary ? 0 : 100))
        #expect(actuator.carryOut(.stop, value: nil, at: .zero) == nil)
    }

    @Test func numberIsALevelIfTheElementTakesBoth() {
        var actuator = Actuator(.sample("x", .value, .regulable), path: "x")
        #expect(actuator.carryOut(.setValue, value: "40", at: .zero) == nil)
        #expect(actuator.carryOut(.setValue, value: "140", at: .zero) == nil)
        #expect(actuator.dimmer.target == 40)
        #expect(actuator.text == "140")
    }

    @Test(
        arguments: [
            (FacetType.binary, Signal.Operation.stop, nil, "it takes: enable, disable"),
            (.binary, .setValue, "4", "it takes: enable, disable"), (.regulable, .enable, nil, "it takes: setValue"),
            (.regulable, .setValue, nil, "needs a value"), (.regulable, .setValue, "101", "0–100"),
            (.regulable, .setValue, "-1", "0–100"), (.regulable, .setValue, "+1", "0–100"),
            (.regulable, .setValue, "4.5", "0–100"), (.regulable, .setValue, "", "0–100"),
            (.regulable, .setValue, "٤", "0–100"), (.regulable, .stop, nil, "it takes: setValue"),
            (.bidirectional, .setValue, "4", "it takes: enable, disable, stop"),
            (.value, .enable, nil, "it takes: setValue"),
            (.value, .disable, nil, "it takes: setValue"), (.value, .setValue, nil, "needs a value"),
        ] as [(FacetType, Signal.Operation, String?, String)]
    )
    func operationThatTheTypeLacksIsRefused(
        type: FacetType,
        operation: Signal.Operation,
        value: String?,
        words: String
    ) throws {
        var actuator = Actuator(.sample("x", type), path: "x")
        let refusal = actuator.carryOut(operation, value: value, at: .zero)
        let reason = try #require(refusal)
        #expect(reason.contains(words), "\(reason)")
        #expect(!actuator.isOn && actuator.text == nil && actuator.dimmer.target == 0 && actuator.louver.target == 0)
    }

    @Test func virtualElementIsNotSimulated() {
        let types = FacetTypes([.binary])!
        let virtual = Element(name: "Vacaciones", kind: .device, types: types, details: Details(initial: .off))
        let actuators = Actuators([House(name: "Casa", elements: [virtual, .sample("Luz", .binary)])])
        #expect(actuators.all.map(\.path) == ["Casa/Luz"])
        #expect(actuators["Vacaciones"].isEmpty)
        #expect(actuators.number(path: nil, name: "Luz") == 0)
    }
}
