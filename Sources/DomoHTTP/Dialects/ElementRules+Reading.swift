import DomoModel
public import DomoYAML

extension ElementRules {
    /// Reads a configuration's entries for single elements of a server, by name or by the end of the path: variables of
    /// the dialect, `url` with its own credentials, `kind`, and `order`, `actions` and `state` as in a dialect.
    ///
    /// - Throws: all faults with their positions.
    public static func read(
        _ node: YAMLNode,
        dialect: Dialect,
        secrets: SecretSource = .textAlone
    ) throws(DialectFaults) -> ElementRules {
        var reader = DialectReader(
            name: dialect.name,
            variables: dialect.variables,
            owner: .element,
            secrets: secrets
        )
        var rules = ElementRules()
        var known: [[String]: Int] = [:]
        for (path, node, keyNode) in reader.yaml.entries(node, "elements") {
            guard let components = components(of: path) else {
                reader.yaml.fault(keyNode, "invalid name \"\(path)\"", "write NAME or SECTOR/NAME")
                continue
            }
            if let line = known.updateValue(keyNode.line, forKey: components) {
                reader.yaml.fault(keyNode, "\"\(path)\" is given twice", "it is already at line \(line)")
                continue
            }
            if let rule = reader.elementRule(path: path, components: components, node, of: dialect) { rules.add(rule) }
        }
        guard reader.yaml.faults.isEmpty else { throw DialectFaults(faults: reader.yaml.faults) }
        return rules
    }
}

extension DialectReader {
    private static let credentialKeys = ["user", "password", "password-file", "token", "token-file", "digest"]
    private static let overrides = ["order", "actions", "state", "open-at"]

    fileprivate mutating func elementRule(
        path: String,
        components: [String],
        _ node: YAMLNode,
        of dialect: Dialect
    ) -> ElementRules.Rule? {
        var rule = ElementRules.Rule(path: path, components: components)
        // A dialect may have a variable with such a name.
        let credentialKeys = Self.credentialKeys.filter { !variables.contains($0) }
        let keys = ["url", "kind"] + Self.overrides + credentialKeys + variables.sorted()
        var credentials: [String: YAMLNode] = [:]
        var overrides: [String: YAMLNode] = [:]
        for (key, node, _) in yaml.entries(node, "the element \(path)", keys: keys) {
            switch key {
            case "url":
                guard let (url, isSecret) = SecretReader.url(node, from: secrets, &yaml) else { continue }
                do {
                    rule.url = try HTTPAddress(url, isBase: true, isSecret: isSecret).text
                    rule.isURLSecret = isSecret
                } catch {
                    yaml.fault(node, error.message, error.hint ?? "write http://HOST:PORT/PATH")
                }
            case "kind":
                rule.kind = yaml.text(node, "kind")
                if let kind = rule.kind, dialect.kinds[kind] == nil {
                    let kinds = dialect.kinds.keys.sorted()
                    yaml.fault(
                        node,
                        kinds.isEmpty
                            ? "the dialect \(dialect.name) has no kinds" : "unknown kind \"\(kind)\"",
                        kinds.isEmpty ? "remove kind" : YAMLReader.offer(kinds, near: kind, "the kinds are")
                    )
                }
            case "order", "actions", "state", "open-at": overrides[key] = node
            case let key where credentialKeys.contains(key): credentials[key] = node
            default: rule.variables[key] = variable(node, key)
            }
        }
        if !credentials.isEmpty { readCredentials(credentials, into: &rule, node) }
        guard !overrides.isEmpty else { return rule }
        guard let base = base(of: rule, dialect, node) else { return nil }
        let merged = layer(overrides, isKind: true).over(base)
        check(merged, node, what: "the element \(path)")
        rule.wording = Wording(merged)
        return rule
    }

    private mutating func readCredentials(
        _ entries: [String: YAMLNode],
        into rule: inout ElementRules.Rule,
        _ node: YAMLNode
    ) {
        guard let credentials = SecretReader.credentials(entries, from: secrets, &yaml) else { return }
        do {
            try credentials.validate()
            rule.credentials = credentials
        } catch {
            yaml.fault(entries["user"] ?? entries["token"] ?? node, error.message, error.hint ?? "correct it")
        }
    }

    /// The layer that the element's own rules override.
    private mutating func base(
        of rule: ElementRules.Rule,
        _ dialect: Dialect,
        _ node: YAMLNode
    ) -> DialectLayer? {
        guard !dialect.kinds.isEmpty else { return dialect.layer }
        guard let kind = rule.kind ?? dialect.kindRule?.fixed(rule.variables), let layer = dialect.kinds[kind] else {
            yaml.fault(
                node,
                "\(rule.path) overrides rules of a kind, but names no kind",
                "add kind: \(dialect.kinds.keys.sorted().joined(separator: ", "))"
            )
            return nil
        }
        return layer.over(dialect.layer)
    }
}

extension Dialect.KindRule {
    /// The kind, if it doesn't depend on values that are known later.
    func fixed(_ variables: [String: Template]) -> String? {
        var text = ""
        for segment in template.segments {
            switch segment {
            case .literal(let literal): text += literal
            case .placeholder(let placeholder):
                guard case .literal(let literal)? = variables[placeholder.name]?.segments.first,
                    variables[placeholder.name]?.segments.count == 1
                else { return nil }
                text += literal
            }
        }
        return kind(in: text)
    }

    func kind(in text: String) -> String {
        guard let until, let range = text.place(of: until) else { return text }
        return String(text[..<range.lowerBound])
    }
}
