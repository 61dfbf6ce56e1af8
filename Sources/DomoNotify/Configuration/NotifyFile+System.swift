import DomoBridge
import DomoLanguage
import DomoModel
import DomoYAML

// `system:`, one line for each kind of notice: WHO, or {to: WHO, …}.

extension NotifyFile {
    private static let kinds = ["link-down", "disk", "stale", "battery", "backup", "certificate", "crash"]

    mutating func readSystem(_ node: YAMLNode?) {
        var rules = SystemRules()
        for (key, node, _) in yaml.entries(node, "system", keys: Self.kinds) {
            switch key {
            case "link-down":
                guard let (to, entries) = rule(node, key, ["after"]) else { continue }
                rules.linkDown = .init(to: to)
                if let node = entries["after"],
                    let after = duration(node, "after", in: .seconds(1)...(.seconds(604_800)))
                {
                    rules.linkDown?.after = after
                }
            case "disk":
                guard let (to, entries) = rule(node, key, ["below"]) else { continue }
                rules.disk = .init(to: to)
                if let node = entries["below"], let below = number(node, "below", in: 1...99) {
                    rules.disk?.below = below
                }
            case "stale":
                guard let (to, entries) = rule(node, key, ["after"]) else { continue }
                rules.stale = .init(to: to)
                if let node = entries["after"],
                    let after = duration(node, "after", in: .seconds(1)...(.seconds(2_592_000)))
                {
                    rules.stale?.after = after
                }
            case "battery":
                guard let (to, entries) = rule(node, key, ["below"]) else { continue }
                rules.battery = .init(to: to)
                if let node = entries["below"], let below = number(node, "below", in: 1...99) {
                    rules.battery?.below = below
                }
            case "backup": if let (to, _) = rule(node, key, []) { rules.backup = .init(to: to) }
            case "crash": if let (to, _) = rule(node, key, []) { rules.crash = .init(to: to) }
            default:
                if case .sequence(let nodes) = node.content, nodes.allSatisfy({ $0.scalar == nil }) {
                    rules.certificates = nodes.compactMap { certificate($0) }
                } else if let certificate = certificate(node) {
                    rules.certificates = [certificate]
                }
            }
        }
        configuration.system = rules
    }

    private mutating func certificate(_ node: YAMLNode) -> SystemRules.Certificate? {
        guard let (to, entries) = rule(node, "certificate", ["of", "days"]) else { return nil }
        guard let place = entries["of"] else {
            yaml.fault(node, "certificate has no of", "write {to: NAME, of: https://HOST:PORT, days: 14}")
            return nil
        }
        guard let address = address(place, "of", [.https]) else { return nil }
        var rule = SystemRules.Certificate(to: to, of: address)
        if let node = entries["days"], let days = number(node, "days", in: 1...365) { rule.days = days }
        return rule
    }

    /// Reads who is told, and the other entries.
    private mutating func rule(
        _ node: YAMLNode,
        _ kind: String,
        _ keys: [String]
    ) -> (to: [String], entries: [String: YAMLNode])? {
        guard case .mapping = node.content else {
            let to = names(node, kind, allowsGroups: true)
            return to.isEmpty ? nil : (to, [:])
        }
        let entries = yaml.mapping(node, kind, keys: ["to"] + keys)
        guard let place = entries["to"] else {
            yaml.fault(node, "\(kind) does not say whom to tell", "write \(kind): {to: NAME}")
            return nil
        }
        let to = names(place, "to", allowsGroups: true)
        return to.isEmpty ? nil : (to, entries)
    }
}
