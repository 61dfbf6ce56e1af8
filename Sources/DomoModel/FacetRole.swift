/// What a part is for its device. At most one part of a device has a role.
public enum FacetRole: UInt8, Sendable, CaseIterable {
    /// The temperature that a thermostat regulates to.
    case setPoint
    /// The measured temperature.
    case temperature
    /// `comfort`, `night`, `off`.
    case mode
    case valve
    case fan
    /// The angle of the slats of a blind.
    case slats
    case humidity
    case battery
    /// The present power, in W.
    case power
    /// A meter, in kWh.
    case energy
    /// What the device reports of itself: `heating`, `fault`.
    case status

    /// The word in house files in English, in replies, and for `{role}` in dialects.
    public var word: String {
        switch self {
        case .setPoint: "set-point"
        case .temperature: "temperature"
        case .mode: "mode"
        case .valve: "valve"
        case .fan: "fan"
        case .slats: "slats"
        case .humidity: "humidity"
        case .battery: "battery"
        case .power: "power"
        case .energy: "energy"
        case .status: "status"
        }
    }

    /// The word in house files in Spanish.
    public var spanish: String {
        switch self {
        case .setPoint: "consigna"
        case .temperature: "temperatura"
        case .mode: "modo"
        case .valve: "valvula"
        case .fan: "ventilador"
        case .slats: "lamas"
        case .humidity: "humedad"
        case .battery: "bateria"
        case .power: "potencia"
        case .energy: "energia"
        case .status: "estado"
        }
    }

    /// The types that a part with the role can have.
    public var types: [FacetType] {
        switch self {
        case .setPoint, .temperature, .humidity, .power, .energy: [.value]
        case .mode: [.value, .binary]
        case .valve, .fan: [.binary, .regulable]
        case .slats: [.regulable]
        case .battery: [.regulable, .value, .binary]
        case .status: [.binary, .value]
        }
    }
}
