import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Steps that no link can send.
struct SceneSignalCheckTests {
    /// A house whose server has no order for the text "impossible" or for off, and doesn't know the plug.
    private func catalog(_ text: String, hasLink: Bool = true) -> Catalog {
        let elements = [
            HouseUnderTest.element("Lamp", .binary), HouseUnderTest.element("Plug", .binary),
            HouseUnderTest.element("Level", .regulable), HouseUnderTest.element("Display", .value),
            HouseUnderTest.element("Stage", .regulable),
        ]
        var profile = NarrowProfile()
        profile.unknown = ["Plug"]
        let (script, mistakes) = ScriptParser.parse(text)
        #expect(mistakes.isEmpty)
        return Catalog(
            houses: [House(name: "Casa", elements: elements), House(name: "Torre", elements: elements)],
            links: [Catalog.Link(label: "http://casa", profile: profile, port: FakeLink("http://casa"))],
            linkOfHouse: [hasLink ? 0 : nil, nil],
            scenes: [Catalog.Scene(name: "Noche", file: "noche.domo", script: script)]
        )
    }

    /// Has signals for what `has` accepts.
    private struct NarrowProfile: LinkProfile {
        let endpoints = [EndpointProfile(label: "http://casa")]
        var unknown: Set<String> = []

        var distinguishesElements: Bool { true }

        func endpoint(of target: Target) -> Int? { unknown.contains(target.name) ? nil : 0 }

        func signal(for value: Value, of target: Target) throws(SignalFault) -> String {
            switch value {
            case .off, .text("impossible"): break
            case .level where target.name == "Stage": break
            case .level(let level) where level.value > 90: break
            default: return "POST"
            }
            throw SignalFault(message: "no order for \(value.word)", hint: "use another value")
        }
    }

    private func findings(_ text: String, hasLink: Bool = true) -> [String] {
        SceneCheck.unsendable(in: catalog(text, hasLink: hasLink)).map { finding in
            #expect(finding.isWarning)
            #expect(finding.mistake.fault.hint != nil)
            return "\(finding.file):\(finding.mistake.line):\(finding.mistake.column): \(finding.mistake.fault.message)"
        }
    }

    @Test(arguments: [
        ("set Casa/Lamp off", "1:15: Casa/Lamp: no order for off"),
        ("wait 1s\nset Casa/Display impossible", "2:18: Casa/Display: no order for impossible"),
        // One of its two values has no signal.
        ("toggle Casa/Lamp", "1:8: Casa/Lamp: no order for off"),
        ("set Casa/Plug on", "1:5: Casa/Plug is not connected: its link has no binding for it"),
        ("toggle Casa/Plug", "1:8: Casa/Plug is not connected: its link has no binding for it"),
        ("dim Casa/Level 100 over 10s", "1:5: Casa/Level: no order for 100"),
        ("dim Casa/Stage +10", "1:16: Casa/Stage: no order for 0"),
        ("dim Casa/Stage 5 over 10s", "1:5: Casa/Stage: no order for 5"),
        ("at start\nif Casa/Lamp on: set Casa/Lamp off", "2:32: Casa/Lamp: no order for off"),
        ("in parallel:\n    set Casa/Lamp on\n    set Casa/Lamp off", "3:19: Casa/Lamp: no order for off"),
    ])
    func unsendableStepIsReported(text: String, finding: String) {
        #expect(findings(text) == ["noche.domo:\(finding)"])
    }

    @Test(arguments: [
        "set Casa/Lamp on\ndim Casa/Level 90 over 5s", "dim Casa/Level +10", "if Casa/Lamp off: set Casa/Lamp on",
        "when Casa/Plug on\nset Casa/Lamp on", "set Casa/Gone off", "set Casa/Level on",
    ])
    func sendableStepsAndOtherMistakesAreNotReported(text: String) {
        #expect(findings(text) == [])
    }

    @Test func houseWithoutALinkIsNotReportedStepByStep() {
        #expect(findings("set Torre/Lamp off\nset Torre/Plug on") == [])
        #expect(findings("set Casa/Lamp off", hasLink: false) == [])
    }

    @Test func everyStepIsReported() {
        #expect(findings("set Casa/Lamp off\nset Casa/Lamp on\nset Casa/Plug off").count == 2)
    }
}
