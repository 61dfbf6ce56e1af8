import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// Scenes that take values: their checks and their starts.
@Suite struct SceneValueTests {
    private func findings(_ scenes: [(name: String, text: String)]) -> [String] {
        let catalog = HouseUnderTest.catalog(scenes: scenes)
        let sites = [Catalog.Site(), Catalog.Site()]
        return SceneCheck.findings(in: catalog.scenes, index: catalog.index, sites: sites).map { finding in
            let mark = finding.isWarning ? "warning: " : ""
            return "\(finding.mistake.line):\(finding.mistake.column): \(mark)\(finding.mistake.fault.message)"
        }
    }

    @Test(arguments: [
        "takes x percent\ndim Dimmer $x", "takes x percent\nset Level $x", "takes x switch\nset Buzzer $x",
        "takes x direction\nset Louver $x", "takes x text\nset Display $x", "takes x number\nset Display $x",
        "takes x percent default 5\nat 23:00\nlog '{$x}'", "takes x percent\nif Buzzer on: dim Level $x",
        "takes x switch\nset Casa $x --all", "takes x text\nnotify '{$x}' to ana",
    ])
    func fittingUseHasNoFindings(text: String) {
        #expect(findings([("S", text)]) == [])
    }

    @Test(arguments: [
        ("takes x percent\nset Buzzer $x", "2:12: $x can be 0: Buzzer can't be set to \"0\""),
        ("takes x direction\nset Buzzer $x", "2:12: $x can be up: Buzzer can't be set to \"up\""),
        ("takes x number 0..300\nset Level $x", "2:11: $x can be 300: level 300 is out of range"),
        ("takes x text\ndim Level $x", "2:11: $x can be text: Level can't be set to \"text\""),
        ("takes x switch\nset Louver $x", "2:12: $x can be on: Louver can't be set to \"on\""),
        ("takes x percent\ndim Dimer $x", "2:5: there is no element \"Dimer\""),
        ("takes x percent\ndim Dimmer $y\nlog '{$x}'", "2:12: the scene takes no value y"),
        ("takes x percent\nlog '{$x} {$z}'", "2:1: the scene takes no value z"),
        ("notify '{$x}' to ana", "1:1: the scene takes no value x"),
        ("takes x percent\nset Buzzer on", "1:7: warning: the value x is never used"),
        (
            "takes x percent\nat 23:00\ndim Dimmer $x",
            "2:4: the scene starts by itself, and nothing gives it the value x"
        ),
    ])
    func useThatDoesNotFitIsReported(text: String, message: String) {
        let found = findings([("S", text)])
        #expect(found.contains { $0.hasPrefix(message) }, "\(found)")
    }

    @Test func anotherSceneCanNotGiveValues() {
        let level = ("Nivel", "takes x percent\ndim Dimmer $x")
        #expect(
            findings([("S", "scene Nivel"), level])
                == ["1:7: the scene Nivel needs values, which a step can't give: x"]
        )
        #expect(findings([("S", "scene Nivel"), ("Nivel", "takes x percent default 5\ndim Dimmer $x")]) == [])
    }

    // MARK: - Starts

    private func house(_ text: String = "takes x percent\ndim Dimmer $x\nlog 'nivel {$x}'") -> HouseUnderTest {
        HouseUnderTest(HouseUnderTest.catalog(scenes: [("Nivel", text)]))
    }

    @Test func valuesOfAStartAreOrdered() throws {
        let house = house()
        try house.give("scene Nivel x=40")
        #expect(house.signals == ["Dimmer=40"])
        try house.answer()
        #expect(house.events.contains { $0.message == "nivel 40" })
    }

    @Test(arguments: [
        ("scene Nivel", Fault.Code.badRequest), ("scene Nivel x=101", .refusedValue), ("scene Nivel y=1", .badRequest),
        ("scene Nivel x=Buzzer", .refusedValue), ("scene Nivel --explain", .badRequest),
        ("scene Otra x=1", .unknownScene),
    ])
    func wrongStartIsRefused(line: String, code: Fault.Code) throws {
        let house = house()
        let id = try house.give(line)
        #expect(house.fault(id)?.code == code)
        #expect(house.sent.isEmpty)
    }

    /// A refused start stopped the run that was under way.
    @Test func wrongStartLeavesTheRunAsItIs() throws {
        let house = house("takes x percent\nwait 10s\ndim Dimmer $x")
        let id = try house.give("scene Nivel x=10")
        try house.give("scene Nivel x=no")
        #expect(house.sceneReport(id) == nil)
        house.pass(.seconds(11))
        #expect(house.signals == ["Dimmer=10"])
    }

    @Test func queuedStartKeepsItsValues() throws {
        let house = house("takes x percent\nagain: queue\ndim Dimmer $x\nwait 1s")
        try house.give("scene Nivel x=10")
        try house.give("scene Nivel x=20")
        try house.answer()
        house.pass(.seconds(2))
        #expect(house.signals == ["Dimmer=10", "Dimmer=20"])
    }

    @Test func explanationHasTheValues() throws {
        guard case .explanation(let explanation)? = try house().ask("scene Nivel --explain x=30") else {
            Issue.record("no explanation")
            return
        }
        #expect(explanation.signals.map(\.action) == ["30"])
    }

    @Test func triggerUsesTheDefault() throws {
        let house = house("takes x percent default 25\nwhen Buzzer on\ndim Dimmer $x")
        try house.give("set Buzzer on")
        try house.answer()
        #expect(house.signals == ["Buzzer=on", "Dimmer=25"])
    }
}
