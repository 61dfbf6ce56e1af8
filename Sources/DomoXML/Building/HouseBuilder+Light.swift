import DomoModel

// What light a lamp of type 5 has.
extension HouseBuilder {
    mutating func readLight(_ attributes: XMLAttributes) {
        let modesName: StaticString = language.pick("modos", "modes")
        let minimumName: StaticString = language.pick("minimo", "minimum")
        let maximumName: StaticString = language.pick("maximo", "maximum")
        var (modes, minimum, maximum): (LightModes?, Int?, Int?)
        var isRefused = false
        for attribute in attributes {
            if attribute.namespace == nil, attribute.isNamed(modesName) {
                modes = self.modes(attribute, isRefused: &isRefused)
            } else if attribute.namespace == nil, attribute.isNamed(minimumName) {
                minimum = kelvin(attribute, isRefused: &isRefused)
            } else if attribute.namespace == nil, attribute.isNamed(maximumName) {
                maximum = kelvin(attribute, isRefused: &isRefused)
            } else {
                refuseUnlessForeign(
                    attribute,
                    of: .light,
                    expected: "expected only the attributes \(modesName), \(minimumName) and \(maximumName)"
                )
            }
        }
        draft.lightPosition = fieldPosition
        guard !isRefused else { return }
        let range = "\(minimumName)=\"2700\" \(maximumName)=\"6500\", the warmest and the coldest white in K"
        let hasWhite = modes.map { $0.white != nil } ?? true
        guard let minimum, let maximum else {
            if hasWhite || minimum != nil || maximum != nil {
                fail(
                    at: fieldPosition,
                    "\(tag(.light)) has no \(minimum == nil ? minimumName : maximumName)",
                    "expected \(range)"
                )
            } else {
                draft.light = modes
            }
            return
        }
        if !hasWhite {
            fail(
                at: fieldPosition,
                "\(tag(.light)) has a range of white, but only colours",
                "add \(whiteWord) to \(modesName), or remove \(minimumName) and \(maximumName)"
            )
        } else if minimum > maximum {
            fail(
                at: fieldPosition,
                "\(minimumName) of \(tag(.light)) is \(minimum), which is above \(maximumName) (\(maximum))",
                "expected at most the maximum"
            )
        } else {
            draft.light = LightModes(hasColours: modes?.hasColours ?? true, white: minimum...maximum)
        }
    }

    private var colourWord: String { language.pick("color", "colour") }
    private var whiteWord: String { language.pick("blanco", "white") }

    /// Its white still has no range.
    private mutating func modes(_ attribute: XMLAttributes.Attribute, isRefused: inout Bool) -> LightModes? {
        let words = Set(attribute.text.split(separator: " ").map(String.init))
        guard !words.isEmpty, words.isSubset(of: [colourWord, whiteWord]) else {
            isRefused = true
            refuseValue(
                attribute,
                expected: "expected \(colourWord), \(whiteWord) or \"\(colourWord) \(whiteWord)\""
            )
            return nil
        }
        return LightModes(
            hasColours: words.contains(colourWord),
            white: words.contains(whiteWord) ? Colour.kelvins : nil
        )
    }

    private mutating func kelvin(_ attribute: XMLAttributes.Attribute, isRefused: inout Bool) -> Int? {
        let text = attribute.text
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let kelvin = Int(text),
            Colour.kelvins.contains(kelvin)
        {
            return kelvin
        }
        isRefused = true
        refuseValue(
            attribute,
            expected: "expected a whole number of K, \(Colour.kelvins.lowerBound)–\(Colour.kelvins.upperBound)"
        )
        return nil
    }

    mutating func checkLight(_ draft: DetailsDraft) {
        guard draft.light != nil, !element.types.contains(.colour), !element.hasWrongType else { return }
        fail(
            at: draft.lightPosition,
            "\(tag(.light)) of an element without colours",
            "expected \(tag(.type)) \(FacetType.colour.rawValue) in the element"
        )
    }
}
