import DomoKNX

/// Writes the draft of a house as a house file.
struct HouseWriter {
    private let words: KNXWords
    private let style: GroupAddress.Style
    private var text = ""

    static func write(_ house: HouseDraft, isEnglish: Bool, source: String) -> String {
        var writer = HouseWriter(words: KNXWords(isEnglish: isEnglish), style: house.style)
        writer.write(house, source: source)
        return writer.text
    }

    private init(words: KNXWords, style: GroupAddress.Style) {
        self.words = words
        self.style = style
    }

    private mutating func write(_ house: HouseDraft, source: String) {
        let hasExtensions = house.location != nil || house.content.hasExtensions
        line(0, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        let extensions = hasExtensions ? " xmlns:d=\"urn:domo:house:1\"" : ""
        line(0, "<Viviendas\(extensions) xmlns:k=\"\(KNXWords.namespace)\">")
        line(1, "<Vivienda>")
        line(2, "<Nombre>\(XMLText.escape(house.name))</Nombre>")
        for remark in Self.lines(of: house.content.remarks) { line(2, remark) }
        if let location = house.location {
            line(2, "<d:Lugar latitud=\"\(location.latitude)\" longitud=\"\(location.longitude)\"/>")
        }
        write(house.content, depth: 2)
        line(1, "</Vivienda>")
        for comment in HouseNotes.comments(of: house, source: source) { line(1, comment) }
        line(1, HouseNotes.record(of: house.addresses))
        line(0, "</Viviendas>")
    }

    private mutating func write(_ place: PlaceDraft, depth: Int) {
        for element in place.elements { text += Self.element(element, words: words, style: style, depth: depth) }
        for inner in place.places {
            line(depth, "<Sector>")
            line(depth + 1, "<Nombre>\(XMLText.escape(inner.name))</Nombre>")
            for remark in Self.lines(of: inner.remarks) { line(depth + 1, remark) }
            write(inner, depth: depth + 1)
            line(depth, "</Sector>")
        }
    }

    /// - Parameter house: the vocabulary of the file.
    static func element(
        _ element: ElementDraft,
        words: KNXWords,
        house: HouseWords = HouseWords(isEnglish: false),
        style: GroupAddress.Style,
        depth: Int
    ) -> String {
        let lines = lines(of: element, tag: house.device, words: words, house: house, style: style)
        let indent = String(repeating: "  ", count: depth)
        return lines.map { indent + $0 + "\n" }.joined()
    }

    /// A part of a device.
    static func part(
        _ part: ElementDraft,
        words: KNXWords,
        house: HouseWords,
        style: GroupAddress.Style,
        depth: Int
    ) -> String {
        let indent = String(repeating: "  ", count: depth)
        return lines(of: part, tag: "d:\(house.part)", words: words, house: house, style: style)
            .map { indent + $0 + "\n" }.joined()
    }

    private static func lines(
        of element: ElementDraft,
        tag: String,
        words: KNXWords,
        house: HouseWords,
        style: GroupAddress.Style
    ) -> [String] {
        var lines = ["<\(tag)>", "  <\(house.name)>\(XMLText.escape(element.name))</\(house.name)>"]
        lines += Self.lines(of: element.remarks, house: house).map { "  " + $0 }
        if let one = element.elementClass { lines.append("  " + house.line(of: one)) }
        // Parts are never reached.
        if tag == house.device, element.staysOn { lines.append("  <d:\(house.notInGroups)/>") }
        if let role = element.role { lines.append("  " + house.line(of: role)) }
        if let unit = element.unit { lines.append("  <d:\(house.unit)>\(XMLText.escape(unit))</d:\(house.unit)>") }
        if let light = element.light { lines.append("  " + house.line(of: light)) }
        if let initial = element.virtual {
            lines.append(initial.isEmpty ? "  <d:Virtual/>" : "  <d:Virtual>\(XMLText.escape(initial))</d:Virtual>")
        }
        for facet in element.facets { lines.append("  <\(house.type)>\(facet.kind.rawValue)</\(house.type)>") }
        // A virtual element is on the bus only with addresses that order it.
        for facet in element.facets where element.virtual == nil || !facet.listens.isEmpty {
            lines += facetLines(facet, words: words, style: style).map { "  " + $0 }
        }
        for part in element.parts {
            lines += Self.lines(of: part, tag: "d:\(house.part)", words: words, house: house, style: style)
                .map { "  " + $0 }
        }
        return lines + ["</\(tag)>"]
    }

    private static func lines(of remarks: Remarks, house: HouseWords = HouseWords(isEnglish: false)) -> [String] {
        (remarks.label.map { ["<d:\(house.label)>\(XMLText.escape($0))</d:\(house.label)>"] } ?? [])
            + remarks.comments.map(XMLText.comment)
    }

    static func facetLines(_ facet: FacetDraft, words: KNXWords, style: GroupAddress.Style) -> [String] {
        let attributes = words.attributes(of: facet) { GroupNotation.text(of: $0, style: style) }
        let start =
            "<k:\(words.kind(facet.kind))" + attributes.map { " \($0.name)=\"\(XMLText.escape($0.value))\"" }.joined()
        guard !facet.listens.isEmpty || !facet.words.isEmpty || !facet.objects.isEmpty else { return [start + "/>"] }
        let listens = facet.listens.map { listen in
            let type = listen.type.map { " \(words.type)=\"\($0)\"" } ?? ""
            return
                "  <k:\(words.listen) \(words.group)=\"\(GroupNotation.text(of: listen.group, style: style))\"\(type)/>"
        }
        let named = facet.words.map { word in
            "  <k:\(words.word) \(words.value)=\"\(XMLText.escape(word.value))\" \(words.raw)=\"\(word.raw)\"/>"
        }
        let objects = facet.objects.map { "  " + objectLine($0, words: words, style: style) }
        return [start + ">"] + objects + listens + named + ["</k:\(words.kind(facet.kind))>"]
    }

    static func objectLine(_ object: FacetDraft.ColourObject, words: KNXWords, style: GroupAddress.Style) -> String {
        let attributes = words.attributes(of: object) { GroupNotation.text(of: $0, style: style) }
        return "<k:\(words.colour(object.part))" + attributes.map { " \($0.name)=\"\($0.value)\"" }.joined() + "/>"
    }

    private mutating func line(_ depth: Int, _ content: String) {
        text += String(repeating: "  ", count: depth) + content + "\n"
    }
}

enum XMLText {
    static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // Characters that XML doesn't allow.
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a comment, which must not contain two adjacent hyphens or end with one.
    static func comment(_ text: String) -> String {
        var safe = ""
        for character in escape(text) {
            if character == "-", safe.last == "-" { safe += " " }
            safe.append(character)
        }
        return "<!-- \(safe)\(safe.last == "-" ? " " : "") -->"
    }
}
