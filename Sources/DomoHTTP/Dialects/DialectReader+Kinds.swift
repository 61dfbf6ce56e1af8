import DomoYAML

// The kinds of a dialect, and its variables.

extension DialectReader {
    mutating func kindNodes(
        _ node: YAMLNode?
    ) -> [(name: String, entries: [String: YAMLNode], node: YAMLNode)] {
        var found: [(name: String, entries: [String: YAMLNode], node: YAMLNode)] = []
        for kind in yaml.entries(node, "kinds") {
            found.append(
                (kind.key, yaml.mapping(kind.node, "the kind \(kind.key)", keys: Self.layerKeys), kind.keyNode)
            )
        }
        return found
    }

    mutating func kindRule(_ node: YAMLNode?, kinds: [String: DialectLayer]) -> Dialect.KindRule? {
        guard let node else { return nil }
        if kinds.isEmpty {
            yaml.fault(node, "kind without kinds", "add kinds: {NAME: …}, or remove kind")
            return nil
        }
        if let word = node.scalar {
            guard kinds[word] != nil else {
                yaml.fault(
                    node,
                    "unknown kind \"\(word)\"",
                    YAMLReader.offer(kinds.keys.sorted(), near: word, "the kinds are")
                )
                return nil
            }
            return template(node, "kind").map { Dialect.KindRule(template: $0) }
        }
        let entries = yaml.mapping(node, "kind", keys: ["of", "until"])
        guard let of = entries["of"] else {
            yaml.fault(node, "kind has no of", "write kind: {of: \"{name}\", until: \".\"}")
            return nil
        }
        let until = entries["until"].flatMap { yaml.text($0, "until") }
        return template(of, "of").map { Dialect.KindRule(template: $0, until: until) }
    }

    /// Collects the names of the variables. Their faults are reported when they are read.
    mutating func collectVariables(_ entries: [String: YAMLNode]) {
        func keys(_ node: YAMLNode?) -> [(key: String, value: YAMLNode)] {
            guard case .mapping(let pairs)? = node?.content else { return [] }
            return pairs.compactMap { pair in pair.key.scalar.map { ($0, pair.value) } }
        }
        for (key, _) in keys(entries["variables"]) { variables.insert(key) }
        for (_, action) in keys(entries["actions"]) {
            for (key, _) in keys(action) where !Self.requestKeys.contains(key) { variables.insert(key) }
        }
    }

    /// The level at which a cover is open.
    mutating func openAt(_ node: YAMLNode) -> Int? {
        if let level = node.scalar.flatMap({ Int($0) }), [0, 100].contains(level) { return level }
        yaml.fault(node, "open-at is neither 0 nor 100", "write the level at which a cover is open")
        return nil
    }
}
