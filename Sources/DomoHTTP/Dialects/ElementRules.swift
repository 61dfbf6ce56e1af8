import DomoModel

/// What single elements say in the place of their dialect.
public struct ElementRules: Sendable, Equatable {
    struct Rule: Sendable, Equatable {
        /// As it was written.
        var path: String
        /// Folded, from the inside out.
        var components: [String]
        var variables: [String: Template] = [:]
        var url: String?
        /// The URL's path is not shown.
        var isURLSecret = false
        /// Its own; nil where it has none.
        var credentials: Credentials?
        var kind: String?
        /// Nil where it is its kind's.
        var wording: Wording?
    }

    /// By the folded name; those with the longest path first.
    private var byName: [String: [Rule]] = [:]

    public init() {}

    public var isEmpty: Bool { byName.isEmpty }

    /// As they were written.
    public var paths: [String] { byName.values.joined().map(\.path).sorted() }

    /// In the order of their paths.
    var rules: [Rule] { byName.values.joined().sorted { $0.path < $1.path } }

    /// Where single elements are, as far as they say so, sorted.
    var urls: [String] { Set(byName.values.joined().compactMap(\.url)).sorted() }

    mutating func add(_ rule: Rule) {
        guard let name = rule.components.first else { return }
        var rules = byName[name] ?? []
        let place = rules.firstIndex { $0.components.count < rule.components.count } ?? rules.count
        rules.insert(rule, at: place)
        byName[name] = rules
    }

    static func components(of path: String) -> [String]? {
        ElementPath(path).map { $0.components.reversed().map { FoldedName.fold($0) } }
    }

    /// The one for an element: of those whose path is the end of its own, the longest.
    func rule(name: String, path: String) -> Rule? {
        guard !byName.isEmpty, let rules = byName[FoldedName.fold(name)] else { return nil }
        if rules.count == 1, rules[0].components.count == 1 { return rules[0] }
        guard let components = Self.components(of: path) else { return nil }
        return rules.first { $0.components.elementsEqual(components.prefix($0.components.count)) }
    }

    /// What is written for elements that no house has, or for several at once, of the houses that the server moves.
    public func warnings(for paths: [(name: String, path: String)]) -> [String] {
        var counts: [String: Int] = [:]
        for (name, path) in paths {
            if let rule = rule(name: name, path: path) { counts[rule.path, default: 0] += 1 }
        }
        return self.paths.compactMap { path in
            switch counts[path] ?? 0 {
            case 0: "the configuration names the element \"\(path)\", which no house of its server has"
            case 1: nil
            default: "the configuration's element \"\(path)\" is \(counts[path] ?? 0) elements; all are taken"
            }
        }
    }
}

extension ElementRules: CustomReflectable {
    /// Shows no secret in descriptions and dumps.
    public var customMirror: Mirror { Mirror(self, children: ["paths": paths]) }
}
