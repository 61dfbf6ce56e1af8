import DomoModel
import Testing

@testable import DomoMQTT

/// Each line of what Home Assistant is told of a cover.
@Suite("Announced covers")
struct CoverComponentTests {
    @Test func blindHasPositionAndSlats() {
        let expected = #"""
            cover
            device_class: "blind"
            state_topic: "pppppppppppppppp/state"
            value_template: "{% set c = (value_json.cover | default({'state': 'unknown'})).state %}{{ {'open': \#
            'open', 'closed': 'closed', 'between': 'open', 'opening': 'opening', 'closing': 'closing'}.get(c) }}"
            command_topic: "pppppppppppppppp/bidirectional/set"
            payload_open: "up"
            payload_close: "down"
            payload_stop: "stop"
            position_topic: "pppppppppppppppp/state"
            position_template: "{% set v = value_json.regulable.value %}{{ '' if v is none else v }}"
            position_open: 0
            position_closed: 100
            set_position_topic: "pppppppppppppppp/regulable/set"
            tilt_status_topic: "ssssssssssssssss/state"
            tilt_status_template: "{% set v = value_json.regulable.value %}{{ '' if v is none else v }}"
            tilt_min: 100
            tilt_max: 0
            tilt_opened_value: 0
            tilt_closed_value: 100
            tilt_command_topic: "ssssssssssssssss/regulable/set"
            payload_stop_tilt: "stop"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.blind) == expected)
    }

    /// Most servers have 100 % for open, as Home Assistant.
    @Test func levelAtWhichACoverIsOpenIsThatOfItsServer() {
        var blind = DiscoverySamples.blind
        blind.openAt = 100
        let lines = DiscoverySamples.lines(blind)?.split(separator: "\n") ?? []
        for line in [
            "position_open: 100", "position_closed: 0", "tilt_min: 0", "tilt_max: 100", "tilt_opened_value: 100",
            "tilt_closed_value: 0",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
        var shutter = DiscoverySamples.element([.regulable], .shutter)
        shutter.openAt = 100
        #expect(
            DiscoverySamples.lines(shutter)?.contains(
                #"""
                {{ None if v is none else 'closed' if v == 0 else 'open' }}"
                command_topic: "llllllllllllllll/regulable/set"
                payload_open: "100"
                payload_close: "0"
                """#
            ) == true
        )
    }

    @Test func coverWithoutPositionHasDirections() {
        let expected = #"""
            cover
            device_class: "garage"
            state_topic: "llllllllllllllll/state"
            value_template: "{% set c = (value_json.cover | default({'state': 'unknown'})).state %}{{ {'open': \#
            'open', 'closed': 'closed', 'between': 'open', 'opening': 'opening', 'closing': 'closing'}.get(c) }}"
            command_topic: "llllllllllllllll/bidirectional/set"
            payload_open: "up"
            payload_close: "down"
            payload_stop: "stop"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.bidirectional], .garage)) == expected)
    }

    @Test func coverWithoutDirectionsHasAPosition() {
        let expected = #"""
            cover
            device_class: "shutter"
            state_topic: "llllllllllllllll/state"
            value_template: "{% set v = value_json.regulable.value %}{{ None if v is none else 'closed' if v == \#
            100 else 'open' }}"
            command_topic: "llllllllllllllll/regulable/set"
            payload_open: "0"
            payload_close: "100"
            payload_stop: null
            position_topic: "llllllllllllllll/state"
            position_template: "{% set v = value_json.regulable.value %}{{ '' if v is none else v }}"
            position_open: 0
            position_closed: 100
            set_position_topic: "llllllllllllllll/regulable/set"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.regulable], .shutter)) == expected)
    }

    @Test func gateWithASwitchIsACover() {
        let expected = #"""
            cover
            device_class: "gate"
            command_topic: "llllllllllllllll/binary/set"
            payload_open: "on"
            payload_close: "off"
            payload_stop: null
            state_topic: "llllllllllllllll/state"
            value_template: "{% set v = value_json.binary.value %}{{ None if v is none else 'open' if v == 'on' \#
            else 'closed' }}"
            """#
        #expect(DiscoverySamples.lines(DiscoverySamples.element([.binary], .gate)) == expected)
    }
}
