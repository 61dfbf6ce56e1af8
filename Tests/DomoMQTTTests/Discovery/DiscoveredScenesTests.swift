import DomoModel
import Testing

@testable import DomoMQTT

@Suite("Announced scenes")
struct DiscoveredScenesTests {
    private static let discovery = DiscoverySamples.discovery
    private static let scenes = [
        DiscoveredScene(name: "noche", label: "Noche"), DiscoveredScene(name: "Salida de casa/100%", label: " "),
    ]

    @Test func scenesAreEntitiesOfDomo() throws {
        let publication = try #require(Self.discovery.scenes(Self.scenes))
        #expect(publication.topic == "homeassistant/device/domo_scenes/config")
        let components = Self.discovery.described(Self.scenes).components
        #expect(components.map(\.platform) == [.binarySensor, .button, .scene, .scene])
        #expect(components.map { $0.text("name") } == ["domod", "Stop scenes", "Noche", "Salida de casa/100%"])
        #expect(
            components.map { $0.text("command_topic") } == [
                nil, "domo/scenes/stop", "domo/scenes/scene/noche/set", "domo/scenes/scene/Salida de casa%2F100%25/set",
            ]
        )
        #expect(components.map { $0.text("payload_on") } == ["online", nil, "ON", "ON"])
        #expect(components[3].key == "scene_Salida-20de-20casa-2f100-25")
        #expect(components[3].text("default_entity_id") == "scene.domo_salida_de_casa_100")
    }

    /// All elements refer to it.
    @Test func domoIsAnnouncedWithoutScenes() throws {
        let device = Self.discovery.described([DiscoveredScene]())
        #expect(device.components.map(\.key) == ["domod"])
        #expect(
            DiscoverySamples.lines(try #require(device.components.first)) == """
                binary_sensor
                device_class: "connectivity"
                entity_category: "diagnostic"
                state_topic: "domo/domod"
                payload_on: "online"
                payload_off: "offline"
                """
        )
        // It is available while domod is not.
        #expect(device.components[0].config["availability"] == .list([.object(["topic": "domo/bridge"])]))
        #expect(device.device["identifiers"] == .texts(["domo_scenes"]))
    }

    @Test func differentNamesStayDifferent() {
        let names = ["a b", "a-20b", "a_b", "A b", "á", "", "a/b", "\n"]
        let scenes = names.map { DiscoveredScene(name: $0, label: "x") }
        let components = Self.discovery.described(scenes).components
        #expect(Set(components.map(\.key)).count == components.count)
        #expect(Set(components.compactMap { $0.text("unique_id") }).count == components.count)
        let allowed = components.allSatisfy {
            $0.key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        }
        #expect(allowed)
    }
}
