public import DomoEngine
public import DomoYAML

/// What a kind of server takes and tells: how orders are written as requests, and how states are read from answers.
public struct Dialect: Sendable, Equatable {
    /// How the kind of an element is found, where a dialect has kinds.
    struct KindRule: Sendable, Equatable {
        var template: Template
        /// What comes before the first of these; nil for the whole.
        var until: String?
    }

    public let name: String
    let kindRule: KindRule?
    let layer: DialectLayer
    let kinds: [String: DialectLayer]
    /// All that an element or an action may give.
    let variables: Set<String>
    let all: AllQuery?
    let timing: ReadPolicy
    /// By kind; by the empty text where there are none.
    let wordings: [String: Wording]
    /// True where each request contains the name of the element that it is for. Where it does not, an element is known to
    /// the server only by what the configuration says of it.
    let namesElements: Bool

    init(
        name: String,
        kindRule: KindRule?,
        layer: DialectLayer,
        kinds: [String: DialectLayer],
        variables: Set<String>,
        all: AllQuery?,
        timing: ReadPolicy
    ) {
        self.name = name
        self.kindRule = kindRule
        self.layer = layer
        self.kinds = kinds
        self.variables = variables
        self.all = all
        self.timing = timing
        wordings = kinds.isEmpty ? ["": Wording(layer)] : kinds.mapValues { Wording($0.over(layer)) }
        namesElements = wordings.values.allSatisfy(\.namesElement)
    }

    /// How states are read; nil where the server tells none.
    public var readingPlan: ReadPolicy? {
        var plan = timing
        plan.readsOne = wordings.values.contains { $0.one != nil && !$0.types.isEmpty }
        plan.readsAll = all != nil
        return plan.readsOne || plan.readsAll ? plan : nil
    }

    /// Reads a dialect from its YAML text.
    ///
    /// - `file`: named in faults.
    /// - `secrets`: where the secrets are that it names.
    /// - Throws: all that is wrong with it, each with its place.
    public static func read(
        _ text: String,
        name: String,
        file: String? = nil,
        secrets: SecretSource = .textAlone
    ) throws(DialectFaults) -> Dialect {
        guard text.utf8.count <= longest else {
            throw DialectFaults(faults: [
                YAMLReader.Fault(file: file, line: 1, column: 1, message: "a dialect has at most \(longest) bytes")
            ])
        }
        var reader = DialectReader(name: name, secrets: secrets)
        var dialect: Dialect?
        if let root = reader.yaml.document(text) {
            dialect = reader.dialect(root)
        } else if reader.yaml.faults.isEmpty {
            reader.yaml.add(YAMLReader.Fault(line: 1, column: 1, message: "the dialect is empty; \(Self.advice)"))
        }
        guard let dialect, reader.yaml.faults.isEmpty else {
            throw DialectFaults(faults: reader.yaml.faults, file: file)
        }
        return dialect
    }

    /// Reads a dialect that stands in another document.
    public static func read(
        _ node: YAMLNode,
        name: String,
        secrets: SecretSource = .textAlone
    ) throws(DialectFaults) -> Dialect {
        var reader = DialectReader(name: name, secrets: secrets)
        guard let dialect = reader.dialect(node), reader.yaml.faults.isEmpty else {
            throw DialectFaults(faults: reader.yaml.faults)
        }
        return dialect
    }

    /// When states are read, as a configuration says it in the dialect's place.
    public func readingPlan(_ node: YAMLNode) throws(DialectFaults) -> ReadPolicy {
        var reader = DialectReader(name: name)
        let entries = reader.yaml.mapping(node, "reading", keys: DialectReader.timingKeys)
        let plan = reader.timing(entries, over: readingPlan ?? timing)
        if readingPlan == nil {
            reader.yaml.fault(node, "the dialect \(name) tells no state", "leave reading out")
        }
        guard reader.yaml.faults.isEmpty else { throw DialectFaults(faults: reader.yaml.faults) }
        return plan
    }

    /// In bytes.
    public static let longest = 65_536

    static let advice = "a dialect has order: {url: …} and actions: {on: …}; `pervml` is an example"
}

/// What is wrong with a dialect, or with what is said of elements.
public struct DialectFaults: Error, Sendable, Equatable, CustomStringConvertible {
    /// In the order of the file; never empty.
    public var faults: [YAMLReader.Fault]

    init(faults: [YAMLReader.Fault], file: String? = nil) {
        self.faults = faults.sorted { ($0.line, $0.column) < ($1.line, $1.column) }.map {
            var fault = $0
            fault.file = fault.file ?? file
            return fault
        }
    }

    public var description: String { faults.map(\.description).joined(separator: "\n") }
}
