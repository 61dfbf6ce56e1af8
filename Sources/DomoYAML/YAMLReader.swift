import DomoModel

/// Reads mappings and texts of a YAML document, and collects all faults instead of stopping at the first.
public struct YAMLReader: Sendable {
    public struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
        /// The file with the fault, if it is not the one that is being read.
        public var file: String?
        /// From 1.
        public var line: Int
        public var column: Int
        /// What is wrong, and what to do instead.
        public var message: String

        public init(file: String? = nil, line: Int, column: Int, message: String) {
            self.file = file
            self.line = line
            self.column = column
            self.message = message
        }

        public var description: String { "\(file.map { "\($0):" } ?? "")\(line):\(column): error: \(message)" }
    }

    /// In the order in which they were found.
    public private(set) var faults: [Fault] = []

    public init() {}

    /// Parses the first document of a text; nil if it is empty or invalid.
    ///
    /// - Parameter file: for the positions of faults.
    public mutating func document(_ text: String, file: String? = nil) -> YAMLNode? {
        do {
            return try YAMLNode.read(text, file: file)
        } catch {
            faults.append(Fault(file: file, line: error.line, column: error.column, message: error.message))
            return nil
        }
    }

    public mutating func fault(_ node: YAMLNode, _ what: String, _ instead: String) {
        faults.append(Fault(file: node.file, line: node.line, column: node.column, message: "\(what); \(instead)"))
    }

    public mutating func add(_ fault: Fault) { faults.append(fault) }

    /// Returns the entries of a mapping in order, with the nodes of their keys. Keys that are not texts, unknown, or
    /// duplicates are reported as faults, and left out.
    ///
    /// - Parameters:
    ///   - node: the mapping; nil for no entries.
    ///   - what: the name of the mapping for faults: `a server`.
    ///   - keys: the known keys; nil to accept all.
    public mutating func entries(
        _ node: YAMLNode?,
        _ what: String,
        keys: [String]? = nil
    ) -> [(key: String, node: YAMLNode, keyNode: YAMLNode)] {
        guard let node, node.scalar != "" else { return [] }
        guard case .mapping(let pairs) = node.content else {
            fault(node, "\(what) is not a mapping", "write key: value lines below it")
            return []
        }
        var entries: [(key: String, node: YAMLNode, keyNode: YAMLNode)] = []
        var first: [String: YAMLNode] = [:]
        for (key, value) in pairs {
            guard let name = key.scalar else {
                fault(key, "the key is not a text", "write key: value")
                continue
            }
            if let keys, !keys.contains(name) {
                fault(key, "unknown key \"\(name)\" in \(what)", Self.offer(keys, near: name, "the keys are"))
                continue
            }
            if let first = first[name] {
                faultOfSecond(key, after: first)
                continue
            }
            first[name] = key
            entries.append((name, value, key))
        }
        return entries
    }

    private mutating func faultOfSecond(_ key: YAMLNode, after first: YAMLNode) {
        let line = "line \(first.line)"
        let place = first.file.flatMap { $0 == key.file ? nil : "\(line) of \($0)" } ?? line
        fault(key, "\"\(key.scalar ?? "")\" is given twice", "it is already at \(place)")
    }

    /// Joins two documents, as if their lines were in one: mappings merge, and lists of some keys are appended.
    /// What both define otherwise is reported at its second place.
    ///
    /// - Parameter lists: keys of the whole document.
    public mutating func merge(_ first: YAMLNode, _ second: YAMLNode, lists: Set<String>) -> YAMLNode {
        guard case .mapping(var entries) = first.content, case .mapping(let others) = second.content else {
            let wrong = if case .mapping = first.content { second } else { first }
            fault(wrong, "the file is not a mapping", "write key: value lines")
            return first
        }
        var places: [String: Int] = [:]
        for (index, entry) in entries.enumerated() {
            if let name = entry.key.scalar, places[name] == nil { places[name] = index }
        }
        for (key, value) in others {
            guard let name = key.scalar, let index = places[name] else {
                if let name = key.scalar { places[name] = entries.count }
                entries.append((key, value))
                continue
            }
            let old = entries[index].value
            if lists.contains(name) {
                var joined = old
                joined.content = .sequence(old.items + value.items)
                entries[index].value = joined
            } else if case .mapping = old.content, case .mapping = value.content {
                entries[index].value = merge(old, value, lists: [])
            } else {
                faultOfSecond(key, after: entries[index].key)
            }
        }
        var merged = first
        merged.content = .mapping(entries)
        return merged
    }

    /// Returns the entries of a mapping by key.
    public mutating func mapping(_ node: YAMLNode?, _ what: String, keys: [String]? = nil) -> [String: YAMLNode] {
        Dictionary(entries(node, what, keys: keys).map { ($0.key, $0.node) }) { first, _ in first }
    }

    /// Reads a text that is not empty.
    public mutating func text(_ node: YAMLNode, _ what: String) -> String? {
        guard let text = node.scalar, !text.isEmpty else {
            fault(node, "\(what) is not a text", "write \(what): VALUE")
            return nil
        }
        return text
    }

    /// Reads one text or a list of texts.
    public mutating func list(_ node: YAMLNode, _ what: String) -> [String] {
        if node.scalar != nil { return text(node, what).map { [$0] } ?? [] }
        guard case .sequence(let sequence) = node.content else {
            fault(node, "\(what) is not a list", "write \(what): [VALUE, VALUE]")
            return []
        }
        var items: [String] = []
        for item in sequence {
            if let item = text(item, "an entry of \(what)") { items.append(item) }
        }
        return items
    }

    public mutating func wholeNumber(_ node: YAMLNode, _ what: String) -> Int? {
        guard let number = node.scalar.flatMap({ Int($0) }) else {
            fault(node, "\(what) is not a whole number", "write \(what): 8")
            return nil
        }
        return number
    }

    /// Suggests the closest word, or lists all words.
    public static func offer(_ words: [String], near word: String, _ intro: String) -> String {
        if let meant = closestWord(to: word, among: words) { return "did you mean \"\(meant)\"?" }
        return "\(intro): \(words.joined(separator: ", "))"
    }
}

extension YAMLNode {
    /// The entries of a list; a text is a list of one.
    fileprivate var items: [YAMLNode] {
        if case .sequence(let items) = content { items } else { [self] }
    }
}
