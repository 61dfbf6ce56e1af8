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
        // GET /rest/items/{itemname}/state answers with State.toFullString (ItemResource.java, getPlainItemState): of a
        // Number with a dimension a number and its unit (QuantityType.java), of a String its text.
        Sample("openhab", "Clima", [.value], "\(rest)Clima/state", "22.0 °C", .number(22)),
        Sample("openhab", "Clima_Temperatura", [.value], "\(rest)Clima_Temperatura/state", "-1.5 °C", .number(-1.5)),
        Sample("openhab", "Clima_Humedad", [.value], "\(rest)Clima_Humedad/state", "45 %", .number(45)),
        Sample("openhab", "Clima_Modo", [.value], "\(rest)Clima_Modo/state", "comfort", .text("comfort")),
        Sample("openhab", "Clima_Modo", [.value], "\(rest)Clima_Modo/state", "NULL", nil),
        Sample("openhab", "Nota", [.value], "\(rest)Nota/state", "21 things", .text("21 things")),
        Sample("openhab", "Clima_Valvula", [.regulable], "\(rest)Clima_Valvula/state", "35", level(35)),
        Sample("openhab", "Clima_Valvula", [.binary], "\(rest)Clima_Valvula/state", "ON", .on),
        Sample("openhab", "Louver_Lamas", [.regulable], "\(rest)Louver_Lamas/state", "40", level(40)),
        Sample("openhab", "Plug_Potencia", [.value], "\(rest)Plug_Potencia/state", "41.5 W", .number(41.5)),
        Sample("openhab", "Plug_Energia", [.value], "\(rest)Plug_Energia/state", "1.203 kWh", .number(1.203)),
        // JSON_SHUTTER_POS in xdrv_27_shutter.ino.
        Sample(
            "tasmota",
            "Slats",
            [.regulable],
            "\(cm)ShutterPosition2",
            #"{"Shutter2":{"Position":54,"Direction":0,"Target":54,"Tilt":60}}"#,
            level(33)
        ),
        Sample(
            "tasmota",
            "Wide",
            [.regulable],
            "\(cm)ShutterPosition1",
            #"{"Shutter1":{"Position":54,"Direction":0,"Target":54,"Tilt":-45}}"#,
            level(25)
        ),
        Sample("tasmota", "Power", [.value], "\(cm)Status%2010", plug, .number(2629)),
        Sample("tasmota", "Energy", [.value], "\(cm)Status%2010", plug, .number(6.404)),
        Sample("tasmota", "Bath", [.value], "\(cm)Status%2010", bath, .number(24.6)),
    ]

    /// https://tasmota.github.io/docs/devices/Sonoff-Pow-R2: the answer to `Status 8`, which is that to `Status 10`.
    private static let plug = """
        {"StatusSNS":{"Time":"2018-11-15T08:54:18","ENERGY":{"TotalStartTime":"2018-11-14T18:39:40","Total":6.404,\
        "Yesterday":5.340,"Today":1.064,"Power":2629,"ApparentPower":2645,"ReactivePower":288,"Factor":0.99,\
        "Voltage":226,"Current":11.677}}}
        """

    /// https://tasmota.github.io/docs/AM2301: the sensors, which `Status 10` has below StatusSNS.
    private static let bath = """
        {"StatusSNS":{"Time":"2019-01-01T00:00:00","AM2301":{"Temperature":24.6,"Humidity":58.2},"TempUnit":"C"}}
        """
}
