import DomoModel
import Testing

@Suite struct ElementValuesTests {
    static func element(_ types: FacetType..., details: Details? = nil) -> Element {
        Element(name: "Lamp", kind: .device, types: FacetTypes(types)!, details: details)
    }

    @Test(arguments: [
        ([FacetType.binary], "on", Value.on), ([.binary], "OFF", .off),
        ([.bidirectional], "up", .up), ([.bidirectional], "Down", .down), ([.bidirectional], "stop", .stop),
        ([.regulable], "0", .level(Percent(0)!)), ([.regulable], "100", .level(Percent(100)!)),
        ([.regulable], "40%", .level(Percent(40)!)), ([.regulable], "007", .level(Percent(7)!)),
        ([.value], "on", .text("on")), ([.value], "", .text("")), ([.value], "-5", .number(-5)),
        // The form of the value selects the type; `value`, which accepts anything, comes last.
        ([.regulable, .binary], "on", .on), ([.binary, .regulable], "40", .level(Percent(40)!)),
        ([.value, .binary], "on", .on), ([.value, .binary], "hello", .text("hello")),
        ([.value, .regulable], "50", .level(Percent(50)!)), ([.value, .regulable], "500", .number(500)),
    ])
    func valueBecomesAction(types: [FacetType], value: String, action: Value) throws {
        let element = Element(name: "Lamp", kind: .device, types: try #require(FacetTypes(types)))
        #expect(try element.order(value) == action)
        #expect(try element.order(value, as: action.type) == action)
    }

    @Test(arguments: [
        ([FacetType.binary], "up", "Lamp can't be set to \"up\"", "Lamp takes: on, off"),
        ([.regulable], "101", "level 101 is out of range", "Lamp takes 0–100 (percent)"),
        (
            [.regulable], "99999999999999999999", "level 99999999999999999999 is out of range",
            "Lamp takes 0–100 (percent)"
        ),
        ([.regulable], "-1", "Lamp can't be set to \"-1\"", "Lamp takes: 0–100"),
        ([.regulable], "+1", "Lamp can't be set to \"+1\"", "Lamp takes: 0–100"),
        ([.regulable], "4.5", "Lamp can't be set to \"4.5\"", "Lamp takes: 0–100"),
        ([.regulable], "%", "Lamp can't be set to \"%\"", "Lamp takes: 0–100"),
        ([.regulable], "４", "Lamp can't be set to \"４\"", "Lamp takes: 0–100"),
        ([.regulable, .binary], "", "Lamp can't be set to \"\"", "Lamp takes: 0–100; on, off"),
        (
            [.value], "a\u{7}b", "the text for Lamp contains a control character",
            "use one line of printable characters"
        ),
    ])
    func refusalListsThePossibleValues(types: [FacetType], value: String, message: String, hint: String) throws {
        let element = Element(name: "Lamp", kind: .device, types: try #require(FacetTypes(types)))
        #expect(throws: ValueRefusal(message: message, hint: hint)) { try element.order(value) }
    }

    @Test func missingTypeIsRefused() {
        #expect(throws: ValueRefusal(message: "Lamp is not binary", hint: "Lamp takes: 0–100")) {
            try Self.element(.regulable).order("on", as: .binary)
        }
        #expect(
            throws: ValueRefusal(
                message: "Lamp can't be toggled",
                hint: "Lamp takes: 0–100"
            )
        ) {
            try Self.element(.regulable).require(.binary, toBe: "toggled")
        }
    }

    @Test func textHasAtMost1024Characters() throws {
        let longest = String(repeating: "ñ", count: 1024)
        #expect(try Self.element(.value).order(longest) == .text(longest))
        #expect(throws: ValueRefusal.self) { try Self.element(.value).order(longest + "x") }
    }

    @Test(arguments: [
        ("15", true), ("15.0", true), ("30", true), ("14.9", false), ("30.1", false), ("warm", false), ("nan", false),
    ])
    func valueStaysWithinItsRange(value: String, isTaken: Bool) {
        let details = Details(unit: "°C", minimum: 15, maximum: 30)
        let element = Self.element(.value, details: details)
        if isTaken {
            #expect(throws: Never.self) { try element.order(value) }
        } else {
            let refusal = #expect(throws: ValueRefusal.self) { try element.order(value) }
            #expect(refusal?.hint == "Lamp takes a number, 15–30 °C")
        }
    }

    @Test(arguments: [
        (Details(minimum: 5, maximum: 30, step: 0.5), "21.5", "21.5"), (Details(minimum: 5, step: 2), "7", "7"),
        (Details(step: 0.5), "-1.5", "-1.5"), (Details(step: 1), "007", "7"), (Details(minimum: 0), "1e1", "10"),
        (Details(maximum: 5), "-.5", "-0.5"), (Details(step: 0.1), "0.30", "0.30"),
        (Details(minimum: 1, step: 1), "+2", "+2"),
    ])
    func numberWithinTheLimitsIsTaken(details: Details, text: String, number: String) throws {
        let value = try Self.element(.value, details: details).order(text)
        #expect(value.word == number)
        guard case .number = value else { return #expect(Bool(false), "\(value)") }
    }

    @Test(arguments: [
        (
            Details(unit: "°C", minimum: 5, maximum: 30, step: 0.5), "21.3", "21.3 is between two steps",
            "Lamp takes a number, 5–30 °C, in steps of 0.5"
        ),
        (
            Details(minimum: 5, step: 2), "8", "8 is between two steps",
            "Lamp takes a number, at least 5, in steps of 2 from 5"
        ),
        (Details(step: 0.5), "0.25", "0.25 is between two steps", "Lamp takes a number, in steps of 0.5"),
        (Details(step: 0.5), "auto", "\"auto\" is not a number", "Lamp takes a number, in steps of 0.5"),
        (Details(unit: "lx", maximum: 9), "9.1", "9.1 is out of range", "Lamp takes a number, at most 9 lx"),
        (Details(minimum: 0), "1e99", "\"1e99\" is not a number", "Lamp takes a number, at least 0"),
    ])
    func numberOutsideTheLimitsIsRefused(details: Details, text: String, message: String, hint: String) {
        #expect(throws: ValueRefusal(message: message, hint: hint)) {
            try Self.element(.value, details: details).order(text)
        }
    }

    @Test(arguments: ["007", "+34 600", "1e3", ".5", "5.", "1234567890123456789"])
    func withoutLimitsOtherSpellingsStayTexts(text: String) throws {
        #expect(try Self.element(.value).order(text) == .text(text))
    }

    @Test func readOnlyFacetsCantBeOrdered() throws {
        let details = Details(readOnly: try #require(FacetTypes([.regulable])))
        let element = Self.element(.regulable, .binary, details: details)
        #expect(try element.order("on") == .on)
        // A condition may still compare it.
        #expect(try element.value("40") == .level(Percent(clamping: 40)))
        let refusal = ValueRefusal(message: "Lamp is read-only as regulable", hint: "Lamp takes: on, off")
        #expect(throws: refusal) { try element.order("40") }
        #expect(throws: refusal) { try element.require(.regulable, toBe: "dimmed") }
        #expect(throws: Never.self) { try element.require(.binary, toBe: "toggled") }
    }

    @Test func readOnlyElementTakesNoOrders() throws {
        let sensor = Self.element(.value, details: Details(readOnly: try #require(FacetTypes([.value]))))
        #expect(throws: ValueRefusal(message: "Lamp is read-only", hint: "Lamp takes no orders")) {
            try sensor.order("21")
        }
    }
}
