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

    public init(name: String, purpose: Purpose, proof: Proof = .header, places: [String] = []) {
        (self.name, self.purpose, self.proof, self.places) = (name, purpose, proof, places)
    }

    /// In characters.
    public static let maxNameLength = 64
    public static let maxValues = 32
    /// The maximum length of a field or of a word for a value, in characters.
    public static let maxWordLength = 64
}

extension HookStep {
    init(_ arguments: Arguments) throws(UsageError) {
        let operands = arguments.operands
        switch (operands[0], operands.count) {
        case ("new", 2): self = .new(try NewHook(arguments))
        case ("list", 1) where !arguments.hasOptions: self = .list
        case ("revoke", 2) where !arguments.hasOptions: self = .revoke(name: operands[1])
        default: throw arguments.wrongArguments("hook", commands: ["new", "list", "revoke"])
        }
    }

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
    init(_ arguments: Arguments) throws(UsageError) {
        name = try arguments.operand(1, Self.readName)
        switch (arguments.value("--scene"), arguments.value("--element")) {
        case (let scene?, nil):
            for option in ["--as", "--field", "--values"] where arguments.has(option) {
                throw arguments.usageError("\(option) needs --element")
            }
            purpose = .scene(scene)
        case (nil, let element?):
            guard !arguments.has("--place") else { throw arguments.usageError("--place needs --scene") }
            var report = Report(element: element)
            report.type = try arguments.value("--as", Order.type)
            report.field = try arguments.value("--field", Self.readWord) ?? report.field
            report.values = try arguments.value("--values", Self.readValues) ?? [:]
            purpose = .report(report)
        case (_, _): throw arguments.usageError("expected either --scene or --element")
        }
        switch (arguments.has("--signed"), arguments.has("--in-url")) {
        case (false, false): proof = .header
        case (true, false): proof = .signature
        case (false, true):
            guard case .report = purpose else {
                throw arguments.usageError(
                    "--in-url needs --element",
                    hint: "an address is easily seen by others: it may report a state, but never start a scene"
                )
            }
            proof = .url
        case (true, true): throw arguments.usageError("--signed can't be used with --in-url")
        }
        places = arguments.values("--place")
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

    private static func readWord(_ text: String) throws(Fault) -> String {
        guard (1...maxWordLength).contains(text.count) else {
            throw Fault(.badRequest, "\"\(text.prefix(80))\" is not the name of a value", hint: "use 1–64 characters")
        }
        return text
    }

    /// `open=on,closed=off`
    private static func readValues(_ text: String) throws(Fault) -> [String: String] {
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
