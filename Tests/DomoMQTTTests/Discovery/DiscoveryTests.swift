import DomoJSON
import DomoModel
import Testing

@testable import DomoMQTT

@Suite("Announcements")
struct DiscoveryTests {
    private static let lamp = DiscoverySamples.element([.binary], .light)

    private static func text(_ publication: Publication?) -> String? {
        publication.map { String(decoding: $0.payload, as: UTF8.self) }
    }

    @Test func deviceIsOneMessage() throws {
        let publication = try #require(DiscoverySamples.discovery.device(Self.lamp))
        #expect(publication.topic == "homeassistant/device/domo_llllllllllllllll/config")
        #expect(publication.isRetained)
        #expect(
            Self.text(publication) == #"""
                {"device":{"identifiers":["domo_llllllllllllllll"],"name":"Luz","manufacturer":"domo","model":"light",\#
                "suggested_area":"Salon","via_device":"domo_scenes"},"origin":{"name":"domo","sw_version":"1.2.3"},\#
                "components":{"binary":{"platform":"light","unique_id":"domo_llllllllllllllll_binary","name":null,\#
                "default_entity_id":"light.casa_salon_luz","object_id":"casa_salon_luz",\#
                "command_topic":"domo/casacasacasacasa/llllllllllllllll/binary/set","payload_on":"on",\#
                "payload_off":"off","state_topic":"domo/casacasacasacasa/llllllllllllllll/state",\#
                "state_value_template":"{{ value_json.binary.value }}",\#
                "json_attributes_topic":"domo/casacasacasacasa/llllllllllllllll/state",\#
                "json_attributes_template":"{% set f = value_json.binary %}{{ (dict(f, age=(now() - f.since \#
                | as_datetime).total_seconds() | int) if f.since is defined else f) | tojson }}"}},\#
                "availability":[{"topic":"domo/bridge"},{"topic":"domo/domod"},\#
                {"topic":"domo/casacasacasacasa/llllllllllllllll/available"}],"availability_mode":"all"}
                """#
        )
    }

    @Test func componentIsOneMessageInTheOtherMode() throws {
        let publications = DiscoverySamples.discovery.components(DiscoverySamples.thermostat)
        #expect(
            publications.map(\.topic) == [
                "homeassistant/climate/domo_tttttttttttttttt_value/config",
                "homeassistant/sensor/domo_tttttttttttttttt_aaaaaaaaaaaaaaaa_value/config",
                "homeassistant/sensor/domo_tttttttttttttttt_cccccccccccccccc_regulable/config",
                "homeassistant/sensor/domo_tttttttttttttttt_dddddddddddddddd_value/config",
                "homeassistant/binary_sensor/domo_tttttttttttttttt_eeeeeeeeeeeeeeee_binary/config",
            ]
        )
        let root = try #require(JSONDocument(publications[1].payload)).root
        #expect(root["device"]?["identifiers"]?[0]?.text == "domo_tttttttttttttttt")
        #expect(root["unique_id"]?.text == "domo_aaaaaaaaaaaaaaaa_value")
        #expect(root["name"]?.text == "Temperatura")
        // The part may have a link of its own.
        #expect(root["availability"]?[2]?["topic"]?.text == "domo/casacasacasacasa/aaaaaaaaaaaaaaaa/available")
    }

    @Test func nothingToShowIsNotAnnounced() {
        #expect(DiscoverySamples.discovery.device(DiscoverySamples.element([])) == nil)
        #expect(DiscoverySamples.discovery.components(DiscoverySamples.element([])).isEmpty)
    }

    // MARK: Names

    @Test func partsHaveTheirOwnNames() {
        let components = DiscoverySamples.components(DiscoverySamples.thermostat)
        #expect(components.map { $0.text("name") } == [nil, "Temperatura", "Valvula", "Humedad", "Pila"])
        #expect(components[0].text("default_entity_id") == "climate.casa_salon_clima")
        #expect(components[4].text("default_entity_id") == "binary_sensor.casa_salon_clima_pila")
        #expect(components[4].text("entity_category") == "diagnostic")
    }

    @Test func furtherTypesAreNamedByTheirType() {
        let components = DiscoverySamples.components(DiscoverySamples.element([.bidirectional, .binary, .value]))
        #expect(components.map { $0.text("name") } == [nil, "State", "Value"])
        #expect(components[1].text("default_entity_id") == "switch.casa_salon_luz_binary")
    }

    /// Renamed or moved, it stays the same for Home Assistant.
    @Test func renamedDeviceKeepsItsIdentity() {
        var renamed = DiscoverySamples.thermostat
        (renamed.label, renamed.path, renamed.area) = ("Calor", "Casa/Cocina/Calor", "Cocina")
        let (old, new) = (
            DiscoverySamples.components(DiscoverySamples.thermostat), DiscoverySamples.components(renamed)
        )
        #expect(old.map(\.key) == new.map(\.key))
        #expect(old.map { $0.text("unique_id") } == new.map { $0.text("unique_id") })
        #expect(
            DiscoverySamples.discovery.device(renamed)?.topic
                == DiscoverySamples.discovery.device(DiscoverySamples.thermostat)?.topic
        )
    }

    /// A lamp that can be dimmed later stays the same entity.
    @Test func furtherTypeKeepsTheIdentity() {
        let more = DiscoverySamples.element([.colour, .regulable, .binary], .light)
        #expect(DiscoverySamples.components(more).map(\.key) == DiscoverySamples.components(Self.lamp).map(\.key))
    }

    @Test(
        arguments: [
            ("Casa/Salón/Lámpara 2", "casa_salon_lampara_2"), ("Casa/+ -/#", "casa"), ("Дом", "other"), ("ñ/Ç", "n_c"),
        ]
    )
    func entityNameIsASCII(path: String, name: String) {
        #expect(EntityName.word(path, else: "other") == name)
    }

    @Test func emptyLabelIsReplaced() {
        var element = Self.lamp
        element.label = " "
        #expect(Discovery.name(of: element) == "Luz")
        element.path = ""
        #expect(Discovery.name(of: element) == element.id)
    }

    // MARK: The page

    @Test(
        arguments: [
            ("https://casa.example/", "https://casa.example/element/Casa/Sal%C3%B3n/L%20%26%2F"),
            ("http://[::1]:8080", "http://[::1]:8080/element/Casa/Sal%C3%B3n/L%20%26%2F"), ("casa.example", nil),
        ] as [(String, String?)]
    )
    func deviceLeadsToThePage(page: String, address: String?) {
        var element = Self.lamp
        element.path = "Casa/Salón/L &"
        var discovery = DiscoverySamples.discovery
        discovery.pageURL = page
        let found = discovery.described(element).device["configuration_url"]
        #expect(found == .text(address?.replacing("%2F", with: "")))
    }

    // MARK: Further keys

    /// Home Assistant refuses an announcement with an unknown key beside its components.
    @Test func expiryOfCommandsIsInComponents() throws {
        var discovery = DiscoverySamples.discovery
        discovery.commandExpiry = 10
        let components = discovery.described(DiscoverySamples.thermostat).components
        #expect(components.map { $0.config["message_expiry_interval"] } == [.number(10), nil, nil, nil, nil])
        #expect(
            discovery.described([.init(name: "a", label: "")]).components.map { $0.config["message_expiry_interval"] }
                == [nil, .number(10), .number(10)]
        )
        let root = try #require(JSONDocument(discovery.device(DiscoverySamples.thermostat)?.payload ?? [])).root
        #expect(root["message_expiry_interval"] == nil)
    }

    @Test func inputsAreEvents() throws {
        let element = DiscoverySamples.element([.bidirectional], path: "Casa/Pulsador", commands: [])
        let event = try #require(DiscoverySamples.discovery.described(element, reportsInput: true).components.last)
        #expect(event.platform == .event)
        #expect(
            DiscoverySamples.lines(event) == #"""
                event
                device_class: "button"
                event_types: ["up","down","stop","other"]
                state_topic: "event/input"
                value_template: "{% set v = value_json.value | default(none) %}{% if value_json.element == \#
                'llllllllllllllll' %}{{ {'event_type': v | string if v | string in ['up', 'down', 'stop'] else \#
                'other', 'value': v} | tojson }}{% endif %}"
                """#
        )
    }
}
