extension Element {
    /// Finds the action that a value means for this element: the value's form picks the type, those that take any text
    /// last.
    ///
    /// - Parameter type: asks for this type whatever the value's form.
    public func action(value: String, as type: FacetType? = nil) throws(ValueRefusal) -> Value {
        if let type, !types.contains(type) {
            throw ValueRefusal(message: "\(name) is not \(type.word)", hint: offer)
        }
        let candidates =
            type.map { [$0] } ?? types.filter { !$0.facet.takesAnyText } + types.filter { $0.facet.takesAnyText }
        var refusal: ValueRefusal?
        for candidate in candidates {
            do throws(ValueRefusal) {
                if let value = try candidate.facet.value(of: value, for: self) { return value }
            } catch {
                // Another type may take it.
                refusal = error
            }
        }
        throw refusal ?? ValueRefusal(message: "\(name) can't be set to \"\(value.prefix(80))\"", hint: offer)
    }

    /// Checks that the element offers a type.
    public func require(_ type: FacetType, for verb: String) throws(ValueRefusal) {
        guard types.contains(type) else {
            throw ValueRefusal(message: "\(name) can't be used with \(verb): it is not \(type.word)", hint: offer)
        }
    }

    private var offer: String { "\(name) takes: \(types.offer)" }
}
