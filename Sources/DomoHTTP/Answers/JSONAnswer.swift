import DomoJSON

/// Extracts values from a JSON answer.
enum JSONAnswer {
    /// One item of a list that reports many elements.
    struct Item: Sendable {
        /// The indices of the targets that the item reports.
        var targets: [Int]
        /// For each target, the value at each of its paths.
        var values: [[String?]]
    }

    /// What to look for in a list of items.
    struct Search: Sendable {
        var items: JSONPath
        /// The path to an item's name; nil if the items are the values of an object and their keys are the names.
        var name: JSONPath?
        /// The indices of the targets, by name.
        var wanted: [String: [Int]]
        /// The paths of each target; nil for nothing to look up.
        var paths: [[JSONPath?]]
    }

    /// Returns the values at the paths as text; nil for a value that is missing, null, an array or an object.
    /// - Returns: nil if the bytes are not JSON.
    static func values(at paths: [JSONPath], in bytes: [UInt8]) -> [String?]? {
        JSONDocument(bytes).map { document in paths.map { document.root.text(at: $0) } }
    }

    /// - Returns: nil if the bytes are not JSON, or have no list or object where the items should be.
    static func items(_ search: Search, in bytes: [UInt8]) -> [Item]? {
        guard let list = JSONDocument(bytes)?.root.at(search.items) else { return nil }
        func item(_ value: JSONValue, named name: String) -> Item? {
            guard let targets = search.wanted[name], !targets.isEmpty else { return nil }
            let values = targets.map { search.paths[$0].map { path in path.flatMap { value.text(at: $0) } } }
            return Item(targets: targets, values: values)
        }
        if let name = search.name {
            guard list.isArray else { return nil }
            return (0..<list.count).compactMap { number in
                guard let value = list[number], let name = value.at(name)?.text else { return nil }
                return item(value, named: name)
            }
        }
        guard list.isObject else { return nil }
        return search.wanted.keys.compactMap { name in list[name].flatMap { item($0, named: name) } }
    }

    /// Whether the value at one of the paths is `null`.
    static func holdsNull(at paths: [JSONPath], in bytes: [UInt8]) -> Bool {
        guard let root = JSONDocument(bytes)?.root else { return false }
        return paths.contains { root.at($0)?.isNull == true }
    }

    static func isJSON(_ bytes: [UInt8]) -> Bool { JSONDocument(bytes) != nil }
}
