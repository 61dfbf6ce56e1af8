public import DomoEngine
public import DomoYAML

/// The protocol of a kind of server: how orders are written as requests, and how states are read from answers.
public struct Dialect: Sendable, Equatable {
    /// How the kind of an element is determined, if a dialect has kinds.
    struct KindRule: Sendable, Equatable {
        var template: Template
        /// The kind is the text before the first occurrence of this; nil for the whole text.
        var until: String?
    }

    public let name: String
    let kindRule: KindRule?
    let layer: DialectLayer
    let kinds: [String: DialectLayer]
    /// All variables that an element or an action may set.
    let variables: Set<String>
    let all: AllQuery?
    let timing: ReadPolicy
    /// By kind; under the empty string if the dialect has no kinds.
    let wordings: [String: Wording]
    /// Whether every request contains the name of its element. If not, only the element's entry in the configuration
    /// identifies it to the server.
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
        namesElements = wordings.values.allSatisfy { $0.contains(TemplateValues.ofElement) }
    }

    /// How states are read; nil if the server reports none.
    public var readingPlan: ReadPolicy? {
        var plan = timing
        plan.readsOne = wordings.values.contains { $0.one != nil && !$0.types.isEmpty }
        plan.readsAll = all != nil
        return plan.readsOne || plan.readsAll ? plan : nil
    }

    /// Reads a dialect from its YAML text.
    ///
    /// - `file`: the file name for faults.
    /// - `secrets`: resolves the secrets that the dialect names.
    /// - Throws: all faults with their positions.
    public static func read(
        _ text: String,
        name: String,
        file: String? = nil,
        secrets: SecretSource = .textAlone
    ) throws(DialectFaults) -> Dialect {
        guard text.utf8.count <= maxLength else {
            throw DialectFaults(faults: [
                YAMLReader.Fault(
                    file: file,
                    line: 1,
                    column: 1,
                    message: "the dialect is longer than \(maxLength) bytes; make it shorter"
                )
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

    /// Reads a dialect that is part of another document.
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

    /// Reads when states are read, as a configuration overrides it.
    public func readingPlan(_ node: YAMLNode) throws(DialectFaults) -> ReadPolicy {
        var reader = DialectReader(name: name)
        let entries = reader.yaml.mapping(node, "reading", keys: DialectReader.timingKeys)
        let plan = reader.timing(entries, over: readingPlan ?? timing)
        if readingPlan == nil {
            reader.yaml.fault(node, "the dialect \(name) reads no states", "remove reading")
        }
        guard reader.yaml.faults.isEmpty else { throw DialectFaults(faults: reader.yaml.faults) }
        return plan
    }

    /// In bytes.
    public static let maxLength = 65_536

    static let advice = "write order: {url: …} and actions: {on: …}, as in the dialect `pervml`"
}

/// The faults of a dialect or of the entries for elements.
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
