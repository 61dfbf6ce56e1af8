/// What a value (type 4) measures, as far as class and role say it.
enum Quantity: Sendable, CaseIterable {
    case temperature, humidity, carbonDioxide, illuminance, wind, rain, power, energy, water, gas, battery
    /// Only the unit says it.
    case any
    /// A word, not a number.
    case words

    /// What Home Assistant is told of a number. It warns of a unit that does not fit the device class, and later versions
    /// refuse the component: without a known unit there is no device class.
    struct Measured: Equatable, Sendable {
        var deviceClass: String?
        var stateClass: StateClass?
        var unit: String?

        /// Whether the value must be a number.
        var isNumeric: Bool { deviceClass != nil || stateClass != nil || unit != nil }
    }

    enum StateClass: String, Sendable, CaseIterable {
        case measurement
        /// A meter: what is less than before is a new beginning.
        case totalIncreasing = "total_increasing"
    }

    func measured(in declared: String?) -> Measured {
        let unit = declared.flatMap(Self.usual)
        guard let unit else { return Measured() }
        guard let row = rows.first(where: { $0.units.contains(unit) }) else {
            // A number that has a unit changes, but whether it is a meter is unknown.
            return Measured(stateClass: self == .any ? .measurement : nil, unit: unit)
        }
        return Measured(deviceClass: row.deviceClass, stateClass: row.stateClass, unit: unit)
    }

    struct Row: Sendable {
        var deviceClass: String
        var stateClass: StateClass?
        var units: [String]

        init(_ deviceClass: String, _ stateClass: StateClass?, _ units: [String]) {
            (self.deviceClass, self.stateClass, self.units) = (deviceClass, stateClass, units)
        }
    }

    private static let temperatureRow = Row("temperature", .measurement, ["°C", "°F"])
    private static let powerRow = Row("power", .measurement, ["W", "kW", "MW"])
    private static let energies = ["Wh", "kWh", "MWh", "GWh", "kJ", "MJ", "GJ"]
    private static let illuminanceRow = Row("illuminance", .measurement, ["lx"])
    private static let voltageRow = Row("voltage", .measurement, ["V", "mV"])
    private static let flowRow = Row("volume_flow_rate", .measurement, ["m³/h", "L/min"])
    private static let speeds = ["m/s", "km/h", "kn", "mph", "ft/s"]

    /// Device classes with the units that fit them. Sources: the table of device classes in the documentation of the
    /// sensor integration (home-assistant.io/integrations/sensor), and those of 2025.4.
    var rows: [Row] {
        switch self {
        case .temperature: [Self.temperatureRow, Row("temperature", .measurement, ["K"])]
        case .humidity: [Row("humidity", .measurement, ["%"])]
        case .carbonDioxide: [Row("carbon_dioxide", .measurement, ["ppm"])]
        case .illuminance: [Self.illuminanceRow]
        case .wind: [Row("wind_speed", .measurement, Self.speeds)]
        case .rain:
            // Whether an amount is a meter, or that of the last hour, is unknown.
            [
                Row("precipitation", .measurement, ["mm", "cm", "in"]),
                Row("precipitation_intensity", .measurement, ["mm/h", "mm/d", "in/h", "in/d"]),
            ]
        case .power: [Self.powerRow]
        case .energy: [Row("energy", .totalIncreasing, Self.energies)]
        case .water: [Row("water", .totalIncreasing, ["m³", "L", "ft³", "gal"]), Self.flowRow]
        case .gas: [Row("gas", .totalIncreasing, ["m³", "ft³"]), Self.flowRow]
        case .battery: [Row("battery", .measurement, ["%"]), Self.voltageRow]
        case .any:
            [
                Self.temperatureRow, Self.powerRow, Self.illuminanceRow, Self.voltageRow,
                // It may be what a battery holds, which also decreases.
                Row("energy", nil, Self.energies),
                Row("current", .measurement, ["A", "mA"]), Row("frequency", .measurement, ["Hz", "kHz"]),
                Row("pressure", .measurement, ["hPa", "mbar", "Pa", "kPa", "bar"]),
                Row("speed", .measurement, Self.speeds), Self.flowRow,
            ]
        case .words: []
        }
    }

    /// How Home Assistant writes a unit; nil for none.
    private static func usual(_ unit: String) -> String? {
        switch unit {
        case "": nil
        case "ºC", "℃": "°C"
        case "ºF", "℉": "°F"
        case "lux": "lx"
        case "m3": "m³"
        case "m3/h": "m³/h"
        case "l": "L"
        case "l/min": "L/min"
        default: unit
        }
    }
}
