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

    /// The file with `demo`.
    private(set) var demoFile = ""

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
        var reader = ConfigurationFile(path: path, root: root, kinds: kinds, accounts: accounts)
        let files = ConfigurationParts(of: path)
        var layer = reader.layer(try reader.document(files))
        guard reader.yaml.faults.isEmpty else {
            // In the order of the files, not of discovery; those of other files come after.
            func rank(_ fault: YAMLReader.Fault) -> (Int, String, Int, Int) {
                let file = fault.file ?? path
                return (files.paths.firstIndex(of: file) ?? files.paths.count, file, fault.line, fault.column)
            }
            let faults = reader.yaml.faults.sorted { rank($0) < rank($1) }
            throw StartFault(
                .badConfiguration,
                faults.map { fault in
                    var placed = fault
                    placed.file = fault.file ?? path
                    return placed.description
                }.joined(separator: "\n")
            )
        }
        layer.files = files.paths + reader.dialectFiles
        layer.inputs =
            (layer.files + reader.otherFiles).map { InputFile($0) } + reader.secretFiles.inputs
        layer.warnings = reader.secretWarnings + files.warnings
        if layer.isDemo, layer.server != nil {
            layer.warnings.append(
                "\(reader.demoFile): demo: yes has no effect: the configuration has a server; remove it"
            )
        } else if layer.isDemo {
            // Nobody should mistake the simulation for a real house.
            layer.warnings.append(
                "\(reader.demoFile): demo: yes: houses without a server are simulated; remove this line for a real house"
            )
        }
        return layer
    }

    private var secretWarnings: [String] {
        secretFiles.paths.sorted().filter(FileBytes.isForEverybody).map {
            "\($0) holds secrets, but every user of this machine can read it; run \"chmod o-r\" on it"
        }
    }

    private mutating func layer(_ root: YAMLNode?) -> Configuration.Layer {
        var layer = Configuration.Layer()
        guard let root else { return layer }
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
        if let node = entries["demo"] {
            layer.isDemo = yesOrNo(node, "demo") ?? false
            demoFile = node.file ?? path
        }
        return layer
    }

    // MARK: Dialects

    /// Reads a dialect, which is defined in the configuration or in a separate file.
    private mutating func dialect(_ name: String, _ node: YAMLNode) -> Dialect? {
        do throws(DialectFaults) {
            guard case .mapping(let pairs) = node.content, let file = pairs.first(where: { $0.key.scalar == "file" })
            else { return try Dialect.read(node, name: name, secrets: secretSource(in: node.file ?? self.path)) }
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
            let file = whole(path)
            let isOwn = file.hasPrefix("\(folder)/")
            let root = isOwn ? folder : file.parentFolder
            let bytes = try FolderFile.read(file, below: root, maxBytes: Dialect.maxLength)
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
