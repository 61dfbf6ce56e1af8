import DomoEngine
import DomoLanguage
import DomoYAML

// `access:`, the access rules.

extension ConfigurationFile {
    mutating func accessSettings(_ node: YAMLNode) -> Configuration.Access {
        var access = Configuration.Access()
        let entries = yaml.mapping(node, "access", keys: ["users", "groups", "tokens"])
        for (name, node, key) in yaml.entries(entries["users"], "users") {
            let user = id(name, "user", key, in: &access, by: accounts.user)
            add(node, of: key, user.map { .user($0) }, to: &access)
        }
        for (name, node, key) in yaml.entries(entries["groups"], "groups") {
            let group = id(name, "group", key, in: &access, by: accounts.group)
            add(node, of: key, group.map { .group($0) }, to: &access)
        }
        if let node = entries["tokens"] { access.orderRates = orderRates(node) }
        return access
    }

    /// `tokens:`, how many orders tokens may give.
    private mutating func orderRates(_ node: YAMLNode) -> AccessRules.OrderRates {
        var rates = AccessRules.OrderRates()
        let entries = yaml.mapping(node, "tokens", keys: ["order-rate", "order-burst", "own-rates"])
        if let node = entries["order-rate"], let rate = rate(node, "order-rate") { rates.tree.perSecond = Double(rate) }
        if let node = entries["order-burst"], let burst = rate(node, "order-burst") { rates.tree.burst = burst }
        for (name, node, _) in yaml.entries(entries["own-rates"], "own-rates") {
            rates.tokens[name] = rate(node, "the rate of \(name)")
        }
        return rates
    }

    private mutating func rate(_ node: YAMLNode, _ what: String) -> Int? {
        guard let number = node.scalar.flatMap({ Int($0) }), (1...10_000).contains(number) else {
            yaml.fault(node, "\(what) is not a number of orders", "1–10000")
            return nil
        }
        return number
    }

    /// - Parameter lookUp: returns the id of a name.
    /// - Returns: nil, after adding a warning, if the name does not exist on this machine.
    private func id(
        _ name: String,
        _ kind: String,
        _ key: YAMLNode,
        in access: inout Configuration.Access,
        by lookUp: (String) -> UInt32?
    ) -> UInt32? {
        if let id = UInt32(name) ?? lookUp(name) { return id }
        access.warnings.append(
            "\(position(of: key)): there is no \(kind) \"\(name)\" on this machine; until it exists and domod reloads, "
                + "the entry has no effect"
        )
        return nil
    }

    /// - Parameter subject: nil if it does not exist on this machine; errors in its entry are reported all the same.
    private mutating func add(
        _ node: YAMLNode,
        of key: YAMLNode,
        _ subject: AccessRules.Subject?,
        to access: inout Configuration.Access
    ) {
        let name = key.scalar ?? ""
        let entries = yaml.mapping(node, name, keys: ["role", "places", "doors"])
        let places = entries["places"].map { self.places($0) }
        guard let word = entries["role"] else {
            yaml.fault(key, "\(name) has no role", "write role: \(Role.act.word)")
            return
        }
        guard let role = word.scalar.flatMap({ Role(word: $0) }) else {
            let roles = YAMLReader.offer(Role.words, near: word.scalar ?? "", "the roles are")
            yaml.fault(word, "unknown role \"\(word.scalar ?? "")\"", roles)
            return
        }
        let opensDoors = entries["doors"].flatMap { doors($0, of: name, role) } ?? true
        guard let subject else { return }
        guard !access.grants.contains(where: { $0.subject == subject }) else {
            yaml.fault(key, "\(name) has two entries, one by its name and one by its id", "remove one of them")
            return
        }
        access.grants.append(
            Configuration.Access.Grant(subject: subject, role: role, places: places, opensDoors: opensDoors)
        )
    }

    /// `doors:`, whether the role includes orders for locks, gates, garages and doors.
    private mutating func doors(_ node: YAMLNode, of name: String, _ role: Role) -> Bool? {
        guard let opensDoors = yesOrNo(node, "doors") else { return nil }
        switch role {
        case .act: break
        case .manage:
            if !opensDoors {
                yaml.fault(node, "\(name) has the role manage, which always opens doors", "use role: act")
            }
        case .none, .read:
            yaml.fault(
                node,
                "\(name) has the role \(role.word), which gives no orders",
                "remove doors, or use role: act"
            )
        }
        return opensDoors
    }

    private mutating func places(_ node: YAMLNode) -> [Configuration.Access.Place] {
        let nodes = if case .sequence(let nodes) = node.content { nodes } else { [node] }
        if nodes.isEmpty { yaml.fault(node, "places is empty", "add a place, or remove places; role: none denies all") }
        return nodes.compactMap { node in
            yaml.text(node, "places").map { Configuration.Access.Place(name: $0, position: position(of: node)) }
        }
    }

    func position(of node: YAMLNode) -> String { "\(node.file ?? path):\(node.line):\(node.column)" }
}
