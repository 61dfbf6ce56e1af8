/// What on and off mean for people, by class and role: the words of the command line, and in other languages of the page.
///
/// Programs get `on` and `off`.
public struct StateWords: Equatable, Sendable {
    public let on: String
    public let off: String

    private init(_ on: String, _ off: String) {
        self.on = on
        self.off = off
    }

    /// - Returns: nil if it is on or off.
    public init?(_ elementClass: ElementClass?, _ role: FacetRole? = nil) {
        guard let elementClass else {
            guard let words = Self.words(of: role) else { return nil }
            self = words
            return
        }
        switch elementClass {
        case .gate, .garage, .window, .door, .valve, .contact: self.init("open", "closed")
        case .lock: self.init("unlocked", "locked")
        case .siren: self.init("sounding", "silent")
        case .motion: self.init("motion", "no motion")
        case .presence: self.init("somebody here", "nobody here")
        case .rain: self.init("raining", "not raining")
        case .smoke: self.init("smoke", "no smoke")
        case .gas: self.init("gas", "no gas")
        case .leak: self.init("wet", "dry")
        case .battery: self.init("low", "charged")
        case .light, .socket, .shutter, .blind, .awning, .thermostat, .fan, .temperature, .humidity, .co2, .illuminance,
            .wind, .power, .energy, .water:
            return nil
        }
    }

    private static func words(of role: FacetRole?) -> StateWords? {
        switch role {
        case .valve: StateWords("heating", "idle")
        case .battery: StateWords("low", "charged")
        case nil, .setPoint, .temperature, .mode, .fan, .slats, .humidity, .power, .energy, .status: nil
        }
    }

    /// - Returns: nil for what is not on or off.
    public func word(of value: Value) -> String? {
        switch value {
        case .on: on
        case .off: off
        case .press, .level, .dimming, .up, .down, .stop, .number, .text, .colour: nil
        }
    }
}
