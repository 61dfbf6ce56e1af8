import DomoYAML

// What accompanies the words of a type: the movement of a cover, what makes a level 0, and what a refusal says.

extension DialectReader {
    /// Reads how an answer shows that a cover moves: `{json: state, map: {up: [opening], down: [closing], stop: [open]}}`.
    mutating func movement(_ node: YAMLNode) -> MovementRule? {
        let entries = yaml.mapping(node, "moving", keys: Self.sourceKeys + ["map"])
        var rule = MovementRule(source: source(entries, "moving"))
        var known: Set<String> = []
        for (key, node, keyNode) in yaml.entries(entries["map"], "map") {
            guard let movement = MovementRule.Movement(rawValue: key) else {
                let offer = MovementRule.Movement.allCases.map(\.rawValue)
                yaml.fault(keyNode, "\"\(key)\" is not a movement", YAMLReader.offer(offer, near: key, "use one of"))
                continue
            }
            let words = yaml.list(node, key)
            for word in words where !known.insert(word.lowercased()).inserted {
                yaml.fault(node, "\"\(word)\" is mapped twice", "remove one of them")
            }
            rule.meanings.append((movement, words.map { TypeRule.Word($0) }))
        }
        if rule.meanings.isEmpty {
            yaml.fault(node, "moving has no words", "an example: map: {up: [opening], down: [closing]}")
        }
        return rule
    }

    /// Reads what shows that a level is 0: `{json: output, is: ["false"]}`.
    mutating func zero(_ node: YAMLNode) -> WordRule? {
        let entries = yaml.mapping(node, "zero", keys: Self.sourceKeys + ["is"])
        let words = entries["is"].map { yaml.list($0, "is") } ?? []
        guard let source = source(entries, "zero"), !words.isEmpty else {
            yaml.fault(node, "zero has no source or no words", "an example: zero: {json: output, is: [\"false\"]}")
            return nil
        }
        return WordRule(source: source, words: words.map { TypeRule.Word($0) })
    }

    /// Reads what the body of a refusal says: `{reason: {json: message}, code: {json: code}, final: ["-103"]}`.
    mutating func failure(_ node: YAMLNode) -> FailureRule {
        let entries = yaml.mapping(node, "failure", keys: ["reason", "code", "final"])
        var rule = FailureRule()
        rule.reason = entries["reason"].flatMap { part($0, "reason") }
        rule.code = entries["code"].flatMap { part($0, "code") }
        rule.final = Set(entries["final"].map { yaml.list($0, "final") } ?? [])
        if rule.code == nil, !rule.final.isEmpty {
            yaml.fault(node, "final errors without their code", "add code: {json: code}")
        }
        return rule
    }

    private mutating func part(_ node: YAMLNode, _ what: String) -> StateSource? {
        let source = source(yaml.mapping(node, what, keys: Self.sourceKeys), what)
        if source == nil { yaml.fault(node, "\(what) has no source", "add json: PATH, regex: or xpath:") }
        return source
    }
}
