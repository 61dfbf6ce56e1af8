import DomoEngine
import DomoJSON
import DomoLanguage
import DomoModel
import DomoYAML

extension DialectReader {
    private static let typeKeys = FacetType.allCases.map(\.word)
    static let sourceKeys = ["json", "xpath", "regex"]
    /// The keys of a request that reads.
    private static let readKeys = requestKeys.filter { !["success", "failure", "json"].contains($0) }
    static let timingKeys = ["every", "max-age", "confirm-after", "confirm-within", "per-second", "timeout"]

    mutating func readState(_ node: YAMLNode, into layer: inout DialectLayer, isKind: Bool) {
        let keys = ["one", "unknown", "moving"] + Self.typeKeys + (isKind ? [] : ["all"] + Self.timingKeys)
        let entries = yaml.mapping(node, "state", keys: keys)
        if let node = entries["one"] {
            let fields = yaml.mapping(
                node,
                "state.one",
                keys: Self.readKeys + ["body-json", "item"]
                    + Self.sourceKeys
            )
            var one = DialectLayer.One()
            one.request = request(readFields(fields))
            one.item = fields["item"].flatMap { path($0, "item") }
            one.source = source(fields, "state.one")
            layer.one = one
        }
        if let node = entries["unknown"] { layer.unknown = unknown(node) }
        if let node = entries["moving"] { layer.movement = movement(node) }
        for type in FacetType.allCases {
            if let node = entries[type.word] { layer.types[type] = rule(type, node) }
        }
    }

    /// In a read, `json` is the path to the word in the answer, and `body-json` is a JSON body.
    private func readFields(_ fields: [String: YAMLNode]) -> [String: YAMLNode] {
        var request = fields
        request["json"] = fields["body-json"]
        return request
    }

    /// - Parameter joinsLists: a list of numbers is a text with commas.
    mutating func source(
        _ entries: [String: YAMLNode],
        _ what: String,
        joinsLists: Bool = false
    ) -> StateSource? {
        let given = Self.sourceKeys.compactMap { key in entries[key].map { (key, $0) } }
        guard let (key, node) = given.first else { return nil }
        if given.count > 1 {
            yaml.fault(given[1].1, "\(what) has both \(key) and \(given[1].0)", "remove one of them")
            return nil
        }
        switch key {
        case "json": return path(node, "json").map { .json(joinsLists ? $0.joiningLists : $0) }
        case "regex": return pattern(node, "regex").map { .regex($0) }
        default:
            guard let text = yaml.text(node, "xpath") else { return nil }
            guard XMLAnswer.isExpression(text) else {
                yaml.fault(node, "invalid XPath expression \"\(text)\"", "an example: /LL/@value")
                return nil
            }
            return .xpath(text)
        }
    }

    private mutating func path(_ node: YAMLNode, _ what: String) -> JSONPath? {
        guard let text = node.scalar, let path = JSONPath(text) else {
            yaml.fault(node, "\(what) is not a JSON path", "an example: result[0].state")
            return nil
        }
        return path
    }

    // MARK: Colours

    private mutating func colourRule(_ entries: [String: YAMLNode]) -> ColourRule {
        var rule = ColourRule()
        if let form = form(entries["form"], among: ColourForm.allCases) { rule.form = form }
        if let node = entries["white"] {
            let white = yaml.mapping(node, "white", keys: Self.sourceKeys + ["form"])
            rule.white = source(white, "white")
            if rule.white == nil { yaml.fault(node, "white has no source", "add json: PATH, regex: or xpath:") }
            if let form = form(white["form"], among: [.kelvin, .mired]) { rule.whiteForm = form }
        }
        if let node = entries["mode"] {
            let mode = yaml.mapping(node, "mode", keys: Self.sourceKeys + ["white"])
            rule.mode = source(mode, "mode")
            rule.whiteModes = Set((mode["white"].map { yaml.list($0, "white") } ?? []).map { $0.lowercased() })
            if rule.mode == nil || rule.whiteModes.isEmpty || rule.white == nil {
                yaml.fault(
                    node,
                    "mode tells colour and white apart, but has no source, no words for white, or there is no white",
                    "an example: white: {json: ct, form: kelvin}, mode: {json: mode, white: [cct]}"
                )
            }
        }
        return rule
    }

    private mutating func form(_ node: YAMLNode?, among forms: [ColourForm]) -> ColourForm? {
        guard let node, let word = yaml.text(node, "form") else { return nil }
        if let form = ColourForm(rawValue: word), forms.contains(form) { return form }
        let words = forms.map(\.rawValue)
        yaml.fault(node, "unknown form \"\(word)\"", YAMLReader.offer(words, near: word, "the forms are"))
        return nil
    }

    // MARK: Types

    private mutating func rule(_ type: FacetType, _ node: YAMLNode) -> TypeRule {
        var rule = TypeRule(type)
        let own =
            switch type {
            case .colour: ["form", "white", "mode", "unknown"]
            case .regulable: ["map", "unknown", "missing", "scale", "form", "zero"]
            case .binary: ["map", "unknown", "missing", "form"]
            case .bidirectional: ["map", "unknown", "missing"]
            case .value: ["map", "unknown", "missing", "units"]
            }
        let entries = yaml.mapping(node, type.word, keys: Self.sourceKeys + own)
        rule.source = source(entries, type.word, joinsLists: type == .colour)
        if type == .colour {
            rule.colour = colourRule(entries)
        } else {
            rule.isBrightnessOfHSB = form(entries["form"], among: [.hsb]) != nil
        }
        if let node = entries["map"] { rule.meanings = meanings(type, node) }
        if let node = entries["unknown"] { rule.unknown = Set(unknown(node)) }
        if let node = entries["missing"] {
            rule.missing = yaml.text(node, "missing")
            if rule.missing != nil, rule.value(of: nil as String?) == nil {
                yaml.fault(node, "the word for missing has no meaning", "use one of the words in map")
            }
        }
        if let node = entries["zero"] { rule.zero = zero(node) }
        if let node = entries["units"] { rule.units = Set(yaml.list(node, "units")) }
        if let node = entries["scale"], let text = yaml.text(node, "scale") {
            rule.scale = NumberRange(text)
            if rule.scale == nil { yaml.fault(node, "invalid range \"\(text)\"", "an example: scale: 0-255") }
        }
        return rule
    }

    /// Reads words in lower case. A list may contain the empty string.
    private mutating func unknown(_ node: YAMLNode) -> [String] {
        guard case .sequence(let sequence) = node.content else {
            return yaml.list(node, "unknown").map { $0.lowercased() }
        }
        return sequence.compactMap { $0.scalar == "" ? "" : yaml.text($0, "an entry of unknown")?.lowercased() }
    }

    private mutating func meanings(_ type: FacetType, _ node: YAMLNode) -> [TypeRule.Meaning] {
        var meanings: [TypeRule.Meaning] = []
        var known: [String: Int] = [:]
        for (key, node, keyNode) in yaml.entries(node, "map") {
            guard !key.isEmpty, let action = type.value(word: key) else {
                yaml.fault(keyNode, "\"\(key)\" is not a state of \(type.word)", "the states are: \(type.offer)")
                continue
            }
            let words = yaml.list(node, key)
            for word in words {
                if known.updateValue(keyNode.line, forKey: word.lowercased()) != nil {
                    yaml.fault(node, "\"\(word)\" is mapped twice", "remove one of them")
                }
            }
            meanings.append(TypeRule.Meaning(action: action, words: words.map { TypeRule.Word($0) }))
        }
        return meanings
    }

    // MARK: All elements, and timing

    /// - Parameter layer: the dialect's.
    mutating func allQuery(_ state: YAMLNode?, _ layer: DialectLayer) -> AllQuery? {
        guard case .mapping(let pairs)? = state?.content,
            let node = pairs.first(where: { $0.key.scalar == "all" })?.value
        else { return nil }
        let fields = yaml.mapping(
            node,
            "state.all",
            keys: Self.readKeys
                + ["body-json", "items", "name", "match", "json"]
        )
        let request = request(readFields(fields))
        guard let template = request.template else {
            yaml.fault(node, "state.all has no url", "add url: \"{url}/…\"")
            return nil
        }
        let ownPlaceholders = template.templates.flatMap(\.placeholders).map(\.name)
        // A secret of the dialect is the same for all elements.
        let isOwn = { (placeholder: String) in
            placeholder == "name" || placeholder == "path"
                || variables.contains(placeholder) && layer.variables[placeholder]?.secrecy != .server
        }
        if let placeholder = ownPlaceholders.first(where: isOwn) {
            yaml.fault(node, "{\(placeholder)} in the request for all elements", "remove it: it differs per element")
        }
        let items = fields["items"].flatMap { path($0, "items") } ?? JSONPath("")!
        guard let match = fields["match"].map({ self.template($0, "match") }) ?? nameTemplate() else { return nil }
        return AllQuery(
            request: template,
            items: items,
            name: fields["name"].flatMap { path($0, "name") },
            match: match,
            word: fields["json"].flatMap { path($0, "json") }
        )
    }

    private func nameTemplate() -> Template? {
        do {
            return try Template("{name}")
        } catch {
            return nil
        }
    }

    mutating func timing(_ state: YAMLNode?) -> ReadPolicy {
        guard case .mapping(let pairs)? = state?.content else { return ReadPolicy() }
        var entries: [String: YAMLNode] = [:]
        for (key, value) in pairs { if let key = key.scalar { entries[key] = value } }
        return timing(entries, over: ReadPolicy())
    }

    /// Reads when to read states.
    mutating func timing(_ entries: [String: YAMLNode], over usual: ReadPolicy) -> ReadPolicy {
        var plan = usual
        func read(_ key: String, _ bounds: ClosedRange<Duration>, _ set: (Duration) -> Void) {
            guard let node = entries[key] else { return }
            guard let duration = node.scalar.flatMap({ DurationText.read($0) }) else {
                yaml.fault(node, "\(key) is not a duration", "write 500ms, 2s or 1m")
                return
            }
            guard bounds.contains(duration) else {
                let range = "\(DurationText.write(bounds.lowerBound))–\(DurationText.write(bounds.upperBound))"
                yaml.fault(node, "\(key) is out of range", "use \(range)")
                return
            }
            set(duration)
        }
        let day = Duration.seconds(86_400)
        read("every", .seconds(1)...day) { plan.interval = $0 }
        if entries["every"] != nil { plan.maximumAge = plan.interval * 3 }
        read("max-age", .seconds(1)...(day * 30)) { plan.maximumAge = $0 }
        read("confirm-after", .milliseconds(10) ... .seconds(60)) { plan.confirmDelay = $0 }
        read("confirm-within", .milliseconds(100) ... .seconds(600)) { plan.confirmWithin = $0 }
        read("timeout", .milliseconds(100) ... .seconds(60)) { plan.timeout = $0 }
        if let node = entries["per-second"], let number = yaml.wholeNumber(node, "per-second") {
            if (1...1000).contains(number) {
                plan.perSecond = number
            } else {
                yaml.fault(node, "per-second is out of range", "use 1–1000")
            }
        }
        return plan
    }
}
