/// What kind of thing an element is, for people: its icon, its words, and what it can have.
public enum ElementClass: UInt8, Sendable, CaseIterable {
    case light, socket
    case shutter, blind, awning
    case gate, garage, window, door, lock
    case thermostat, fan, valve
    case temperature, humidity, co2, illuminance
    case motion, presence, smoke, gas, leak, contact, rain
    case wind, power, energy, water, battery
    case siren

    /// The word in house files in English, and in replies.
    public var word: String {
        switch self {
        case .light: "light"
        case .socket: "socket"
        case .shutter: "shutter"
        case .blind: "blind"
        case .awning: "awning"
        case .gate: "gate"
        case .garage: "garage"
        case .window: "window"
        case .door: "door"
        case .lock: "lock"
        case .thermostat: "thermostat"
        case .fan: "fan"
        case .valve: "valve"
        case .temperature: "temperature"
        case .humidity: "humidity"
        case .co2: "co2"
        case .illuminance: "illuminance"
        case .motion: "motion"
        case .presence: "presence"
        case .smoke: "smoke"
        case .gas: "gas"
        case .leak: "leak"
        case .contact: "contact"
        case .rain: "rain"
        case .wind: "wind"
        case .power: "power"
        case .energy: "energy"
        case .water: "water"
        case .battery: "battery"
        case .siren: "siren"
        }
    }

    /// The word in house files in Spanish.
    public var spanish: String {
        switch self {
        case .light: "luz"
        case .socket: "enchufe"
        case .shutter: "persiana"
        case .blind: "veneciana"
        case .awning: "toldo"
        case .gate: "verja"
        case .garage: "garaje"
        case .window: "ventana"
        case .door: "puerta"
        case .lock: "cerradura"
        case .thermostat: "termostato"
        case .fan: "ventilador"
        case .valve: "valvula"
        case .temperature: "temperatura"
        case .humidity: "humedad"
        case .co2: "co2"
        case .illuminance: "luminosidad"
        case .motion: "movimiento"
        case .presence: "presencia"
        case .smoke: "humo"
        case .gas: "gas"
        case .leak: "fuga"
        case .contact: "contacto"
        case .rain: "lluvia"
        case .wind: "viento"
        case .power: "potencia"
        case .energy: "energia"
        case .water: "agua"
        case .battery: "bateria"
        case .siren: "sirena"
        }
    }

    /// Whether it is a way into the house: orders for it need a right of their own.
    public var isDoor: Bool {
        switch self {
        case .lock, .gate, .garage, .door: true
        case .light, .socket, .shutter, .blind, .awning, .window, .thermostat, .fan, .valve, .temperature, .humidity,
            .siren, .co2, .illuminance, .motion, .presence, .smoke, .gas, .leak, .contact, .rain, .wind, .power,
            .energy,
            .water, .battery:
            false
        }
    }

    /// The types that an element of the class can have.
    public var types: [FacetType] {
        switch self {
        case .light: [.binary, .regulable, .colour]
        case .socket, .lock, .siren: [.binary]
        case .shutter, .blind, .awning: [.bidirectional, .regulable]
        case .gate, .garage, .window, .door: [.binary, .bidirectional, .regulable, .value]
        case .thermostat: [.value]
        case .fan, .valve: [.binary, .regulable]
        case .temperature, .humidity, .co2, .illuminance, .wind, .power, .energy, .water: [.value]
        case .motion, .presence, .smoke, .gas, .leak, .contact, .rain: [.binary, .value]
        case .battery: [.binary, .regulable, .value]
        }
    }

    /// The roles that its parts can have. A part without a role is always possible.
    public var roles: [FacetRole] {
        switch self {
        case .light, .socket: [.power, .energy, .temperature, .status]
        case .shutter, .awning: [.status, .temperature]
        case .blind: [.slats, .status, .temperature]
        case .gate, .garage, .window, .door, .lock, .siren: [.battery, .status, .temperature]
        case .thermostat:
            [.setPoint, .temperature, .mode, .valve, .fan, .humidity, .battery, .power, .energy, .status]
        case .fan: [.mode, .power, .energy, .temperature, .status]
        case .valve: [.battery, .temperature, .status]
        case .temperature, .humidity, .co2, .illuminance, .motion, .presence, .smoke, .gas, .leak, .contact, .rain,
            .wind:
            [.temperature, .humidity, .battery, .status]
        case .power, .energy, .water: [.power, .energy, .battery, .status]
        case .battery: [.status, .temperature]
        }
    }
}
