import DomoLanguage
import DomoModel

/// The charge of a battery, as an element reports it.
enum BatteryLevel: Equatable, Sendable {
    /// 0–100.
    case percent(Double)
    /// Of a battery that reports no more than that.
    case low
    case charged

    private static let words = ["battery", "bateria", "batería", "pila"]

    /// Whether an element is a battery: by its role or class, or by its name if its value is in percent.
    static func isBattery(_ element: ElementView) -> Bool {
        if element.role == FacetRole.battery.word || element.elementClass == ElementClass.battery.word { return true }
        guard element.unit == "%", element.readings.contains(where: { $0.type == .value || $0.type == .regulable })
        else {
            return false
        }
        let names = [element.name, element.label ?? ""].map { $0.lowercased() }
        return names.contains { name in words.contains { name.contains($0) } }
    }

    /// - Returns: nil if it is unknown or stale.
    init?(_ element: ElementView) {
        for view in element.readings where view.reading.certainty != .unknown && !view.reading.isStale {
            switch view.reading.value {
            case .level(let percent): self = .percent(Double(percent.value))
            case .number:
                guard let number = view.reading.value?.historyNumber else { continue }
                self = .percent(number)
            // Of the class, on is low.
            case .on: self = .low
            case .off: self = .charged
            case .press, .up, .down, .stop, .dimming, .text, .colour, nil: continue
            }
            return
        }
        return nil
    }
}
