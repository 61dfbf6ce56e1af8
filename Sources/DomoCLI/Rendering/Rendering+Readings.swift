import DomoLanguage
import DomoModel

extension Rendering {
    /// Every reading in one cell: `~40 %, on`; of a cover its word: `between · 40 %`.
    func readings(of element: ElementView) -> Table.Cell {
        let shown = values(ofWhole: element)
        if element.isButton == true, shown.allSatisfy({ $0.text == Self.button }) {
            return Table.Cell(Self.button, paint: style.faint)
        }
        // If nothing is known of any type, one mark is enough.
        if shown.allSatisfy({ $0.text == Self.unknown }) { return Table.Cell(Self.unknown, paint: style.faint) }
        let text = shown.map { cut($0.text, to: 60) }.joined(separator: ", ")
        return Table.Cell(text, paint: paint(shown.map(\.certainty)))
    }

    /// The values of an element and what is known of its parts; of a thermostat `21.5 °C → 22 °C, comfort, heating`.
    private func values(ofWhole element: ElementView) -> [(text: String, certainty: Certainty)] {
        var shown = values(of: element)
        let isThermostat = element.elementClass == ElementClass.thermostat.word
        for part in element.parts ?? [] {
            let known = values(of: part).filter { $0.text != Self.unknown && $0.text != Self.button }
            let role = part.role
            if isThermostat, role == FacetRole.temperature.word, let measured = known.first, let wanted = shown.first,
                wanted.text != Self.unknown
            {
                let certainties = [measured.certainty, wanted.certainty]
                let certainty =
                    certainties.contains(.unknown)
                    ? Certainty.unknown : certainties.contains(.assumed) ? .assumed : .confirmed
                shown[0] = ("\(measured.text) → \(wanted.text)", certainty)
            } else if isThermostat, role == FacetRole.valve.word, let heating = heating(part) {
                shown += heating
            } else if role == FacetRole.mode.word || role == FacetRole.status.word {
                shown += mode(part) ?? known
            } else {
                shown += known.map { ("\(DisplayText.safe(part.label ?? part.name)) \($0.text)", $0.certainty) }
            }
        }
        return shown
    }

    /// `heating` for an open valve, nothing for a closed one; nil if that is not known now.
    private func heating(_ valve: ElementView) -> [(text: String, certainty: Certainty)]? {
        guard let view = valve.readings.first, let value = view.reading.known else { return nil }
        let isOpen: Bool
        switch value {
        case .on: isOpen = true
        case .level(let level): isOpen = level > .zero
        case .off: isOpen = false
        case .press, .dimming, .up, .down, .stop, .number, .text, .colour: return nil
        }
        let certainty = view.reading.certainty
        return isOpen ? [(CoverText.mark(certainty) + "heating", certainty)] : []
    }

    /// One of the options of a mode needs no quotes: it can't be taken for a mark.
    private func mode(_ part: ElementView) -> [(text: String, certainty: Certainty)]? {
        guard let view = part.readings.first, case .text(let word)? = view.reading.known,
            part.options?.contains(word) == true
        else { return nil }
        return [(CoverText.mark(view.reading.certainty) + DisplayText.safe(word), view.reading.certainty)]
    }

    /// A cover as one word, and the values of all other types.
    private func values(of element: ElementView) -> [(text: String, certainty: Certainty)] {
        var shown: [(text: String, certainty: Certainty)] = []
        if let cover = CoverText(element) { shown.append((cover.text, cover.certainty)) }
        for view in element.readings where !view.isOfCover(element) {
            shown.append((Self.text(of: view, in: element), view.reading.shownCertainty))
        }
        return shown
    }

    private static let unknown = "–"
    private static let button = "button"

    /// One reading for people: `on` if confirmed, `~on` if assumed, `on (stale)`, `–` if unknown.
    func reading(_ view: ReadingView, unit: String?) -> String { Self.text(of: view, unit: unit) }

    /// - Parameter words: of its element, for a switch or a sensor.
    static func text(of view: ReadingView, unit: String?, words: StateWords? = nil) -> String {
        guard let value = view.reading.value, view.reading.certainty != .unknown else { return unknown }
        return CoverText.mark(view.reading.certainty) + (words?.word(of: value) ?? Self.value(value, unit: unit))
            + (view.reading.isStale ? " (stale)" : "")
    }

    /// With the words of its class: `~locked (stale)`. A push button without a state is a `button`.
    static func text(of view: ReadingView, in element: ElementView) -> String {
        guard view.type == .binary else { return text(of: view, unit: element.unit) }
        let text = text(of: view, unit: nil, words: StateWords(element))
        return element.isButton == true && text == unknown ? button : text
    }

    func paint(_ reading: Reading) -> (String) -> String { paint([reading.shownCertainty]) }

    func paint(_ certainties: [Certainty]) -> (String) -> String {
        let style = style
        if certainties.contains(.unknown) { return { style.faint($0) } }
        if certainties.contains(.assumed) { return { style.doubtful($0) } }
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

extension StateWords {
    /// By its class, or as a part by its role.
    init?(_ element: ElementView) {
        self.init(
            ElementClass.allCases.first { $0.word == element.elementClass },
            FacetRole.allCases.first { $0.word == element.role }
        )
    }
}

extension Reading {
    /// The value, if it is known now.
    fileprivate var known: Value? { isStale || certainty == .unknown ? nil : value }

    /// A stale reading says nothing certain.
    fileprivate var shownCertainty: Certainty { isStale || value == nil ? .unknown : certainty }
}
