import DomoLanguage
import DomoModel

extension Rendering {
    /// Every reading in one cell: `~40 %, on`.
    func readings(of element: ElementView) -> Table.Cell {
        let all = element.readings
        // Nothing known of any type needs to be said once.
        if all.allSatisfy({ $0.reading.value == nil }) { return Table.Cell("–", paint: style.faint) }
        let text = all.map { cut(reading($0, unit: element.unit), to: 60) }.joined(separator: ", ")
        return Table.Cell(text, paint: paint(all.map(\.reading)))
    }

    /// One reading as a person reads it: `on` as confirmed, `~on` as assumed, `on (stale)`, `–` as unknown.
    func reading(_ view: ReadingView, unit: String?) -> String {
        guard let value = view.reading.value, view.reading.certainty != .unknown else { return "–" }
        return (view.reading.certainty == .assumed ? "~" : "") + Self.value(value, unit: unit)
            + (view.reading.isStale ? " (stale)" : "")
    }

    func paint(_ readings: [Reading]) -> (String) -> String {
        let style = style
        if readings.contains(where: { $0.isStale || $0.value == nil }) { return { style.faint($0) } }
        if readings.contains(where: { $0.certainty == .assumed }) { return { style.doubtful($0) } }
        return { style.good($0) }
    }

    /// A value with its unit. Text stands in quotes unless it is a number, so that no text looks like a mark.
    static func value(_ action: Value, unit: String?) -> String {
        if case .text(let text) = action { return "\"\(DisplayText.safe(text))\"" }
        return action.word + (action.unit(declared: unit).map { " " + DisplayText.safe($0) } ?? "")
    }

    /// An action, or a value, as receipts and lists tell it.
    static func action(_ action: String, type: String?, unit: String? = nil) -> String {
        guard let type = type.flatMap({ FacetType(word: $0) }) else { return DisplayText.safe(action) }
        if let known = type.value(word: action) { return value(known, unit: unit) }
        // What is not settled yet is no value: a step such as `+10`, or a word such as `toggle`.
        return DisplayText.safe(action) + (type.measure == .percent && Int(action) != nil ? " %" : "")
    }
}
