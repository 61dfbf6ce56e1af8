import DomoModel
import Testing

@testable import DomoMQTT

/// Each line of what Home Assistant is told of a value, and of a thermostat.
@Suite("Announced values")
struct ValueComponentTests {
    @Test func optionsAreAChoice() {
        let expected = #"""
            select
            command_topic: "llllllllllllllll/value/set"
            state_topic: "llllllllllllllll/state"
            options: ["Confort","Noche","Apagado"]
            value_template: "{% set o = {'comfort': 'Confort', 'night': 'Noche', 'off': 'Apagado'} %}{{ \#
            o.get(value_json.value.value | string) }}"
            command_template: "{% set o = {'Confort': 'comfort', 'Noche': 'night', 'Apagado': 'off'} %}{{ \#
            o.get(value) }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.value], options: DiscoverySamples.modes)) == expected)
    }

    @Test func optionsWithoutCommandsAreASensor() {
        let expected = #"""
            sensor
            state_topic: "llllllllllllllll/state"
            device_class: "enum"
            options: ["Confort","Noche","Apagado"]
            value_template: "{% set o = {'comfort': 'Confort', 'night': 'Noche', 'off': 'Apagado'} %}{{ \#
            o.get(value_json.value.value | string) }}"
            """#
        #expect(
            DiscoverySamples.lines(DiscoverySamples.element([.value], commands: [], options: DiscoverySamples.modes))
                == expected
        )
    }

    /// Home Assistant shows `None` as a word in a text.
    @Test func textIsCutAndAnUnknownOneIsEmpty() {
        let expected = #"""
            text
            command_topic: "llllllllllllllll/value/set"
            state_topic: "llllllllllllllll/state"
            value_template: "{% set v = value_json.value.value %}{{ '' if v is none else (v | string)[:255] }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.value])) == expected)
    }

    @Test func numberWithoutLimitsTakesAnyNumber() {
        let expected = #"""
            number
            command_topic: "llllllllllllllll/value/set"
            state_topic: "llllllllllllllll/state"
            unit_of_measurement: "€"
            min: -1000000000
            max: 1000000000
            step: 0.1
            mode: "box"
            value_template: "{% set v = value_json.value.value %}{{ v if v is number and -1000000000 <= v <= \#
            1000000000 else None }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.value], unit: "€")) == expected)
    }

    @Test func meterIsASensor() {
        let expected = #"""
            sensor
            state_topic: "llllllllllllllll/state"
            device_class: "energy"
            state_class: "total_increasing"
            unit_of_measurement: "kWh"
            value_template: "{% set v = value_json.value.value %}{{ v if v is number else None }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.value], .energy, unit: "kWh")) == expected)
    }

    @Test func thermostatJoinsItsParts() {
        let expected = #"""
            climate
            temperature_command_topic: "tttttttttttttttt/value/set"
            temperature_state_topic: "tttttttttttttttt/state"
            temperature_state_template: "{% set v = value_json.value.value %}{{ v if v is number else None }}"
            temperature_unit: "C"
            min_temp: 15
            max_temp: 30
            temp_step: 0.5
            precision: 0.1
            current_temperature_topic: "aaaaaaaaaaaaaaaa/state"
            current_temperature_template: "{% set v = value_json.value.value %}{{ v if v is number else None }}"
            current_humidity_topic: "dddddddddddddddd/state"
            current_humidity_template: "{% set v = value_json.value.value %}{{ v if v is number else None }}"
            action_topic: "cccccccccccccccc/state"
            action_template: "{% set v = value_json.regulable.value %}{{ None if v is none else 'heating' if v > \#
            0 else 'idle' }}"
            modes: ["off","heat"]
            mode_state_topic: "bbbbbbbbbbbbbbbb/state"
            mode_state_template: "{% set o = {'comfort': 'heat', 'night': 'heat', 'off': 'off'} %}{{ \#
            o.get(value_json.value.value | string) }}"
            preset_modes: ["Confort","Noche"]
            preset_mode_state_topic: "bbbbbbbbbbbbbbbb/state"
            preset_mode_value_template: "{% set o = {'comfort': 'Confort', 'night': 'Noche'} %}{{ \#
            o.get(value_json.value.value | string) }}"
            preset_mode_command_topic: "bbbbbbbbbbbbbbbb/value/set"
            preset_mode_command_template: "{% set o = {'Confort': 'comfort', 'Noche': 'night'} %}{{ o.get(value) }}"
            mode_command_topic: "bbbbbbbbbbbbbbbb/value/set"
            mode_command_template: "{{ 'off' if value == 'off' else 'comfort' }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.thermostat) == expected)
    }
}
