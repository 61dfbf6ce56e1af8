import DomoHTTP
import DomoLanguage
import DomoYAML
import Glibc
import Logging

/// Reads the configuration file. Every fault in it is found in one reading and told with its place.
struct ConfigurationFile {
    private var faults: [(line: Int, column: Int, text: String)] = []
    private var dialects: [String: Dialect] = ["pervml": .pervML]

    static func read(_ path: String) throws(StartFault) -> Configuration.Layer {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path, longest: 1024 * 1024)
        } catch {
            throw StartFault(.noSuchFile, "\(path): \(error.message)", hint: "name a configuration file with --config")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw StartFault(.badConfiguration, "\(path):1:1: error: the file is not UTF-8")
        }
        var reader = ConfigurationFile()
        let layer = reader.layer(text)
        guard reader.faults.isEmpty else {
            // As they stand in the file, not as they were found.
            let faults = reader.faults.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
            throw StartFault(
                .badConfiguration,
                faults.map { "\(path):\($0.line):\($0.column): error: \($0.text)" }.joined(separator: "\n")
            )
        }
        return layer
    }

    private mutating func layer(_ text: String) -> Configuration.Layer {
        var layer = Configuration.Layer()
        guard let root = document(text) else { return layer }
        let keys = ["homes", "server", "houses", "dialects", "socket", "state", "log-level"]
        let entries = mapping(root, "the configuration", keys: keys)
        // First, because servers name them wherever they stand.
        for (name, node) in mapping(entries["dialects"], "dialects") {
            guard Dialect.shipped[name] == nil else {
                fault(node, "\(name) is a dialect that domo brings", "give yours another name")
                continue
            }
            if let dialect = dialect(name, node) { dialects[name] = dialect }
        }
        if let homes = entries["homes"] { layer.homes = list(homes, "homes") }
        if let node = entries["server"] { layer.server = server(node) }
        for (name, node) in mapping(entries["houses"], "houses") {
            let house = mapping(node, "a house", keys: ["server"])
            if let node = house["server"], let server = server(node) { layer.servers[name] = server }
        }
        layer.socket = entries["socket"].flatMap { self.text($0, "socket") }
        layer.state = entries["state"].flatMap { self.text($0, "state") }
        if let node = entries["log-level"], let word = self.text(node, "log-level") {
            do {
                layer.logLevel = try Logger.Level(word: word, from: "log-level")
            } catch {
                fault(node, error.message, error.hint ?? "")
            }
        }
        return layer
    }

    private mutating func document(_ text: String) -> YAMLNode? {
        do {
            return try YAMLNode.read(text)
        } catch {
            faults.append((error.line, error.column, error.message))
            return nil
        }
    }

    // MARK: Servers and dialects

    private static let serverKeys = [
        "url", "max-in-flight", "connect-timeout", "deadline", "ca-file", "user", "password", "password-file", "token",
        "token-file", "dialect",
    ]

    /// A server is a URL, or a mapping with one.
    private mutating func server(_ node: YAMLNode) -> Configuration.Server? {
        let entries = node.scalar == nil ? mapping(node, "a server", keys: Self.serverKeys) : ["url": node]
        guard let urlNode = entries["url"] else {
            fault(node, "the server has no url", "add url: http://…")
            return nil
        }
        guard let url = text(urlNode, "url"), let credentials = credentials(entries) else { return nil }
        var chosen = Dialect.pervML
        if let node = entries["dialect"], let name = text(node, "dialect") {
            guard let dialect = dialects[name] else {
                fault(
                    node,
                    "unknown dialect \(name)",
                    "the dialects are: \(dialects.keys.sorted().joined(separator: ", "))"
                )
                return nil
            }
            chosen = dialect
        }
        var deadline = Configuration.Server.usualDeadline
        if let node = entries["deadline"] {
            deadline = duration(node, "deadline") ?? deadline
            if !Order.deadlines.contains(deadline) { fault(node, "the deadline is out of range", "100ms–10m") }
        }
        do {
            let settings = try ServerSettings(
                url: url,
                maxInFlight: entries["max-in-flight"].flatMap { wholeNumber($0, "max-in-flight") } ?? 8,
                connectTimeout: entries["connect-timeout"].flatMap { duration($0, "connect-timeout") } ?? .seconds(2),
                credentials: credentials,
                caFile: entries["ca-file"].flatMap { readableFile($0, "ca-file") },
                dialect: chosen
            )
            return Configuration.Server(settings: settings, deadline: deadline)
        } catch {
            let key =
                switch error.field {
                case .url: "url"
                case .maxInFlight: "max-in-flight"
                case .connectTimeout: "connect-timeout"
                case .credentials: entries["token"] == nil ? "user" : "token"
                case .caFile: "ca-file"
                }
            fault(entries[key] ?? node, error.message, error.hint ?? "see the documentation of \(key)")
            return nil
        }
    }

    /// - Returns: nil where they are at fault.
    private mutating func credentials(_ entries: [String: YAMLNode]) -> Credentials? {
        guard let password = secret("password", entries), let token = secret("token", entries) else { return nil }
        if let node = entries["token"] ?? entries["token-file"], let token {
            if let user = entries["user"] {
                fault(user, "both a user and a token", "choose one")
                return nil
            }
            if token.isEmpty {
                fault(node, "the token is empty", "write it into the file")
                return nil
            }
            return .bearer(token: token)
        }
        guard let node = entries["user"] else {
            if let node = entries["password"] ?? entries["password-file"] {
                fault(node, "a password without a user", "add user: NAME")
                return nil
            }
            return Credentials.none
        }
        guard let password else {
            fault(node, "a user without a password", "add password-file: FILE")
            return nil
        }
        return text(node, "user").map { .basic(user: $0, password: password) }
    }

    /// A secret that stands in the configuration or, better, in a file of its own.
    /// - Returns: nil for a fault, `.some(nil)` where there is none.
    private mutating func secret(_ key: String, _ entries: [String: YAMLNode]) -> String?? {
        if let node = entries[key] { return text(node, key).map { .some($0) } }
        guard let node = entries["\(key)-file"] else { return .some(nil) }
        guard let path = text(node, "\(key)-file") else { return nil }
        do {
            let bytes = try FileBytes.read(path, longest: 64 * 1024)
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            return .some(String(decoding: line, as: UTF8.self))
        } catch {
            fault(node, "\(path): \(error.message)", "make a file whose first line is the \(key)")
            return nil
        }
    }

    private mutating func dialect(_ name: String, _ node: YAMLNode) -> Dialect? {
        let entries = mapping(node, "a dialect", keys: ["signal", "signal-with-value", "operations"])
        var operations: [String: String] = [:]
        for (word, node) in mapping(entries["operations"], "operations") {
            operations[word] = text(node, word)
        }
        guard let signalNode = entries["signal"], let signal = text(signalNode, "signal") else {
            fault(node, "the dialect \(name) has no signal", "add signal: \"\(Dialect.exampleSignal)\"")
            return nil
        }
        let withValue = entries["signal-with-value"].flatMap { text($0, "signal-with-value") } ?? signal
        do {
            return try Dialect(name: name, signal: signal, signalWithValue: withValue, operations: operations)
        } catch {
            let isOther = error.field == "signalWithValue"
            let place = error.field?.hasPrefix("operations") == true ? entries["operations"] : nil
            let column = error.column.map { "column \($0): " } ?? ""
            fault(
                place ?? (isOther ? entries["signal-with-value"] : nil) ?? signalNode,
                "\(column)\(error.message)",
                "an example: \(Dialect.exampleSignal)"
            )
            return nil
        }
    }

    // MARK: Values

    private mutating func fault(_ node: YAMLNode, _ what: String, _ instead: String) {
        faults.append((node.line, node.column, "\(what); \(instead)"))
    }

    private mutating func mapping(_ node: YAMLNode?, _ what: String, keys: [String]? = nil) -> [String: YAMLNode] {
        guard let node else { return [:] }
        guard case .mapping(let pairs) = node.content else {
            fault(node, "\(what) is not a mapping", "write key: value lines below it")
            return [:]
        }
        var entries: [String: YAMLNode] = [:]
        for (key, value) in pairs {
            guard let name = key.scalar else {
                fault(key, "a key that is not a text", "write key: value")
                continue
            }
            if let keys, !keys.contains(name) {
                fault(key, "unknown key \"\(name)\" in \(what)", "the keys are: \(keys.joined(separator: ", "))")
                continue
            }
            if let first = entries.updateValue(value, forKey: name) {
                fault(key, "\"\(name)\" is given twice", "it stands at line \(first.line) already")
            }
        }
        return entries
    }

    private mutating func list(_ node: YAMLNode, _ what: String) -> [String] {
        if node.scalar != nil { return text(node, what).map { [$0] } ?? [] }
        guard case .sequence(let sequence) = node.content else {
            fault(node, "\(what) is not a list", "write one a line, each after \"- \"")
            return []
        }
        var items: [String] = []
        for item in sequence {
            if let item = text(item, "an entry of \(what)") { items.append(item) }
        }
        return items
    }

    private mutating func text(_ node: YAMLNode, _ what: String) -> String? {
        guard let text = node.scalar, !text.isEmpty else {
            fault(node, "\(what) is not a text", "write \(what): VALUE")
            return nil
        }
        return text
    }

    private mutating func readableFile(_ node: YAMLNode, _ what: String) -> String? {
        guard let path = text(node, what) else { return nil }
        if access(path, R_OK) != 0 {
            fault(node, "\(path): \(String(cString: strerror(errno)))", "name a file that domod may read")
        }
        return path
    }

    private mutating func wholeNumber(_ node: YAMLNode, _ what: String) -> Int? {
        guard let number = node.scalar.flatMap({ Int($0) }) else {
            fault(node, "\(what) is not a whole number", "write \(what): 8")
            return nil
        }
        return number
    }

    private mutating func duration(_ node: YAMLNode, _ what: String) -> Duration? {
        guard let duration = node.scalar.flatMap({ DurationText.read($0) }) else {
            fault(node, "\(what) is not a duration", "write 500ms, 2s or 1m")
            return nil
        }
        return duration
    }
}

extension Dialect {
    fileprivate static let shipped: [String: Dialect] = ["pervml": .pervML]
    fileprivate static let exampleSignal = "POST {url}?operation={operation}&PERVMLSERVICENAME={name}"
}
