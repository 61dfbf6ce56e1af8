import DomoModel

// The legal values of an element.
extension HouseBuilder {
    mutating func openOption(_ attributes: XMLAttributes, at position: SourcePosition) {
        let name: StaticString = language.pick("valor", "value")
        var value: String?
        for attribute in attributes {
            if attribute.namespace == nil, attribute.isNamed(name) {
                value = String(decoding: attribute.trimmed, as: UTF8.self)
                if let fault = faultOfText(attribute.trimmed, isCut: false, of: .option) {
                    fail(at: position, fault, "expected 1–200 characters on one line")
                }
            } else {
                refuseUnlessForeign(attribute, of: .option, expected: "expected only the attribute \(name)")
            }
        }
        if value == nil {
            fail(at: position, "\(tag(.option)) has no \(name)", "expected the attribute \(name), what is sent")
        }
        option = OpenOption(option: ValueOption(value: value ?? ""), position: position)
    }

    /// A label of the open option.
    mutating func note(label text: String) {
        let language = labelLanguage.lowercased()
        if let first = option?.lines[language] {
            return fail(
                at: fieldPosition,
                "duplicate \(tag(.label)) in the same language",
                "the first one is in line \(first)"
            )
        }
        option?.lines[language] = fieldPosition.line
        option?.option.labels[labelLanguage] = text
    }

    mutating func closeOption() {
        guard let closed = option else { return }
        option = nil
        // It was refused.
        guard !closed.option.value.isEmpty else { return }
        let draft = draft
        if draft.options.isEmpty { draft.optionPosition = closed.position }
        guard !draft.options.contains(where: { $0.value == closed.option.value }) else {
            return fail(
                at: closed.position,
                "duplicate \(tag(.option)) \"\(shortened(closed.option.value))\"",
                "use each value once"
            )
        }
        draft.options.append(closed.option)
    }

    mutating func checkRange(_ draft: DetailsDraft) {
        guard let minimum = draft.minimum, let maximum = draft.maximum, minimum > maximum else { return }
        fail(
            at: element.position,
            "\(tag(.minimum)) \(minimum) is above \(tag(.maximum)) \(maximum)",
            "expected at most the maximum"
        )
    }

    /// Options are for texts; a number has limits.
    mutating func checkOptions(_ draft: DetailsDraft) {
        guard !draft.options.isEmpty, !element.hasWrongType else { return }
        guard element.types.contains(.value) else {
            return fail(
                at: draft.optionPosition,
                "\(tag(.option)) of an element without a text",
                "expected \(tag(.type)) \(FacetType.value.rawValue) in the element"
            )
        }
        guard draft.minimum != nil || draft.maximum != nil || draft.step != nil else { return }
        fail(
            at: draft.optionPosition,
            "\(tag(.option)) beside \(tag(.minimum)), \(tag(.maximum)) or \(tag(.step))",
            "use options for words, and limits for numbers"
        )
    }
}
