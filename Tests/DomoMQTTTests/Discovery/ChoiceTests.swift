import DomoModel
import Testing

@testable import DomoMQTT

@Suite("Options for Home Assistant")
struct ChoiceTests {
    private static func labels(_ options: [(String, String)]) -> [String]? {
        let options = options.map { MirrorElement.Option(value: $0.0, label: $0.1) }
        return Choice(DiscoverySamples.element([.value], options: options))?.labels
    }

    @Test(
        arguments: [
            ([("a", "Uno"), ("b", "Dos")], ["Uno", "Dos"]),
            // Labels that can't be told apart, or are empty.
            ([("a", "Uno"), ("b", " Uno")], ["a", "b"]), ([("a", ""), ("b", "Dos")], ["a", "b"]),
            // What Home Assistant takes for unknown.
            ([("none", "None"), ("b", "Dos")], ["(None)", "Dos"]), ([("none", ""), ("b", "")], ["(none)", "b"]),
        ] as [([(String, String)], [String])]
    )
    func labelsAreShownIfTheyCanBe(options: [(String, String)], shown: [String]) {
        #expect(Self.labels(options) == shown)
    }

    @Test func withoutOptionsThereIsNoChoice() {
        #expect(Choice(DiscoverySamples.element([.value])) == nil)
        #expect(Self.labels([]) == nil)
    }

    @Test(
        arguments: [
            ("Noche", "'Noche'"), ("l'hora", "\"l'hora\""), ("a\"b", "'a\"b'"), ("a'\"\\\n", #""a'\"\\\n""#),
            ("ñ {{ %}", "'ñ {{ %}'"),
        ]
    )
    func textIsQuotedInTemplates(text: String, quoted: String) {
        #expect(Template.quoted(text) == quoted)
    }

    /// Modes of Home Assistant are its modes; others are presets.
    @Test func modesOfHomeAssistantAreModes() {
        var device = DiscoverySamples.thermostat
        device.parts[1].options = [.init(value: "heat", label: "Calor"), .init(value: "off", label: "Apagado")]
        let climate = DiscoverySamples.components(device)[0]
        #expect(climate.config["modes"] == .texts(["heat", "off"]))
        #expect(climate.config["preset_modes"] == nil)
        #expect(climate.config["mode_command_template"] == nil)
    }

    @Test func modeThatTakesNoCommandsIsShownOnItsOwn() {
        var device = DiscoverySamples.thermostat
        device.parts[1].commands = []
        #expect(DiscoverySamples.platforms(device)["bbbbbbbbbbbbbbbb_value"] == "sensor")
        let climate = DiscoverySamples.components(device)[0]
        #expect(climate.config["modes"] == .texts(["heat"]))
        #expect(climate.config["preset_modes"] == nil)
    }
}
