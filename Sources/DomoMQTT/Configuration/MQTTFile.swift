import DomoBridge
import DomoLanguage
import DomoModel
import DomoYAML

/// Reads the file of `domo-mqtt`. One reading reports all mistakes, with their positions.
struct MQTTFile: BridgeFile {
    /// What is given on the command line instead of in the file.
    struct Overrides: Equatable, Sendable {
        var broker: String?
        var prefix: String?
        var discovery: String?
    }

    static let program = "domo-mqtt"

    private static let keys = [
        "broker", "user", "password", "password-file", "ca", "certificate", "key", "client-id", "prefix", "discovery",
        "discovery-mode", "page", "publish", "commands", "scenes", "by", "deadline",
        "language",
    ]

    var yaml = YAMLReader()
    let path: String
    var secretFiles: Set<String> = []
    var hasSecret = false
    private let overrides: Overrides

    private init(path: String, _ overrides: Overrides) { (self.path, self.overrides) = (path, overrides) }

    /// Blocks: the files with secrets are read too.
    ///
    /// - Parameter path: nil to use the options alone.
    static func read(_ path: String?, _ overrides: Overrides) throws(FileMistakes) -> MQTTConfiguration {
        guard let path else { return try read("", path: "options", overrides) }
        return try read(text(of: path), path: path, overrides)
    }

    static func read(_ text: String, path: String, _ overrides: Overrides) throws(FileMistakes) -> MQTTConfiguration {
        var file = MQTTFile(path: path, overrides)
        let root = file.yaml.document(text)
        let configuration = file.readAll(root)
        guard file.yaml.faults.isEmpty else { throw FileMistakes(file.yaml.faults, path: path) }
        guard var configuration else {
            throw FileMistakes(text: "\(path): error: there is no broker; add \"broker: mqtt://HOST:1883\"")
        }
        configuration.warnings += file.secretWarnings
        if configuration.broker.tls == nil, configuration.broker.password != nil,
            !["localhost", "127.0.0.1", "::1"].contains(configuration.broker.host)
        {
            configuration.warnings.append("\(path): the password is sent to \(configuration.broker.text) without TLS")
        }
        return configuration
    }

    private mutating func readAll(_ root: YAMLNode?) -> MQTTConfiguration? {
        let entries = root.map { yaml.mapping($0, "the configuration", keys: Self.keys) } ?? [:]
        let prefix = topic(overrides.prefix, entries["prefix"], "prefix") ?? "domo"
        let broker = broker(entries, prefix: prefix)
        // Without a broker, only the mistakes of the rest are of use.
        var configuration = MQTTConfiguration(
            broker: broker ?? BrokerSettings(host: "", port: 0, clientID: ""),
            prefix: prefix
        )
        configuration.discovery = topic(overrides.discovery, entries["discovery"], "discovery")
        if configuration.discovery == "no" { configuration.discovery = nil }
        if let node = entries["discovery-mode"] { configuration.discoveryMode = mode(node) }
        if let node = entries["page"] { configuration.page = page(node) }
        if let node = entries["publish"] { readPublish(node, into: &configuration.rules) }
        if let node = entries["commands"] { readCommands(node, into: &configuration.rules) }
        if let node = entries["scenes"] { readScenes(node, into: &configuration.rules) }
        if let node = entries["by"] { configuration.showsCause = yesOrNo(node, "by") ?? false }
        if let node = entries["deadline"] {
            configuration.deadline = duration(node, "deadline", in: MQTTConfiguration.deadlines) ?? .seconds(10)
        }
        if let node = entries["language"] { configuration.language = yaml.text(node, "language") }
        return broker == nil ? nil : configuration
    }

    // MARK: The broker

    private mutating func broker(_ entries: [String: YAMLNode], prefix: String) -> BrokerSettings? {
        let text = overrides.broker ?? entries["broker"].flatMap { yaml.text($0, "broker") }
        guard let text else { return nil }
        guard let address = BrokerAddress(text) else {
            let what = "\"\(text.oneLine)\" is not the address of a broker"
            let instead = "write mqtt://HOST:1883 or mqtts://HOST:8883"
            guard let node = entries["broker"], overrides.broker == nil else {
                yaml.add(YAMLReader.Fault(line: 1, column: 1, message: "--broker: \(what); \(instead)"))
                return nil
            }
            yaml.fault(node, what, instead)
            return nil
        }
        var settings = BrokerSettings(host: address.host, port: address.port, clientID: "domo-mqtt-\(prefix)")
        settings.user = entries["user"].flatMap { yaml.text($0, "user") }
        settings.password = secret("password", in: entries)
        if let node = entries["client-id"] { settings.clientID = yaml.text(node, "client-id") ?? settings.clientID }
        let files = ["ca", "certificate", "key"].map { readableFile(entries[$0], $0) }
        if address.hasTLS {
            settings.tls = BrokerSettings.TLS(authorities: files[0], certificate: files[1], key: files[2])
        } else if let node = entries["ca"] ?? entries["certificate"] ?? entries["key"] {
            yaml.fault(node, "there are certificates for a connection without TLS", "write broker: mqtts://HOST:8883")
        }
        if (files[1] == nil) != (files[2] == nil), let node = entries["certificate"] ?? entries["key"] {
            yaml.fault(node, "certificate and key belong together", "add the other one")
        }
        return settings
    }

    /// A topic without wildcards.
    private mutating func topic(_ override: String?, _ node: YAMLNode?, _ what: String) -> String? {
        guard let text = override ?? node.flatMap({ yaml.text($0, what) }) else { return nil }
        let isValid =
            !text.isEmpty && !text.hasPrefix("/") && !text.hasSuffix("/") && !text.hasPrefix("$")
            && text.utf8.count <= 200 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x2B && $0 != 0x23 }
        guard isValid else {
            let message = "\(what): \"\(text.oneLine)\" can't begin a topic; use letters, digits, - and _"
            yaml.add(
                YAMLReader.Fault(
                    line: node?.line ?? 1,
                    column: node?.column ?? 1,
                    message: override == nil ? message : "--\(message)"
                )
            )
            return nil
        }
        return text
    }

    private mutating func mode(_ node: YAMLNode) -> MQTTConfiguration.DiscoveryMode {
        guard let mode = node.scalar.flatMap(MQTTConfiguration.DiscoveryMode.init(rawValue:)) else {
            yaml.fault(node, "unknown discovery-mode", "use device or component")
            return .device
        }
        return mode
    }

    private mutating func page(_ node: YAMLNode) -> String? {
        guard let text = yaml.text(node, "page") else { return nil }
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else {
            yaml.fault(node, "page is not an address of a web page", "write page: https://HOST")
            return nil
        }
        return text
    }

    // MARK: What is published

    private mutating func readPublish(_ node: YAMLNode, into rules: inout PublishRules) {
        let entries = yaml.mapping(node, "publish", keys: ["places", "except", "classes", "roles"])
        if let node = entries["places"] { rules.places = texts(node, "places").map(\.text) }
        if let node = entries["except"] { rules.exceptions = texts(node, "except").map(\.text) }
        if let node = entries["classes"] {
            rules.classes = words(node, "classes", of: ElementClass.allCases) { [$0.word, $0.spanish] }
        }
        if let node = entries["roles"] {
            rules.roles = words(node, "roles", of: FacetRole.allCases) { [$0.word, $0.spanish] }
        }
    }

    private mutating func readCommands(_ node: YAMLNode, into rules: inout PublishRules) {
        if node.scalar == "no" || node.scalar == "false" {
            rules.takesCommands = false
        } else {
            rules.commands = texts(node, "commands").map(\.text)
        }
    }

    private mutating func readScenes(_ node: YAMLNode, into rules: inout PublishRules) {
        if node.scalar == "no" || node.scalar == "false" {
            rules.startsScenes = false
        } else {
            rules.scenes = texts(node, "scenes").map(\.text)
        }
    }

    private mutating func words<Item: Hashable>(
        _ node: YAMLNode,
        _ what: String,
        of items: [Item],
        called names: (Item) -> [String]
    ) -> Set<Item> {
        var found: Set<Item> = []
        for (text, place) in texts(node, what) {
            guard let item = items.first(where: { names($0).contains(text) }) else {
                let known = items.flatMap { names($0).prefix(1) }
                yaml.fault(place, "unknown word \"\(text.oneLine)\"", YAMLReader.offer(known, near: text, "use"))
                continue
            }
            found.insert(item)
        }
        return found
    }

    /// One text or a list of texts, with their positions.
    private mutating func texts(_ node: YAMLNode, _ what: String) -> [(text: String, node: YAMLNode)] {
        if case .sequence(let sequence) = node.content {
            return sequence.compactMap { item in yaml.text(item, "an entry of \(what)").map { ($0, item) } }
        }
        return yaml.text(node, what).map { [($0, node)] } ?? []
    }
}
