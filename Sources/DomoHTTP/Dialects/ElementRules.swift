import DomoModel

/// The entries for single elements, which override their dialect.
public struct ElementRules: Sendable, Equatable {
    struct Rule: Sendable, Equatable {
        /// As written.
        var path: String
        /// The folded components of the path, innermost first.
        var components: [String]
        var variables: [String: Template] = [:]
        var url: String?
        /// Whether the URL's path is a secret.
        var isURLSecret = false
        /// Its own credentials; nil if it has none.
        var credentials: Credentials?
        var kind: String?
        /// Nil for the wording of its kind.
        var wording: Wording?
    }

    /// By the folded name; the longest path first.
    private var byName: [String: [Rule]] = [:]

    public init() {}

    public var isEmpty: Bool { byName.isEmpty }

    /// As written.
    public var paths: [String] { byName.values.joined().map(\.path).sorted() }

    /// All rules, sorted by path.
    var rules: [Rule] { byName.values.joined().sorted { $0.path < $1.path } }

    /// The URLs of elements that have their own, sorted.
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

    /// The rule for an element: the one with the longest path that the element's path ends with.
    func rule(name: String, path: String) -> Rule? {
        guard !byName.isEmpty, let rules = byName[FoldedName.fold(name)] else { return nil }
        if rules.count == 1, rules[0].components.count == 1 { return rules[0] }
        guard let components = Self.components(of: path) else { return nil }
        return rules.first { $0.components.elementsEqual(components.prefix($0.components.count)) }
    }

    /// The warnings for entries that match no element, or several elements, of the houses that the server controls.
    public func warnings(for paths: [(name: String, path: String)]) -> [String] {
        var counts: [String: Int] = [:]
        for (name, path) in paths {
            if let rule = rule(name: name, path: path) { counts[rule.path, default: 0] += 1 }
        }
        return self.paths.compactMap { path in
            switch counts[path] ?? 0 {
            case 0: "the configuration names the element \"\(path)\", which is in no house of its server"
            case 1: nil
            default: "the configuration's entry \"\(path)\" matches \(counts[path] ?? 0) elements; it applies to all"
            }
        }
    }
}

extension ElementRules: CustomReflectable {
    /// Shows no secret in descriptions and dumps.
    public var customMirror: Mirror { Mirror(self, children: ["paths": paths]) }
}
