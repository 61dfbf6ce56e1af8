import DomoModel
import Testing

@Suite struct ActionTests {
    static func element(_ types: FacetType..., details: Details? = nil) -> Element {
        Element(name: "Lamp", kind: .device, types: FacetTypes(types)!, details: details)
    }

    @Test(arguments: [
        ([FacetType.binary], "on", Value.on), ([.binary], "OFF", .off),
        ([.bidirectional], "up", .up), ([.bidirectional], "Down", .down), ([.bidirectional], "stop", .stop),
        ([.regulable], "0", .level(Percent(0)!)), ([.regulable], "100", .level(Percent(100)!)),
        ([.regulable], "40%", .level(Percent(40)!)), ([.regulable], "007", .level(Percent(7)!)),
        ([.value], "on", .text("on")), ([.value], "", .text("")), ([.value], "-5", .text("-5")),
        // The value's form picks the type, and `value`, which takes anything, comes last.
        ([.regulable, .binary], "on", .on), ([.binary, .regulable], "40", .level(Percent(40)!)),
        ([.value, .binary], "on", .on), ([.value, .binary], "hello", .text("hello")),
        ([.value, .regulable], "50", .level(Percent(50)!)), ([.value, .regulable], "500", .text("500")),
    ])
    func valueBecomesAction(types: [FacetType], value: String, action: Value) throws {
        let element = Element(name: "Lamp", kind: .device, types: try #require(FacetTypes(types)))
        #expect(try element.action(value: value) == action)
        #expect(try element.action(value: value, as: action.type) == action)
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
            [.value], "a\u{7}b", "the text for Lamp holds a control character",
            "a text is one line of printable characters"
        ),
    ])
    func refusalSaysWhatIsOffered(types: [FacetType], value: String, message: String, hint: String) throws {
        let element = Element(name: "Lamp", kind: .device, types: try #require(FacetTypes(types)))
        #expect(throws: ValueRefusal(message: message, hint: hint)) { try element.action(value: value) }
    }

    @Test func typeThatIsNotThereIsRefused() {
        #expect(throws: ValueRefusal(message: "Lamp is not binary", hint: "Lamp takes: 0–100")) {
            try Self.element(.regulable).action(value: "on", as: .binary)
        }
        #expect(
            throws: ValueRefusal(
                message: "Lamp can't be used with toggle: it is not binary",
                hint: "Lamp takes: 0–100"
            )
        ) {
            try Self.element(.regulable).require(.binary, for: "toggle")
        }
    }

    @Test func textHasAtMost1024Characters() throws {
        let longest = String(repeating: "ñ", count: 1024)
        #expect(try Self.element(.value).action(value: longest) == .text(longest))
        #expect(throws: ValueRefusal.self) { try Self.element(.value).action(value: longest + "x") }
    }

    @Test(arguments: [
        ("15", true), ("15.0", true), ("30", true), ("14.9", false), ("30.1", false), ("warm", false), ("nan", false),
    ])
    func valueStaysWithinItsRange(value: String, isTaken: Bool) {
        let details = Details(unit: "°C", minimum: 15, maximum: 30)
        let element = Self.element(.value, details: details)
        if isTaken {
            #expect(throws: Never.self) { try element.action(value: value) }
        } else {
            let refusal = #expect(throws: ValueRefusal.self) { try element.action(value: value) }
            #expect(refusal?.hint == "Lamp takes a number, 15–30 °C")
        }
    }

    @Test func typesKeepTheirOrderAndRefuseRepeats() throws {
        for first in FacetType.allCases {
            for second in FacetType.allCases where second != first {
                let types = try #require(FacetTypes([first, second]))
                #expect(Array(types) == [first, second])
            }
            #expect(FacetTypes([first, first]) == nil)
        }
        #expect(FacetTypes(FacetType.allCases).map(Array.init) == FacetType.allCases)
        #expect(FacetTypes().isEmpty)
    }
}
