import DomoLanguage
import DomoModel

/// What is published of a lamp for Home Assistant (home-assistant.io/integrations/light.mqtt, "JSON schema").
///
/// `{"state":"ON","brightness":40,"color_mode":"rgb","color":{"r":255,"g":128,"b":0}}`; what is unknown is left out, and
/// an unknown state is null.
struct LampText {
    let lamp: Lamp
    let readings: [ReadingView]

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("state")
            switch isOn {
            case nil: json.null()
            case true?: json.string("ON")
            case false?: json.string("OFF")
            }
            if let level, level > 0 {
                json.key("brightness")
                json.number(level)
            }
            if lamp.types.contains(.colour), let colour { write(colour, to: &json) }
        }
        return json.bytes
    }

    private func value(_ type: FacetType) -> Value? { readings.first { $0.type == type }?.reading.value }

    private var colour: Colour? {
        if case .colour(let colour)? = value(.colour) { colour } else { nil }
    }

    private var isOn: Bool? {
        let types = lamp.element.types
        if types.contains(.binary) { return value(.binary).map { $0 == .on } }
        if types.contains(.regulable) { return value(.regulable).map { $0 != .level(.zero) } }
        return colour.map { $0 != .black }
    }

    /// In percent. Without a level, the colour contains it.
    private var level: Int? {
        if case .level(let percent)? = value(.regulable), lamp.types.contains(.regulable) { return percent.value }
        guard !lamp.types.contains(.regulable), let colour, !colour.isWhite else { return nil }
        let (red, green, blue) = colour.components
        return Int((Double(max(red, green, blue)) / 2.55).rounded())
    }

    private func write(_ colour: Colour, to json: inout JSONWriter) {
        if case .white(let kelvin) = colour, lamp.light.white != nil {
            json.key("color_mode")
            json.string("color_temp")
            json.key("color_temp")
            json.number(kelvin)
        } else if lamp.light.hasColours, colour != .black {
            let (red, green, blue) = (lamp.types.contains(.regulable) ? colour : colour.atFullBrightness).components
            json.key("color_mode")
            json.string("rgb")
            json.key("color")
            json.object { json in
                for (key, component) in [("r", red), ("g", green), ("b", blue)] {
                    json.key(word: key)
                    json.number(Int(component))
                }
            }
        }
    }
}
