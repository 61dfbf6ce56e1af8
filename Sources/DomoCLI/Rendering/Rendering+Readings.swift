import DomoLanguage
import DomoModel

extension Rendering {
    /// Every reading in one cell: `~40 %, on`.
    func readings(of element: ElementView) -> Table.Cell {
        let all = element.readings.filter { !isSuperseded($0, in: element) }
        // If nothing is known of any type, one mark is enough.
        if all.allSatisfy({ $0.reading.value == nil }) { return Table.Cell("–", paint: style.faint) }
        let text = all.map { cut(reading($0, unit: element.unit), to: 60) }.joined(separator: ", ")
        return Table.Cell(text, paint: paint(all.map(\.reading)))
    }

    /// Whether it is the direction of a cover, which is not known, while its position is: then that is enough.
    private func isSuperseded(_ view: ReadingView, in element: ElementView) -> Bool {
        let isUnknown = view.reading.isStale || view.reading.certainty == .unknown
        guard view.type == .bidirectional, isUnknown else { return false }
        return element.readings.contains {
            $0.type == .regulable && $0.reading.certainty == .confirmed && !$0.reading.isStale
        }
    }

    /// Whether it is the direction of a cover that has neither, as its position shows.
    func isBetweenEnds(_ view: ReadingView, in element: ElementView) -> Bool {
        isSuperseded(view, in: element)
            && element.readings.contains {
                if case .level(let level)? = $0.reading.value { 1..<100 ~= level.value } else { false }
            }
    }

    /// One reading for people: `on` if confirmed, `~on` if assumed, `on (stale)`, `–` if unknown.
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

    /// A value with its unit. Text is quoted unless it is a number, so that it can't be taken for a mark.
    static func value(_ action: Value, unit: String?) -> String {
        if case .text(let text) = action { return "\"\(DisplayText.safe(text))\"" }
        return action.word + (action.unit(declared: unit).map { " " + DisplayText.safe($0) } ?? "")
    }

    /// An action or a value for receipts and lists.
    static func action(_ action: String, type: String?, unit: String? = nil) -> String {
        guard let type = type.flatMap({ FacetType(word: $0) }) else { return DisplayText.safe(action) }
        if let known = type.value(word: action) { return value(known, unit: unit) }
        // An unresolved action is not a value: a step such as `+10`, or `toggle`.
        return DisplayText.safe(action) + (type.measure == .percent && Int(action) != nil ? " %" : "")
    }
}
