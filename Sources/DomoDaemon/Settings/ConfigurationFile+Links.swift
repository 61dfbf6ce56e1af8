import DomoEngine
import DomoKNXIP
import DomoLanguage
import DomoModel
import DomoYAML

// `links:` and `routes:`, and the servers of houses.

extension ConfigurationFile {
    private static let keysOfEveryKind = ["kind", "deadline"]

    /// Reads the links.
    mutating func readLinks(_ node: YAMLNode?) {
        for (key, node, keyNode) in yaml.entries(node, "links") {
            // A server is given by key or by URL, so a key must not look like a URL.
            guard !key.isEmpty, !key.holds("://") else {
                yaml.fault(keyNode, "\"\(key)\" can't be the key of a link", "write a name, and url: below it")
                continue
            }
            var link: Configuration.Link?
            if let kind = kind(of: node) { link = self.link(node, kind, "the link \(key)") }
            link?.key = key
            links.updateValue(link, forKey: key)
        }
    }

    /// Reads a server: the key of a link, a URL, or a mapping.
    mutating func server(_ node: YAMLNode) -> Configuration.Link? {
        if let key = node.scalar, !links.isEmpty, !key.holds("://") {
            if let link = links[key] { return link }
            unknownLink(key, node)
            return nil
        }
        guard let kind = kind(of: node) else { return nil }
        // A link without a key is identified by its URL, which other kinds do not have.
        guard kind.word == kinds.first?.word || kind.word == LinkKind.knx.word else {
            yaml.fault(node, "a link of the kind \(kind.word) needs a key", "move it to links, and write its key here")
            return nil
        }
        return link(node, kind, "a server")
    }

    /// - Parameter what: the name of the link in faults.
    private mutating func link(_ node: YAMLNode, _ kind: LinkKind, _ what: String) -> Configuration.Link? {
        let keys = kind.keys + Self.keysOfEveryKind
        let entries = node.scalar == nil ? yaml.mapping(node, what, keys: keys) : ["url": node]
        guard let settings = kind.read(&self, entries, node) else { return nil }
        var link = Configuration.Link(kind: kind.word, settings: settings)
        if let node = entries["deadline"] {
            link.deadline = duration(node, "deadline") ?? link.deadline
            if !Order.deadlines.contains(link.deadline) {
                yaml.fault(node, "the deadline is out of range", "100ms–10m")
            }
        }
        return link
    }

    /// - Returns: nil, after adding a fault, for an unknown kind.
    private mutating func kind(of node: YAMLNode) -> LinkKind? {
        guard case .mapping(let pairs) = node.content else { return kind(ofURL: node.scalar) }
        guard let node = pairs.first(where: { $0.key.scalar == "kind" })?.value else {
            return kind(ofURL: pairs.first { $0.key.scalar == "url" }?.value.scalar)
        }
        let word = node.scalar ?? ""
        if let kind = kinds.first(where: { $0.word == word }) { return kind }
        let offer = YAMLReader.offer(kinds.map(\.word), near: word, "the kinds are")
        yaml.fault(node, "unknown kind of link \"\(word)\"", offer)
        return nil
    }

    /// The kind of a link with this URL.
    private func kind(ofURL url: String?) -> LinkKind? {
        guard let url, InterfaceAddress.isMeant(by: url), let knx = kinds.first(where: { $0.word == LinkKind.knx.word })
        else { return kinds.first }
        return knx
    }

    private mutating func unknownLink(_ key: String, _ node: YAMLNode) {
        guard !links.isEmpty else {
            yaml.fault(node, "there is no link \"\(key)\"", "add it under links")
            return
        }
        let offer = YAMLReader.offer(links.keys.sorted(), near: key, "the links are")
        yaml.fault(node, "there is no link \"\(key)\"", offer)
    }

    // MARK: Routes

    private static let routeKeys = ["link"] + Catalog.SecondRoute.Purpose.allCases.map(\.word)

    /// Reads routes: the link of an element, or of each of its types. In place of a link there may be a mapping, with a
    /// second link.
    mutating func routes(_ node: YAMLNode) -> [Configuration.Route] {
        var routes: [Configuration.Route] = []
        for (element, node, keyNode) in yaml.entries(node, "routes") {
            if node.scalar != nil || isRoute(node) {
                add(node, keyNode, element, nil, to: &routes)
                continue
            }
            let words = FacetType.allCases.map(\.word)
            let entries = yaml.entries(node, "the route of \(element)", keys: words)
            for (word, node, typeNode) in entries {
                guard let type = FacetType(word: word) else { continue }
                add(node, typeNode, element, type, to: &routes)
            }
        }
        return routes
    }

    private mutating func add(
        _ node: YAMLNode,
        _ keyNode: YAMLNode,
        _ element: String,
        _ type: FacetType?,
        to routes: inout [Configuration.Route]
    ) {
        guard node.scalar == nil, isRoute(node) else { return add(node, keyNode, element, type, nil, to: &routes) }
        let entries = yaml.entries(node, "the route of \(element)", keys: Self.routeKeys)
        if entries.count(where: { $0.key != "link" }) > 1 {
            yaml.fault(keyNode, "the route of \(element) has both fallback and compare", "remove one of them")
        }
        for (key, node, keyNode) in entries {
            let purpose = Catalog.SecondRoute.Purpose.allCases.first { $0.word == key }
            add(node, keyNode, element, type, purpose, to: &routes)
        }
    }

    /// True for a mapping of links by purpose.
    private func isRoute(_ node: YAMLNode) -> Bool {
        guard case .mapping(let pairs) = node.content else { return false }
        return pairs.contains { pair in pair.key.scalar.map(Self.routeKeys.contains) ?? false }
    }

    private mutating func add(
        _ node: YAMLNode,
        _ keyNode: YAMLNode,
        _ element: String,
        _ type: FacetType?,
        _ purpose: Catalog.SecondRoute.Purpose?,
        to routes: inout [Configuration.Route]
    ) {
        guard let link = yaml.text(node, "the link of \(element)") else { return }
        guard links.keys.contains(link) else { return unknownLink(link, node) }
        routes.append(
            Configuration.Route(
                element: element,
                type: type,
                link: link,
                purpose: purpose,
                position: position(of: keyNode)
            )
        )
    }
}
