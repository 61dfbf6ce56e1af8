import DomoHTTP
import DomoLanguage
import DomoModel
import DomoSystem
import DomoYAML
import Glibc
import Logging

/// Reads the configuration file. One reading reports all errors, with their positions.
struct ConfigurationFile {
    var yaml = YAMLReader()
    /// Nil for a dialect with errors: they are reported where the dialect is defined, not where it is used.
    var dialects: [String: Dialect?] = [:]
    /// By key; nil for a link with errors.
    var links: [String: Configuration.Link?] = [:]
    let path: String
    /// Where the file and those that it names are read.
    let root: FileRoot
    /// The kinds of link; the first is the default.
    let kinds: [LinkKind]
    /// Resolves the names under `access`.
    let accounts: Accounts

    /// The files of dialects.
    var dialectFiles: [String] = []

    /// Other files that it names.
    var otherFiles: [String] = []

    /// The files that hold secrets: the configuration itself, and those that it refers to.
    let secretFiles = SecretFiles()

    /// The folder of the file; paths in the file are relative to it.
    var folder: String { path.parentFolder }

    /// Blocks: names of users and groups are looked up.
    static func read(
        _ path: String,
        root: FileRoot = .own,
        accounts: Accounts = .ofMachine,
        kinds: [LinkKind] = LinkKind.all
    ) throws(StartFault) -> Configuration.Layer {
        let path = root.file(path)
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path, maxBytes: 1024 * 1024)
        } catch {
            throw StartFault(
                .noSuchFile,
                "\(path): \(error.message)",
                hint: "check the path after --config, or DOMO_CONFIG"
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw StartFault(.badConfiguration, "\(path):1:1: error: the file is not UTF-8")
        }
        var reader = ConfigurationFile(path: path, root: root, kinds: kinds, accounts: accounts)
        var layer = reader.layer(text)
        guard reader.yaml.faults.isEmpty else {
            // In the order of the file, not of discovery; those of other files come after.
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
        layer.files = [path] + reader.dialectFiles
        layer.inputs =
            (layer.files + reader.otherFiles).map { InputFile($0) } + reader.secretFiles.inputs
        layer.warnings = reader.secretWarnings
        if layer.isDemo, layer.server != nil {
            layer.warnings.append("\(path): demo: yes has no effect: the configuration has a server; remove it")
        } else if layer.isDemo {
            // Nobody should mistake the simulation for a real house.
            layer.warnings.append(
                "\(path): demo: yes: houses without a server are simulated; remove this line for a real house"
            )
        }
        return layer
    }

    /// What a file that can't be used says about access; nil if that can't be read. Blocks.
    static func accessSettings(in path: String, accounts: Accounts = .ofMachine) -> Configuration.Access? {
        var reader = ConfigurationFile(path: path, root: .own, kinds: [], accounts: accounts)
        do throws(FileBytes.Fault) {
            let bytes = try FileBytes.read(path, maxBytes: 1024 * 1024)
            guard let text = String(validating: bytes, as: UTF8.self), let root = reader.yaml.document(text),
                case .mapping(let pairs) = root.content
            else { return nil }
            let nodes = pairs.filter { $0.key.scalar == "access" }
            guard nodes.count < 2 else { return nil }
            let access = nodes.first.map { reader.accessSettings($0.value) } ?? Configuration.Access()
            return reader.yaml.faults.isEmpty ? access : nil
        } catch {
            return nil
        }
    }

    /// The state folder that a file names, even if it is no YAML.
    static func stateFolder(in path: String) -> String? {
        let lines: [Substring]
        do throws(FileBytes.Fault) {
            let bytes = try FileBytes.read(path, maxBytes: 1024 * 1024)
            lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        } catch {
            return nil
        }
        guard let line = lines.first(where: { $0.hasPrefix("state:") }) else { return nil }
        let value = line.dropFirst("state:".count).split(separator: " #")[0].trimmingPrefix { $0 == " " }
        let plain = value.filter { !"\"'\r".contains($0) }.split(separator: " ").joined(separator: " ")
        guard !plain.isEmpty else { return nil }
        return plain.hasPrefix("/") ? plain : "\(path.parentFolder)/\(plain)"
    }

    private var secretWarnings: [String] {
        secretFiles.paths.sorted().filter(FileBytes.isForEverybody).map {
            "\($0) holds secrets, but every user of this machine can read it; run \"chmod o-r\" on it"
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
        // Read before the servers, which refer to them.
        for (name, node, keyNode) in yaml.entries(entries["dialects"], "dialects") {
            guard Dialect.shipped[name] == nil else {
                yaml.fault(keyNode, "\(name) is a built-in dialect", "choose another name")
                continue
            }
            dialects.updateValue(dialect(name, node), forKey: name)
        }
        // Read before houses and routes, which refer to them.
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
        layer.socket = entries["socket"].flatMap { yaml.text($0, "socket").map(own) }
        layer.state = entries["state"].flatMap { yaml.text($0, "state").map(own) }
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

    /// Reads a dialect, which is defined in the configuration or in a separate file.
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
            let bytes = try FileBytes.read(whole(path), maxBytes: Dialect.maxLength)
            dialectFiles.append(whole(path))
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            yaml.fault(node, "\(path): the file is not UTF-8", "save it as UTF-8")
        } catch {
            yaml.fault(node, "\(path): \(error.message)", "name a dialect file")
        }
        return nil
    }

    /// Resolves a path in the file relative to its folder.
    func whole(_ path: String) -> String { path.hasPrefix("/") ? root.file(path) : "\(folder)/\(path)" }

    /// The same for a file that is not read with the configuration.
    func own(_ path: String) -> String { root.own(whole(path)) }

    // MARK: Values

    mutating func readableFile(_ node: YAMLNode, _ what: String) -> String? {
        guard let path = yaml.text(node, what).map(whole) else { return nil }
        if access(path, R_OK) != 0 {
            yaml.fault(node, "\(path): \(String(cString: strerror(errno)))", "use a file that domod may read")
        }
        otherFiles.append(path)
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
