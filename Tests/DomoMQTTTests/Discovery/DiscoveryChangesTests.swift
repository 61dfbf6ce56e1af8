import DomoModel
import Testing

@testable import DomoMQTT

@Suite("Changed announcements")
struct DiscoveryChangesTests {
    private static let discovery = DiscoverySamples.discovery
    private static let old = DiscoverySamples.thermostat

    private static func platforms(_ publication: Publication?) -> [String: String]? {
        publication.flatMap { Discovery.components(announcedBy: $0.payload) }
    }

    @Test func componentsAreReadFromAnAnnouncement() {
        #expect(Self.platforms(Self.discovery.device(Self.old)) == DiscoverySamples.platforms(Self.old))
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"components":[]}"#, #"{"migrate_discovery":true}"#])
    func otherPayloadsHaveNone(payload: String) {
        #expect(Discovery.components(announcedBy: Array(payload.utf8)) == nil)
    }

    @Test func strangeComponentsAreLeftOut() {
        let payload =
            #"{"components":{"a":1,"b":{"platform":"light","x":1},"c":{"platform":7,"x":1},"d":{"x":1,"y":2}}}"#
        #expect(Discovery.components(announcedBy: Array(payload.utf8)) == ["b": "light", "c": "7"])
    }

    /// Home Assistant removes a component of which only the platform is left.
    @Test func goneComponentIsReducedToItsPlatform() throws {
        var new = Self.old
        new.parts.removeLast()
        let described = Self.discovery.described(new)
        let reduced = try #require(Self.discovery.reduced(described, from: DiscoverySamples.platforms(Self.old)))
        #expect(!reduced.isRetained)
        #expect(reduced.topic == Self.discovery.device(new)?.topic)
        let text = String(decoding: reduced.payload, as: UTF8.self)
        #expect(text.contains(#","eeeeeeeeeeeeeeee_binary":{"platform":"binary_sensor"}}"#))
        // What remains is announced as ever.
        #expect(Self.platforms(reduced) == DiscoverySamples.platforms(new))
    }

    /// Its key stays, but its entity is another one.
    @Test func otherPlatformIsRemovedFirst() throws {
        let lamp = DiscoverySamples.element([.binary], .light)
        let socket = Self.discovery.described(DiscoverySamples.element([.binary], .socket))
        let reduced = try #require(Self.discovery.reduced(socket, from: DiscoverySamples.platforms(lamp)))
        #expect(
            String(decoding: reduced.payload, as: UTF8.self).contains(#""components":{"binary":{"platform":"light"}}"#)
        )
    }

    @Test func nothingIsReducedIfNothingIsGone() {
        var old = DiscoverySamples.platforms(Self.old)
        #expect(Self.discovery.reduced(Self.discovery.described(Self.old), from: old) == nil)
        old["eeeeeeeeeeeeeeee_binary"] = nil
        #expect(Self.discovery.reduced(Self.discovery.described(Self.old), from: old) == nil)
    }

    // MARK: The other mode

    @Test func migrationOfAComponentIsNotRetained() {
        let topic = "homeassistant/light/domo_llllllllllllllll_binary/config"
        #expect(Self.discovery.migration(from: topic) == Publication(topic, #"{"migrate_discovery":true}"#))
    }

    /// Home Assistant would warn of a device whose topic is cleared after it.
    @Test func migrationOfADeviceTakesItsPlaceUntilTheBrokerForgetsIt() {
        let topic = "homeassistant/device/domo_llllllllllllllll/config"
        let migration = Self.discovery.migration(from: topic)
        #expect(migration.isRetained)
        #expect(migration.expiry == 60)
        #expect(Discovery.isMigration(migration.payload))
    }

    /// Otherwise Home Assistant takes the announcements of both modes for the same, and warns of a conflict when the old one
    /// is removed: it joins the level of a device and the key of a component with a space.
    @Test func modesHaveDifferentNames() throws {
        let device = try #require(Self.discovery.device(Self.old)?.topic)
        for topic in Self.discovery.components(Self.old).map(\.topic) {
            #expect(topic.split(separator: "/").count == device.split(separator: "/").count)
        }
    }

    // MARK: Whose is it

    @Test(
        arguments: [
            ("homeassistant/device/domo_llllllllllllllll/config", "domo_llllllllllllllll"),
            ("homeassistant/device/domo_a2b3c4d5e6f7ghij/config", "domo_a2b3c4d5e6f7ghij"),
            ("homeassistant/device/domo_scenes/config", "domo_scenes"),
            ("homeassistant/light/domo_llllllllllllllll_binary/config", "domo_llllllllllllllll"),
            ("homeassistant/sensor/domo_llllllllllllllll_aaaaaaaaaaaaaaaa_value/config", "domo_llllllllllllllll"),
            ("homeassistant/scene/domo_scenes_scene_Salida-20de-20casa/config", "domo_scenes"),
            ("homeassistant/device/domo_lllllllllllllll/config", nil),
            ("homeassistant/device/domo_lllllllllllllll1/config", nil),
            ("homeassistant/device/domo_lllllllllllllllll/config", nil),
            ("homeassistant/device/domo_LLLLLLLLLLLLLLLL/config", nil),
            ("homeassistant/device/domo2_llllllllllllllll/config", nil),
            ("homeassistant/device/domo_llllllllllllllll_binary/config", nil),
            ("homeassistant/device/domo_scenes2/config", nil), ("homeassistant/device/domo_scenes", nil),
            ("homeassistant/light/domo_llllllllllllllll/config", nil),
            ("homeassistant/light/domo_llllllllllllllll_/config", nil),
            ("homeassistant/camera/domo_llllllllllllllll_binary/config", nil),
            ("homeassistant/light/domo_llllllllllllllll/binary/config", nil),
            ("home/device/domo_llllllllllllllll/config", nil), ("homeassistant/device/config", nil), ("", nil),
        ] as [(String, String?)]
    )
    func announcementIsOursOrNot(topic: String, node: String?) {
        #expect(Self.discovery.names.device(of: topic)?.node == node)
        #expect(Self.discovery.names.isOurs(topic) == (node != nil))
    }

    /// Home Assistant ignores topics with other characters, and warns.
    @Test func prefixIsReducedToAllowedCharacters() throws {
        let discovery = Discovery(topics: Topics(prefix: "casa/salón 1", discovery: "a/b"), version: "1")
        let publication = try #require(discovery.device(DiscoverySamples.element([.binary])))
        #expect(publication.topic == "a/b/device/casa_sal_n_1_llllllllllllllll/config")
        #expect(discovery.names.isOurs(publication.topic))
        #expect(
            discovery.components(DiscoverySamples.element([.binary])).allSatisfy { discovery.names.isOurs($0.topic) }
        )
    }

    /// All that is announced is recognized again.
    @Test func ownAnnouncementsAreOurs() {
        let scenes = [DiscoveredScene(name: "a/b +#%á", label: ""), DiscoveredScene(name: "a-2fb", label: "")]
        let devices = [DiscoverySamples.thermostat, DiscoverySamples.blind, DiscoverySamples.strip]
        let topics =
            devices.flatMap { Self.discovery.components($0, reportsInput: true) }.map(\.topic)
            + Self.discovery.sceneComponents(scenes).map(\.topic)
            + devices.compactMap { Self.discovery.device($0)?.topic } + [Self.discovery.scenes(scenes)?.topic ?? ""]
        for topic in topics { #expect(Self.discovery.names.isOurs(topic), "\(topic)") }
    }
}
