import DomoModel

// Push buttons, and what orders for whole places reach.
extension HouseBuilder {
    // MARK: Push buttons

    mutating func readButton(_ attributes: XMLAttributes) {
        let pulseName: StaticString = language.pick("pulso", "pulse")
        for attribute in attributes {
            guard attribute.namespace == nil, attribute.isNamed(pulseName) else {
                refuseUnlessForeign(attribute, of: .button, expected: "expected only the attribute \(pulseName)")
                continue
            }
            if let time = DurationText.read(attribute.text), Details.Button.pulses.contains(time) {
                draft.pulse = time
            } else {
                refuseValue(attribute, expected: "expected a time of 100ms to 10m: 1s")
            }
        }
    }

    mutating func closeButton() {
        let (bytes, _) = text.trimmed()
        let word = String(decoding: bytes, as: UTF8.self)
        let draft = draft
        draft.buttonPosition = fieldPosition
        switch word {
        case "", Value.on.word: draft.button = Details.Button(pulse: draft.pulse)
        case Value.off.word: draft.button = Details.Button(value: .off, pulse: draft.pulse)
        default:
            fail(
                at: fieldPosition,
                "\(tag(.button)) is \"\(shortened(word))\"",
                "expected what is sent when it is pressed: on, off, or nothing for on"
            )
        }
    }

    /// Called after the list of read-only types is complete.
    mutating func checkButton(_ draft: DetailsDraft) {
        guard draft.button != nil, !element.hasWrongType else { return }
        let (problem, hint): (String, String)
        if !element.types.contains(.binary) {
            (problem, hint) = (
                "without a switch", "expected \(tag(.type)) \(FacetType.binary.rawValue) in the element"
            )
        } else if draft.virtual != nil {
            (problem, hint) = ("that is virtual", "remove one of them: domo has nothing to press there")
        } else if draft.readOnly?.contains(.binary) == true {
            (problem, hint) = ("that is read-only", "remove one of them")
        } else {
            return
        }
        fail(at: draft.buttonPosition, "\(tag(.button)) of an element \(problem)", hint)
    }

    // MARK: Orders for places

    mutating func noteGroups(_ word: Word) {
        let draft = draft
        guard draft.inGroups == nil || draft.inGroups == (word == .inGroups) else {
            return fail(
                at: fieldPosition,
                "\(tag(word)) beside \(tag(word == .inGroups ? .notInGroups : .inGroups))",
                "remove one of them"
            )
        }
        draft.inGroups = word == .inGroups
    }
}
