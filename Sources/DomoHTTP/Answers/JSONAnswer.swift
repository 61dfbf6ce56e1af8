/// Finds values in a JSON answer.
enum JSONAnswer {
    /// One item of a list that tells of many elements.
    struct Item: Sendable {
        /// Which of the wanted it tells of.
        var targets: [Int]
        /// For each of them, for each of its paths.
        var values: [[String?]]
    }

    /// What is looked for in a list of items.
    struct Search: Sendable {
        var items: JSONPath
        /// Where in an item its name stands; nil where the items are an object's values, named by their keys.
        var name: JSONPath?
        /// By name.
        var wanted: [String: [Int]]
        /// For each of the wanted; nil where nothing is looked for.
        var paths: [[JSONPath?]]
    }

    /// The values at the paths as texts; nil for what is not there, is null, or is no single value.
    /// - Returns: nil for what is not JSON.
    static func values(at paths: [JSONPath], in bytes: [UInt8]) -> [String?]? {
        JSONDocument(bytes).map { document in paths.map { document.root.at($0)?.text } }
    }

    /// - Returns: nil for what is not JSON, or holds no list or object where the items should be.
    static func items(_ search: Search, in bytes: [UInt8]) -> [Item]? {
        guard let place = JSONDocument(bytes)?.root.at(search.items) else { return nil }
        func item(_ value: JSONValue, named name: String) -> Item? {
            guard let targets = search.wanted[name], !targets.isEmpty else { return nil }
            let values = targets.map { search.paths[$0].map { path in path.flatMap { value.at($0)?.text } } }
            return Item(targets: targets, values: values)
        }
        if let name = search.name {
            guard place.isArray else { return nil }
            return (0..<place.count).compactMap { number in
                guard let value = place[number], let name = value.at(name)?.text else { return nil }
                return item(value, named: name)
            }
        }
        guard place.isObject else { return nil }
        return search.wanted.keys.compactMap { name in place[name].flatMap { item($0, named: name) } }
    }

    /// True where at one of the paths stands `null`.
    static func holdsNull(at paths: [JSONPath], in bytes: [UInt8]) -> Bool {
        guard let root = JSONDocument(bytes)?.root else { return false }
        return paths.contains { root.at($0)?.isNull == true }
    }

    static func isJSON(_ bytes: [UInt8]) -> Bool { JSONDocument(bytes) != nil }
}
