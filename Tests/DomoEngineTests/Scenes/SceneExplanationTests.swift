import DomoLanguage
import Testing

@testable import DomoEngine

/// The forecast of a scene, step by step: each step depends on those before it.
struct SceneExplanationTests {
    private func explanation(_ text: String, others: [(name: String, text: String)] = []) throws -> Explanation {
        let house = HouseUnderTest(HouseUnderTest.catalog(scenes: [("Noche", text)] + others))
        try house.obey("dim Level 50")
        try house.obey("set Buzzer on")
        guard case .explanation(let explanation)? = try house.ask("scene Noche --explain") else {
            throw Fault(.busy, "no explanation")
        }
        return explanation
    }

    /// Started by its name, a scene doesn't ask them.
    @Test func conditionsAreEvaluated() throws {
        let text = "only if Buzzer on\nonly if Buzzer off or Bell on\nonly if not Level 50\nset Bell on"
        let explanation = try explanation(text)
        #expect(explanation.signals.map(\.action) == ["on"])
        let conditions = try #require(explanation.conditions)
        #expect(conditions.map(\.text) == ["Buzzer on", "Buzzer off or Bell on", "not Level 50"])
        #expect(conditions.map(\.holds) == [true, nil, false])
        #expect(conditions.map { $0.reason == nil } == [true, false, false])
        #expect(conditions[1].reason?.contains("Bell") == true)
        #expect(try self.explanation("set Bell on").conditions == nil)
    }

    @Test(arguments: [
        ("dim Level +10\ndim Level +10\ndim Level -30", ["60", "70", "40"]),
        ("set Level 5\ndim Level -10\ndim Level +3", ["5", "0", "3"]),
        ("toggle Buzzer\ntoggle Buzzer", ["off", "on"]),
        // Nothing is known about it yet.
        ("set Bell off\ntoggle Bell\ntoggle Bell", ["off", "on", "off"]),
        // Its level follows from being on, and vice versa.
        ("dim Dimmer 40\ntoggle Dimmer\ntoggle Dimmer\ndim Dimmer +5", ["40", "off", "on", "45"]),
        ("dim Dimmer 40\nset Dimmer off\ndim Dimmer 1 over 1s", ["40", "off", "1"]),
        ("dim Level +10\ndim Level 62 over 2s\ndim Level -2", ["60", "61", "62", "60"]),
        // Devices, but no covers; those that a step before switched off are left out.
        ("off Salon\noff Salon", ["off", "off"]),
        ("set Cocina/Luz off\noff Cocina\noff Casa", ["off", "0", "off", "off", "off"]),
        ("set Salon up --all", ["up"]),
        ("in parallel:\n    dim Level +10\n    dim Level +10\ndim Level +1", ["60", "70", "71"]),
        ("if Bell on: dim Level +5\nelse: set Level 55\ndim Level +1", ["55", "55", "56"]),
        ("if Bell on: set Gong on\nelse: set Gong on\ntoggle Gong", ["on", "on", "off"]),
        ("if Bell on: toggle Buzzer\nelse: log x\nset Buzzer on\ntoggle Buzzer", ["off", "on", "off"]),
    ])
    func stepsDependOnPreviousSteps(text: String, actions: [String]) throws {
        let signals = try explanation(text).signals
        #expect(signals.map(\.action) == actions)
        #expect(signals.allSatisfy { $0.problem == nil && $0.signal?.hasSuffix("=\($0.action)") == true })
    }

    @Test(arguments: [
        "if Bell on: dim Level +10\nelse: dim Level -10\ndim Level +1", "if Bell on: dim Level 10\ndim Level +1",
        "if Bell on: log x\nelse: dim Level 10\ndim Level +1",
        "if Bell on: set Dimmer on\nelse: set Dimmer off\ntoggle Dimmer", "if Bell on: set Gong on\ntoggle Gong",
    ])
    func stateThatDependsOnTheBranchIsStale(text: String) throws {
        let signal = try #require(try explanation(text).signals.last)
        #expect(signal.signal == nil)
        #expect(signal.problem?.contains("is stale; use ") == true)
    }

    /// What one branch waits for may keep all that follows.
    @Test(arguments: [
        ("if Bell on: wait until Buzzer on\nelse: log x", true),
        ("if Bell on: log x\nelse: wait until Buzzer on", true),
        ("if Bell on: wait 5s\nelse: wait 6s", true), ("if Bell on: wait 5s\nelse: wait 5s", false),
    ])
    func whatFollowsABranchThatWaitsComesAtTheEarliest(text: String, isAtLeast: Bool) throws {
        let signal = try #require(try explanation(text + "\nset Gong on").signals.last)
        #expect(signal.action == "on")
        #expect(signal.note == (isAtLeast ? "at the earliest" : nil))
    }

    @Test func stepsDependOnCalledScenesToo() throws {
        let signals = try explanation("scene Otra\ndim Level +10", others: [("Otra", "dim Level +10")]).signals
        #expect(signals.map(\.action) == ["60", "70"])
    }

    /// A step that is not sent changes nothing.
    @Test func impossibleStepDoesNotChangeTheState() throws {
        let signals = try explanation("set Level 101\ndim Level +10\ntoggle Bell\ntoggle Bell").signals
        #expect(signals.map { $0.problem == nil } == [false, true, false, false])
        #expect(signals.map(\.action) == ["101", "60", "toggle", "toggle"])
    }
}
