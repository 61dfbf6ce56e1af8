extension Element {
    /// Parses a value for this element: the form of the text selects the type; types that take any text come last.
    ///
    /// - `type`: the required type, whatever the form of the text.
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
                // Another type may accept it.
                refusal = error
            }
        }
        throw refusal ?? ValueRefusal(message: "\(name) can't be set to \"\(text.prefix(80))\"", hint: offer)
    }

    /// Parses a value that can be ordered from this element.
    public func order(_ text: String, as type: FacetType? = nil) throws(ValueRefusal) -> Value {
        let value = try value(text, as: type)
        try requireWritable(value.type)
        return value
    }

    /// Checks that an action is possible with the element.
    public func require(_ type: FacetType, toBe participle: String) throws(ValueRefusal) {
        guard types.contains(type) else {
            throw ValueRefusal(message: "\(name) can't be \(participle)", hint: offer)
        }
        try requireWritable(type)
    }

    /// The element's possible values, for messages: `0–100; on, off`.
    public var values: String { types.map { $0.facet.offer(for: self) }.joined(separator: "; ") }

    private var offer: String { "\(name) takes: \(values)" }

    private var orderOffer: String {
        let types = types.filter { !isReadOnly($0) }
        guard !types.isEmpty else { return "\(name) takes no orders" }
        return "\(name) takes: " + types.map { $0.facet.offer(for: self) }.joined(separator: "; ")
    }

    /// True if the house file declares the facet read-only.
    public func isReadOnly(_ type: FacetType) -> Bool { details?.readOnly.contains(type) ?? false }

    private func requireWritable(_ type: FacetType) throws(ValueRefusal) {
        guard isReadOnly(type) else { return }
        let part = types.allSatisfy(isReadOnly) ? "" : " as \(type.word)"
        throw ValueRefusal(message: "\(name) is read-only\(part)", hint: orderOffer)
    }

    /// The smallest difference between two values of a facet: the step in the house file, otherwise the resolution of
    /// its source; nil if neither is known.
    public func precision(of type: FacetType, resolution: Decimal? = nil) -> Decimal? {
        type.facet.step(of: self) ?? resolution
    }
}
