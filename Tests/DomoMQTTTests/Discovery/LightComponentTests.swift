import DomoModel
import Testing

@testable import DomoMQTT

/// Each line of what Home Assistant is told of a lamp.
@Suite("Announced lamps")
struct LightComponentTests {
    @Test func stripHasLevelsColoursAndWhite() {
        let expected = #"""
            light
            command_topic: "rrrrrrrrrrrrrrrr/binary/set"
            payload_on: "on"
            payload_off: "off"
            state_topic: "rrrrrrrrrrrrrrrr/state"
            state_value_template: "{{ value_json.binary.value }}"
            brightness_command_topic: "rrrrrrrrrrrrrrrr/regulable/set"
            brightness_state_topic: "rrrrrrrrrrrrrrrr/state"
            brightness_value_template: "{% set v = value_json.regulable.value %}{{ '' if v is none else v }}"
            brightness_scale: 100
            on_command_type: "brightness"
            rgb_command_topic: "rrrrrrrrrrrrrrrr/colour/set"
            rgb_command_template: "{{ '#%02x%02x%02x' | format(red, green, blue) }}"
            rgb_state_topic: "rrrrrrrrrrrrrrrr/state"
            rgb_value_template: "{% set v = value_json.colour.value or '' %}{% if v[:1] == '#' %}{{ v[1:3] | \#
            int(base=16) }},{{ v[3:5] | int(base=16) }},{{ v[5:7] | int(base=16) }}{% endif %}"
            color_temp_kelvin: true
            min_kelvin: 2000
            max_kelvin: 6500
            color_temp_command_topic: "rrrrrrrrrrrrrrrr/colour/set"
            color_temp_command_template: "{{ value | int }}K"
            color_temp_state_topic: "rrrrrrrrrrrrrrrr/state"
            color_temp_value_template: "{% set v = value_json.colour.value or '' %}{{ v[:-1] if v[-1:] == 'K' \#
            else '' }}"
            color_mode_state_topic: "rrrrrrrrrrrrrrrr/state"
            color_mode_value_template: "{% set v = value_json.colour.value or '' %}{{ 'color_temp' if v[-1:] == \#
            'K' else 'rgb' if v else '' }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.strip) == expected)
    }

    @Test func levelWithoutAClassIsALamp() {
        let expected = #"""
            light
            command_topic: "llllllllllllllll/regulable/set"
            payload_on: "100"
            payload_off: "0"
            state_topic: "llllllllllllllll/state"
            state_value_template: "{% set v = value_json.regulable.value %}{{ None if v is none else '100' if v > \#
            0 else '0' }}"
            brightness_command_topic: "llllllllllllllll/regulable/set"
            brightness_state_topic: "llllllllllllllll/state"
            brightness_value_template: "{% set v = value_json.regulable.value %}{{ '' if v is none else v }}"
            brightness_scale: 100
            on_command_type: "brightness"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.regulable])) == expected)
    }

    @Test func lampOfAColourIsSwitchedByIt() {
        let expected = #"""
            light
            command_topic: "llllllllllllllll/colour/set"
            payload_on: "#ffffff"
            payload_off: "#000000"
            state_topic: "llllllllllllllll/state"
            state_value_template: "{% set v = value_json.colour.value %}{{ None if v is none else '#ffffff' if v \#
            != '#000000' else '#000000' }}"
            on_command_type: "brightness"
            rgb_command_topic: "llllllllllllllll/colour/set"
            rgb_command_template: "{{ '#%02x%02x%02x' | format(red, green, blue) }}"
            rgb_state_topic: "llllllllllllllll/state"
            rgb_value_template: "{% set v = value_json.colour.value or '' %}{% if v[:1] == '#' %}{{ v[1:3] | \#
            int(base=16) }},{{ v[3:5] | int(base=16) }},{{ v[5:7] | int(base=16) }}{% endif %}"
            """#
        #expect(
            DiscoverySamples.lines(
                DiscoverySamples.element([.colour], .light, light: .init(hasColours: true, white: nil))
            ) == expected
        )
    }

    @Test func lampIsSwitchedOnBeforeItsColour() {
        let expected = #"""
            light
            command_topic: "llllllllllllllll/binary/set"
            payload_on: "on"
            payload_off: "off"
            state_topic: "llllllllllllllll/state"
            state_value_template: "{{ value_json.binary.value }}"
            on_command_type: "first"
            rgb_command_topic: "llllllllllllllll/colour/set"
            rgb_command_template: "{{ '#%02x%02x%02x' | format(red, green, blue) }}"
            rgb_state_topic: "llllllllllllllll/state"
            rgb_value_template: "{% set v = value_json.colour.value or '' %}{% if v[:1] == '#' %}{{ v[1:3] | \#
            int(base=16) }},{{ v[3:5] | int(base=16) }},{{ v[5:7] | int(base=16) }}{% endif %}"
            """#
        #expect(
            DiscoverySamples.lines(
                DiscoverySamples.element([.binary, .colour], .light, light: .init(hasColours: true, white: nil))
            ) == expected
        )
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
