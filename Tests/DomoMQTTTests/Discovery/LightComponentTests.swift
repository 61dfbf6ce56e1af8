import DomoModel
import Testing

@testable import DomoMQTT

/// Each line of what Home Assistant is told of a lamp.
@Suite("Announced lamps")
struct LightComponentTests {
    @Test func stripHasLevelsColoursAndWhite() {
        let expected = #"""
            light
            schema: "json"
            command_topic: "rrrrrrrrrrrrrrrr/light/set"
            state_topic: "rrrrrrrrrrrrrrrr/light"
            brightness: true
            brightness_scale: 100
            supported_color_modes: ["rgb","color_temp"]
            color_temp_kelvin: true
            min_kelvin: 2000
            max_kelvin: 6500
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.strip) == expected)
    }

    @Test func levelWithoutAClassIsALamp() {
        let expected = #"""
            light
            schema: "json"
            command_topic: "llllllllllllllll/light/set"
            state_topic: "llllllllllllllll/light"
            brightness: true
            brightness_scale: 100
            supported_color_modes: ["brightness"]
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.regulable])) == expected)
    }

    @Test(arguments: [[FacetType.colour], [.binary, .colour]])
    func levelOfALampWithoutOneIsThatOfItsColour(types: [FacetType]) {
        let expected = #"""
            light
            schema: "json"
            command_topic: "llllllllllllllll/light/set"
            state_topic: "llllllllllllllll/light"
            brightness: false
            brightness_scale: 100
            supported_color_modes: ["rgb"]
            """#
        let lamp = DiscoverySamples.element(types, .light, light: .init(hasColours: true, white: nil))
        #expect(DiscoverySamples.lines(lamp) == expected)
    }

    @Test func lampThatIsOnlySwitchedHasTheTopicsOfItsSwitch() {
        let expected = #"""
            light
            command_topic: "llllllllllllllll/binary/set"
            payload_on: "on"
            payload_off: "off"
            state_topic: "llllllllllllllll/state"
            state_value_template: "{{ value_json.binary.value }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.binary], .light)) == expected)
    }

    @Test func coloursThatTakeNoOrdersAreNoneOfTheLamp() {
        var strip = DiscoverySamples.strip
        strip.commands = [.binary, .regulable]
        let lines = DiscoverySamples.lines(strip)
        #expect(lines?.contains(#"supported_color_modes: ["brightness"]"#) == true)
        #expect(lines?.contains("kelvin") == false)
    }

    @Test func whiteThatCannotBeSwitchedOffIsANumber() {
        let expected = #"""
            number
            command_topic: "llllllllllllllll/colour/set"
            command_template: "{{ value | int }}K"
            state_topic: "llllllllllllllll/state"
            value_template: "{% set v = value_json.colour.value or '' %}{% set k = v[:-1] | int(0) if v[-1:] == \#
            'K' else 0 %}{{ k if 2700 <= k <= 6000 else None }}"
            min: 2700
            max: 6000
            step: 50
            unit_of_measurement: "K"
            """#
        #expect(
            DiscoverySamples.lines(
                DiscoverySamples.element([.colour], .light, light: .init(hasColours: false, white: 2700...6000))
            ) == expected
        )
    }
}
