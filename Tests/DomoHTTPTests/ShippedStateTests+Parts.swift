import DomoModel

/// The states of devices with parts.
extension ShippedStateTests {
    static let parts: [Sample] = [
        Sample(
            "homeassistant",
            "Tilt",
            [.regulable],
            "\(states)cover.salon",
            entity("cover.salon", "open", #"{"current_position": 70, "current_tilt_position": 30}"#),
            level(30)
        ),
        Sample(
            "homeassistant",
            "climate.salon",
            [.value],
            "\(states)climate.salon",
            entity("climate.salon", "heat", #"{"temperature": 21.5, "current_temperature": 19.5}"#),
            .number(21.5)
        ),
        Sample(
            "homeassistant",
            "Mode",
            [.value],
            "\(states)climate.salon",
            entity("climate.salon", "heat", #"{"temperature": 21.5}"#),
            .text("heat")
        ),
        Sample(
            "homeassistant",
            "Valve",
            [.binary],
            "\(states)climate.salon",
            entity("climate.salon", "heat", #"{"hvac_action": "idle"}"#),
            .off
        ),
        Sample(
            "shelly-gen2",
            "Slats",
            [.regulable],
            "http://h/rpc/Cover.GetStatus?id=1",
            #"{"id":1,"state":"stopped","current_pos":60,"pos_control":true,"slat_pos":30}"#,
            level(30)
        ),
        Sample(
            "shelly-gen2",
            "Power",
            [.value],
            "http://h/rpc/Switch.GetStatus?id=0",
            #"{"id":0,"output":true,"apower":41.5,"aenergy":{"total":1203.25,"by_minute":[0,0,0]}}"#,
            .number(41.5)
        ),
        Sample(
            "shelly-gen2",
            "Energy",
            [.value],
            "http://h/rpc/Switch.GetStatus?id=0",
            #"{"id":0,"output":true,"apower":41.5,"aenergy":{"total":1203.25,"by_minute":[0,0,0]}}"#,
            .number(1203.25)
        ),
    ]
}
