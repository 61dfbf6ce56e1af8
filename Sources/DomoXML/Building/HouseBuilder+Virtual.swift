import DomoModel

// Elements that domo itself holds.
extension HouseBuilder {
    mutating func closeVirtual() {
        let (bytes, isCut) = text.trimmed()
        if !bytes.isEmpty, let fault = faultOfText(bytes, isCut: isCut, of: .virtual) {
            let limit = Word.virtual.maxLength
            return fail(
                at: fieldPosition,
                fault,
                "expected an initial value of at most \(limit) characters on one line"
            )
        }
        let draft = draft
        draft.virtual = String(decoding: bytes, as: UTF8.self)
        draft.virtualPosition = fieldPosition
    }

    /// Determines the initial value of a virtual element. Called before a list of read-only types is completed.
    mutating func checkVirtual(_ draft: DetailsDraft) {
        guard let written = draft.virtual, !element.types.isEmpty, !element.hasWrongType else { return }
        if let type = element.types.first(where: { !$0.canBeVirtual }) {
            let possible = FacetType.allCases.filter(\.canBeVirtual)
            let types = possible.map { "\($0.rawValue) (\($0.word))" }.joined(separator: ", ")
            return fail(
                at: draft.virtualPosition,
                "\(tag(.virtual)) of an element with \(tag(.type)) \(type.rawValue) (\(type.word))",
                "a virtual element can have the types \(types)"
            )
        }
        guard draft.readOnly == nil else {
            return fail(
                at: draft.readOnlyPosition,
                "\(tag(.readOnly)) of a virtual element",
                "remove it: nothing but orders changes a virtual element"
            )
        }
        let whole = Element(
            name: element.name.text,
            kind: element.kind,
            types: element.types,
            details: draft.details
        )
        do throws(ValueRefusal) {
            let value = try written.isEmpty ? whole.usualValue(of: whole.types[0]) : whole.value(written)
            guard whole.canHave(value) else {
                throw ValueRefusal(
                    message: "\(whole.name) can't begin with \(value.word)",
                    hint: "\(whole.name) takes: \(whole.values)"
                )
            }
            draft.initial = value
        } catch {
            let found = written.isEmpty ? "is empty" : "is \"\(shortened(written))\""
            fail(at: draft.virtualPosition, "\(tag(.virtual)) \(found): \(error.message)", error.hint)
        }
    }
}

extension FacetType {
    /// Whether domo can hold it: a direction is something that only a device has.
    fileprivate var canBeVirtual: Bool {
        switch self {
        case .binary, .regulable, .value, .colour: true
        case .bidirectional: false
        }
    }
}
