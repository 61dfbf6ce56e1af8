import DomoHTTP
import DomoLanguage
import DomoSystem
import DomoYAML
import Glibc
import Logging

/// Reads the configuration file. Every fault in it is found in one reading and told with its place.
struct ConfigurationFile {
    var yaml = YAMLReader()
    /// Nil for one that is at fault, which is told where it stands and not where it is named.
    var dialects: [String: Dialect?] = [:]
    /// By their keys; nil for one that is at fault.
    var links: [String: Configuration.Link?] = [:]
    let path: String
    /// The kinds of link that there are; the first is that of a link that names none.
    let kinds: [LinkKind]
    /// For the names under `access`.
    let accounts: Accounts

    /// The files that hold secrets: the configuration itself, and those that it names.
    let secretFiles = SecretFiles()

    /// The folder of the file, from which all paths in it are counted.
    var folder: String { path.parentFolder }

    /// Blocks: names of users and groups are looked up.
    static func read(
        _ path: String,
        accounts: Accounts = .ofMachine,
        kinds: [LinkKind] = LinkKind.all
    ) throws(StartFault) -> Configuration.Layer {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path, longest: 1024 * 1024)
        } catch {
            throw StartFault(.noSuchFile, "\(path): \(error.message)", hint: "name a configuration file with --config")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw StartFault(.badConfiguration, "\(path):1:1: error: the file is not UTF-8")
        }
        var reader = ConfigurationFile(path: path, kinds: kinds, accounts: accounts)
        var layer = reader.layer(text)
        guard reader.yaml.faults.isEmpty else {
            // As they stand in the file, not as they were found; other files' behind them.
            let faults = reader.yaml.faults.sorted {
                ($0.file ?? "", $0.line, $0.column) < ($1.file ?? "", $1.line, $1.column)
            }
            throw StartFault(
                .badConfiguration,
                faults.map { fault in
                    var placed = fault
                    placed.file = fault.file ?? path
                    return placed.description
                }.joined(separator: "\n")
            )
        }
        layer.warnings = reader.secretWarnings
        if layer.isDemo, layer.server == nil {
            // Nobody is to take what is simulated for the house.
            layer.warnings.append("\(path): demo: yes: a house without a server is simulated; remove it for a real one")
        }
        return layer
    }

    private var secretWarnings: [String] {
        secretFiles.paths.sorted().filter(FileBytes.isForEverybody).map {
            "\($0) holds secrets, and every user of this machine can read it: take that right away with chmod o-r"
        }
    }

    private mutating func layer(_ text: String) -> Configuration.Layer {
        var layer = Configuration.Layer()
        guard let root = yaml.document(text) else { return layer }
        let keys = [
            "homes", "links", "server", "houses", "routes", "dialects", "history", "access", "socket", "state",
            "log-level", "demo",
        ]
        let entries = yaml.mapping(root, "the configuration", keys: keys)
        // First, because servers name them wherever they stand.
        for (name, node, keyNode) in yaml.entries(entries["dialects"], "dialects") {
            guard Dialect.shipped[name] == nil else {
                yaml.fault(keyNode, "\(name) is a dialect that domo brings", "give yours another name")
                continue
            }
            dialects.updateValue(dialect(name, node), forKey: name)
        }
        // Houses and routes name them.
        readLinks(entries["links"])
        layer.links = links.compactMapValues { $0 }
        if let homes = entries["homes"] {
            layer.homes = yaml.list(homes, "homes").map { HouseLoader.isURL($0) ? $0 : whole($0) }
        }
        if let node = entries["server"] { layer.server = server(node) }
        for (name, node, _) in yaml.entries(entries["houses"], "houses") {
            let house = yaml.mapping(node, "a house", keys: ["server", "place", "holidays"])
            if let node = house["server"], let server = server(node) { layer.servers[name] = server }
            layer.places[name] = place(house)
        }
        if let node = entries["routes"] { layer.routes = routes(node) }
        layer.history = entries["history"].map { history($0) }
        layer.access = entries["access"].map { accessSettings($0) }
        layer.socket = entries["socket"].flatMap { yaml.text($0, "socket").map(whole) }
        layer.state = entries["state"].flatMap { yaml.text($0, "state").map(whole) }
        if let node = entries["log-level"], let word = yaml.text(node, "log-level") {
            do {
                layer.logLevel = try Logger.Level(word: word, from: "log-level")
            } catch {
                yaml.fault(node, error.message, error.hint ?? "")
            }
        }
        if let node = entries["demo"] { layer.isDemo = yesOrNo(node, "demo") ?? false }
        return layer
    }

    // MARK: Dialects

    /// A dialect stands in the configuration, or in a file of its own.
    private mutating func dialect(_ name: String, _ node: YAMLNode) -> Dialect? {
        do throws(DialectFaults) {
            guard case .mapping(let pairs) = node.content, let file = pairs.first(where: { $0.key.scalar == "file" })
            else { return try Dialect.read(node, name: name, secrets: secretSource(in: self.path)) }
            let entries = yaml.mapping(node, "a dialect in a file", keys: ["file"])
            guard entries["file"] != nil, let path = yaml.text(file.value, "file") else { return nil }
            guard let text = dialectText(path, file.value) else { return nil }
            return try Dialect.read(text, name: name, file: whole(path), secrets: secretSource(in: whole(path)))
        } catch {
            for fault in error.faults { yaml.add(fault) }
            return nil
        }
    }

    private mutating func dialectText(_ path: String, _ node: YAMLNode) -> String? {
        do {
            let bytes = try FileBytes.read(whole(path), longest: Dialect.maxLength)
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            yaml.fault(node, "\(path): the file is not UTF-8", "save it as UTF-8")
        } catch {
            yaml.fault(node, "\(path): \(error.message)", "name a dialect's file")
        }
        return nil
    }

    /// A path of the file, as the daemon can open it wherever it runs.
    func whole(_ path: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }

    // MARK: Values

    mutating func readableFile(_ node: YAMLNode, _ what: String) -> String? {
        guard let path = yaml.text(node, what).map(whole) else { return nil }
        if access(path, R_OK) != 0 {
            yaml.fault(node, "\(path): \(String(cString: strerror(errno)))", "name a file that domod may read")
        }
        return path
    }

    mutating func duration(_ node: YAMLNode, _ what: String) -> Duration? {
        guard let duration = node.scalar.flatMap({ DurationText.read($0) }) else {
            yaml.fault(node, "\(what) is not a duration", "write 500ms, 2s or 1m")
            return nil
        }
        return duration
    }

    mutating func yesOrNo(_ node: YAMLNode, _ what: String) -> Bool? { SecretReader.yesOrNo(node, what, &yaml) }
}
