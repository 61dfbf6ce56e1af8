public import DomoModel

/// A command of `hook`. Through a hook, another program starts a scene, or a device reports its state.
public enum HookStep: Equatable, Sendable {
    case new(NewHook)
    case list
    case revoke(name: String)
}

/// The properties of a hook to be created.
public struct NewHook: Equatable, Sendable {
    public enum Purpose: Equatable, Sendable {
        /// Starts a scene, with the values that it takes.
        case scene(String)
        case report(Report)
    }

    /// Which facet a device reports, and how.
    public struct Report: Equatable, Sendable {
        public var element: String
        /// Nil for the only type of the element.
        public var type: FacetType?
        /// The name of the value in the body or the query.
        public var field = Self.standardField
        /// What the device's words mean, such as `open` → `on`. A word that is not here is the value itself.
        public var values: [String: String] = [:]

        public static let standardField = "value"

        public init(
            element: String,
            type: FacetType? = nil,
            field: String = standardField,
            values: [String: String] = [:]
        ) {
            (self.element, self.type, self.field, self.values) = (element, type, field, values)
        }
    }

    /// How a delivery shows that it is authentic.
    public enum Proof: String, Sendable, CaseIterable {
        /// A secret in a header.
        case header
        /// A signature over identity, time and body: Standard Webhooks.
        case signature
        /// A secret in the URL, for devices that can send nothing else.
        case url
    }

    public var name: String
    public var purpose: Purpose
    public var proof: Proof
    /// Paths of houses, sectors and elements that the scene may touch; empty for all.
    public var places: [String]
    /// Whether the scene may give orders for locks, gates, garages and doors.
    public var opensDoors: Bool

    public init(
        name: String,
        purpose: Purpose,
        proof: Proof = .header,
        places: [String] = [],
        opensDoors: Bool = false
    ) {
        (self.name, self.purpose, self.proof, self.places) = (name, purpose, proof, places)
        self.opensDoors = opensDoors
    }

    /// In characters.
    public static let maxNameLength = 64
    public static let maxValues = 32
    /// The maximum length of a field or of a word for a value, in characters.
    public static let maxWordLength = 64
}

extension HookStep {
    /// The words after the verb.
    var words: [String] {
        switch self {
        case .new(let hook): hook.words
        case .list: ["list"]
        case .revoke(let name): ["revoke", Words.quoted(name)]
        }
    }
}

extension NewHook {
    /// Reads `new NAME --scene SCENE`.
    init(forScene arguments: Arguments) throws(UsageError) {
        self.init(
            name: try arguments.operand(0, Self.readName),
            purpose: .scene(try arguments.value("--scene", Self.readPath) ?? ""),
            proof: arguments.has("--signed") ? .signature : .header,
            places: try arguments.places(),
            opensDoors: arguments.has("--doors")
        )
    }

    /// Reads `new NAME --element ELEMENT`.
    init(forReport arguments: Arguments) throws(UsageError) {
        var report = Report(element: try arguments.value("--element", Self.readPath) ?? "")
        report.type = try arguments.value("--as", Order.type)
        report.field = try arguments.value("--field", Self.readWord) ?? report.field
        report.values = try arguments.value("--values", Self.readValues) ?? [:]
        self.init(
            name: try arguments.operand(0, Self.readName),
            purpose: .report(report),
            proof: arguments.has("--signed") ? .signature : arguments.has("--in-url") ? .url : .header
        )
    }

    var words: [String] {
        var words: [String] = []
        switch purpose {
        case .scene(let scene): words += ["--scene", Words.quoted(scene)]
        case .report(let report):
            words += ["--element", Words.quoted(report.element)]
            if let type = report.type { words += ["--as", type.word] }
            if report.field != Report.standardField { words += ["--field", Words.quoted(report.field)] }
            if !report.values.isEmpty {
                let pairs = report.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                words += ["--values", Words.quoted(pairs.joined(separator: ","))]
            }
        }
        for place in places { words += ["--place", Words.quoted(place)] }
        if opensDoors { words.append("--doors") }
        switch proof {
        case .header: break
        case .signature: words.append("--signed")
        case .url: words.append("--in-url")
        }
        return words + ["new", Words.quoted(name)]
    }

    /// Names are a part of URLs.
    private static func readName(_ text: String) throws(Fault) -> String {
        let isName = text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || [0x2D, 0x5F].contains(byte)
        }
        guard isName, (1...maxNameLength).contains(text.utf8.count), text.first != "-" else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a name for a hook",
                hint: "use 1–\(maxNameLength) letters, digits, - and _, since it is a part of its address"
            )
        }
        return text
    }

    private static func readPath(_ text: String) throws(Fault) -> String {
        try StoredText.require(text, StoredText.maxPath, "the name")
        return text
    }

    private static func readWord(_ text: String) throws(Fault) -> String {
        try StoredText.require(text, StoredText.maxName, "the name of the value")
        guard (1...maxWordLength).contains(text.count) else {
            throw Fault(.badRequest, "\"\(text.prefix(80))\" is not the name of a value", hint: "use 1–64 characters")
        }
        return text
    }

    /// `open=on,closed=off`
    private static func readValues(_ text: String) throws(Fault) -> [String: String] {
        try StoredText.require(text, StoredText.maxPlaces, "--values")
        var values: [String: String] = [:]
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = pair.split(separator: "=", omittingEmptySubsequences: false)
            guard halves.count == 2, halves.allSatisfy({ (1...maxWordLength).contains($0.count) }),
                values.updateValue(String(halves[1]), forKey: String(halves[0])) == nil, values.count <= maxValues
            else {
                throw Fault(
                    .badRequest,
                    "\"\(text.prefix(80))\" does not say what the words of a device mean",
                    hint: "write: --values open=on,closed=off; each word once, at most \(maxValues)"
                )
            }
        }
        return values
    }
}
