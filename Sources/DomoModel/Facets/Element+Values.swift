extension Element {
    /// Finds the value that a text means for this element: the text's form picks the type, those that take any text last.
    ///
    /// - `type`: asks for this type whatever the text's form.
    public func value(_ text: String, as type: FacetType? = nil) throws(ValueRefusal) -> Value {
        if let type, !types.contains(type) {
            throw ValueRefusal(message: "\(name) is not \(type.word)", hint: offer)
        }
        let candidates =
            type.map { [$0] } ?? types.filter { !$0.facet.takesAnyText } + types.filter { $0.facet.takesAnyText }
        var refusal: ValueRefusal?
        for candidate in candidates {
            do throws(ValueRefusal) {
                if let value = try candidate.facet.value(of: text, for: self) { return value }
            } catch {
                // Another type may take it.
                refusal = error
            }
        }
        throw refusal ?? ValueRefusal(message: "\(name) can't be set to \"\(text.prefix(80))\"", hint: offer)
    }

    /// The value that a text means for this element, where it can be ordered.
    public func order(_ text: String, as type: FacetType? = nil) throws(ValueRefusal) -> Value {
        let value = try value(text, as: type)
        try requireWritable(value.type)
        return value
    }

    /// Checks that a verb can be used with the element.
    public func require(_ type: FacetType, for verb: String) throws(ValueRefusal) {
        guard types.contains(type) else {
            throw ValueRefusal(message: "\(name) can't be used with \(verb): it is not \(type.word)", hint: offer)
        }
        try requireWritable(type)
    }

    /// The values that the element can have, for messages to people: `0–100; on, off`.
    public var values: String { types.map { $0.facet.offer(for: self) }.joined(separator: "; ") }

    private var offer: String { "\(name) takes: \(values)" }

    private var orderOffer: String {
        let types = types.filter { !isReadOnly($0) }
        guard !types.isEmpty else { return "\(name) takes no orders" }
        return "\(name) takes: " + types.map { $0.facet.offer(for: self) }.joined(separator: "; ")
    }

    /// True where the house file says that a facet can't be ordered.
    public func isReadOnly(_ type: FacetType) -> Bool { details?.readOnly.contains(type) ?? false }

    private func requireWritable(_ type: FacetType) throws(ValueRefusal) {
        guard isReadOnly(type) else { return }
        let part = types.allSatisfy(isReadOnly) ? "" : " as \(type.word)"
        throw ValueRefusal(message: "\(name) is read-only\(part)", hint: orderOffer)
    }

    /// The least difference between two values of a facet: the step of the house file, else the resolution of what moves
    /// it; nil where neither is known.
    public func precision(of type: FacetType, resolution: Decimal? = nil) -> Decimal? {
        type.facet.step(of: self) ?? resolution
    }
}
