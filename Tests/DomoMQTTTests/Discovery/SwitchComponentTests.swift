import DomoLanguage
import DomoModel
import Testing

@testable import DomoMQTT

/// Each line of what Home Assistant is told of what is on or off, or has a level.
@Suite("Announced switches")
struct SwitchComponentTests {
    @Test func lockIsUnlockedWhileOn() {
        let expected = #"""
            lock
            command_topic: "llllllllllllllll/binary/set"
            payload_lock: "off"
            payload_unlock: "on"
            state_topic: "llllllllllllllll/state"
            state_locked: "off"
            state_unlocked: "on"
            value_template: "{{ value_json.binary.value }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.binary], .lock)) == expected)
    }

    @Test func lockWithoutCommandsIsASensor() {
        let expected = #"""
            binary_sensor
            device_class: "lock"
            payload_on: "on"
            payload_off: "off"
            state_topic: "llllllllllllllll/state"
            value_template: "{{ value_json.binary.value }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.binary], .lock, commands: [])) == expected)
    }

    @Test func sirenTakesPlainWords() {
        let expected = #"""
            siren
            command_topic: "llllllllllllllll/binary/set"
            command_template: "{{ value }}"
            payload_on: "on"
            payload_off: "off"
            support_duration: false
            support_volume_set: false
            state_topic: "llllllllllllllll/state"
            state_value_template: "{{ value_json.binary.value }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.binary], .siren)) == expected)
    }

    /// Whatever it is a button of.
    @Test(arguments: [ElementClass?.none, .light, .lock, .gate, .garage, .door, .fan, .valve, .siren])
    func pushButtonIsPressed(elementClass: ElementClass?) {
        let expected = #"""
            button
            command_topic: "llllllllllllllll/binary/set"
            payload_press: "press"
            """#
        var element = DiscoverySamples.element([.binary], elementClass)
        element.isButton = true
        #expect(DiscoverySamples.lines(element) == expected)
        element.commands = []
        #expect(DiscoverySamples.platforms(element) == ["binary": "binary_sensor"])
    }

    @Test(arguments: ["press", "PRESS"]) func pressIsAnOrder(payload: String) throws {
        #expect(try CommandPayload.wish(Array(payload.utf8), for: .binary) == .value("press", as: .binary))
    }

    @Test func socketIsAnOutlet() {
        let expected = #"""
            switch
            device_class: "outlet"
            command_topic: "llllllllllllllll/binary/set"
            payload_on: "on"
            payload_off: "off"
            state_topic: "llllllllllllllll/state"
            value_template: "{{ value_json.binary.value }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.binary], .socket)) == expected)
    }

    @Test func fanHasASpeed() {
        let expected = #"""
            fan
            command_topic: "llllllllllllllll/binary/set"
            payload_on: "on"
            payload_off: "off"
            state_topic: "llllllllllllllll/state"
            state_value_template: "{{ value_json.binary.value }}"
            percentage_command_topic: "llllllllllllllll/regulable/set"
            percentage_state_topic: "llllllllllllllll/state"
            percentage_value_template: "{{ value_json.regulable.value }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.binary, .regulable], .fan)) == expected)
    }

    @Test func valveHasAPosition() {
        let expected = #"""
            valve
            command_topic: "llllllllllllllll/regulable/set"
            state_topic: "llllllllllllllll/state"
            value_template: "{{ value_json.regulable.value }}"
            reports_position: true
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.regulable], .valve)) == expected)
    }

    @Test func valveIsOpenWhileOn() {
        let expected = #"""
            valve
            command_topic: "llllllllllllllll/binary/set"
            state_topic: "llllllllllllllll/state"
            value_template: "{{ value_json.binary.value }}"
            payload_open: "on"
            payload_close: "off"
            state_open: "on"
            state_closed: "off"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.binary], .valve)) == expected)
    }

    @Test func otherLevelIsANumber() {
        let expected = #"""
            number
            command_topic: "llllllllllllllll/regulable/set"
            state_topic: "llllllllllllllll/state"
            value_template: "{{ value_json.regulable.value }}"
            min: 0
            max: 100
            step: 1
            unit_of_measurement: "%"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.regulable], .socket)) == expected)
    }
}
