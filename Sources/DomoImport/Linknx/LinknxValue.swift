import DomoLanguage

// Converts values in rules of linknx to values of domo.
extension LinknxHouse.Target {
    /// The value for `set`, `when` and `only if`; nil if it is invalid.
    func value(_ text: String) -> String? {
        if isStop { return nil }
        return switch kind {
        case .binary: bit(text).map { $0 ? "on" : "off" }
        case .motion:
            switch text {
            case "up", "close-up": "up"
            case "down": "down"
            case "stop": "stop"
            default: bit(text).map { $0 ? "down" : "up" }
            }
        case .level: level(text).map(String.init)
        // Colours of linknx are values.
        case .colour: nil
        case .value: text.isEmpty || text == "now" ? nil : text
        }
    }

    /// The other value of a switch.
    func opposite(_ text: String) -> String? { kind == .binary ? bit(text).map { $0 ? "off" : "on" } : nil }

    /// A level in percent. An object of type 5.xxx has levels from 0 to 255.
    func level(_ text: String) -> Int? {
        guard let number = Double(text.split(separator: "%").first ?? "") else { return nil }
        let percent = object.isRaw ? number * 100 / 255 : number
        guard (0...100).contains(percent) else { return nil }
        // The smallest raw values are not off.
        return percent > 0 ? max(1, Int(percent.rounded())) : 0
    }

    /// `above 19.995` for `gte 20`: domo's limits are not part of the range. Nil for a value without an order.
    func limit(_ comparison: String, _ text: String) -> String? {
        let isAbove = comparison.hasPrefix("g")
        let word = isAbove ? "above" : "below"
        let includesLimit = comparison.hasSuffix("te")
        let direction: Double = isAbove ? -1 : 1
        switch kind {
        case .binary, .motion, .colour: return nil
        case .level:
            return level(text).map { "\(word) \(includesLimit ? $0 + Int(direction) : $0)" }
        case .value:
            guard let number = Double(text), number.isFinite, abs(number) < 1e9 else { return nil }
            guard includesLimit else { return "\(word) \(text)" }
            switch object.type.main {
            // Multiples of 0.01.
            case 9: return "\(word) \(((number + direction * 0.005) * 1000).rounded() / 1000)"
            // Any number; limits in scenes have at most four decimals.
            case 14: return "\(word) \((number * 10_000 + direction).rounded() / 10_000)"
            default: return "\(word) \(Int(isAbove ? number.rounded(.up) : number.rounded(.down)) + Int(direction))"
            }
        }
    }

    /// linknx accepts 0, 1, off, on and the words of the type, for example `open` for 0 of 1.009 (`SwitchingTypes` in
    /// its objectcontroller.h).
    private func bit(_ text: String) -> Bool? {
        switch text {
        case "on", "1", "true", "enable", "yes", "close", "start", "active", "ramp", "alarm", "high", "increase",
            "inverted", "cyclically", "calculated":
            true
        case "off", "0", "false", "disable", "no", "open", "stop", "inactive", "no ramp", "no alarm", "low", "decrease",
            "not inverted", "start stop", "fixed":
            false
        default: nil
        }
    }

    /// The scene step that sets the value.
    func order(_ text: String) -> String? {
        let name = Words.quoted(element)
        if isStop { return bit(text).map { _ in "set \(name) stop" } }
        guard let value = value(text) else { return nil }
        return kind == .level ? "dim \(name) \(value)" : "set \(name) \(Words.quoted(value))"
    }
}

/// Durations: a number with an optional unit, seconds without one.
enum LinknxTime {
    /// The duration in milliseconds; nil if it is invalid.
    static func milliseconds(_ text: String) -> Int? {
        let text = text.filter { !$0.isWhitespace }
        let digits = text.prefix { $0.isNumber }
        guard let number = Int(digits), number <= 100_000_000 else { return nil }
        switch text.dropFirst(digits.count) {
        case "", "s": return number * 1000
        case "ms": return number
        case "m": return number * 60_000
        case "h": return number * 3_600_000
        case "d": return number * 86_400_000
        default: return nil
        }
    }

    /// The duration in the largest unit without a fraction.
    static func text(_ milliseconds: Int) -> String {
        for (unit, size) in [("h", 3_600_000), ("m", 60_000), ("s", 1000)] where milliseconds % size == 0 {
            return "\(milliseconds / size)\(unit)"
        }
        return "\(milliseconds)ms"
    }
}
