import DomoHTTP
import DomoYAML

// A link over HTTP.

extension ConfigurationFile {
    /// - Parameter node: the whole mapping, or a URL alone.
    mutating func httpSettings(_ entries: [String: YAMLNode], _ node: YAMLNode) -> ServerSettings? {
        guard let urlNode = entries["url"] else {
            yaml.fault(node, "the server has no url", "add url: http://…")
            return nil
        }
        guard let url = yaml.text(urlNode, "url"), let credentials = credentials(entries) else { return nil }
        guard let dialect = dialect(entries["dialect"]) else { return nil }
        var elements = ElementRules()
        if let node = entries["elements"] {
            do {
                elements = try ElementRules.read(node, dialect: dialect)
            } catch {
                for fault in error.faults { yaml.add(fault) }
            }
        }
        do {
            return try ServerSettings(
                url: url,
                maxInFlight: entries["max-in-flight"].flatMap { yaml.wholeNumber($0, "max-in-flight") } ?? 8,
                connectTimeout: entries["connect-timeout"].flatMap { duration($0, "connect-timeout") } ?? .seconds(2),
                credentials: credentials,
                caFile: entries["ca-file"].flatMap { readableFile($0, "ca-file") },
                dialect: dialect,
                elements: elements,
                reading: entries["reading"].map { timing($0, of: dialect) } ?? .dialect
            )
        } catch {
            let key =
                switch error.field {
                case .url: "url"
                case .maxInFlight: "max-in-flight"
                case .connectTimeout: "connect-timeout"
                case .credentials: entries["token"] == nil ? "user" : "token"
                case .caFile: "ca-file"
                }
            yaml.fault(entries[key] ?? node, error.message, error.hint ?? "see the documentation of \(key)")
            return nil
        }
    }

    /// - Returns: nil for one that is at fault, or not to be found.
    private mutating func dialect(_ node: YAMLNode?) -> Dialect? {
        guard let node else { return .pervML }
        guard let name = yaml.text(node, "dialect") else { return nil }
        if let own = dialects[name] { return own }
        if let shipped = Dialect.shipped(name) { return shipped }
        let known = (Array(Dialect.shipped.keys) + dialects.keys).sorted()
        yaml.fault(node, "unknown dialect \(name)", YAMLReader.offer(known, near: name, "the dialects are"))
        return nil
    }

    /// `reading: off`, or when states are read in the place of what the dialect says.
    private mutating func timing(_ node: YAMLNode, of dialect: Dialect) -> ServerSettings.Timing {
        if node.scalar == "off" { return .never }
        do {
            return .own(try dialect.readingPlan(node))
        } catch {
            for fault in error.faults { yaml.add(fault) }
            return .never
        }
    }

    /// - Returns: nil where they are at fault.
    private mutating func credentials(_ entries: [String: YAMLNode]) -> Credentials? {
        guard let password = secret("password", entries), let token = secret("token", entries) else { return nil }
        let isDigest = entries["digest"].flatMap { yesOrNo($0, "digest") } ?? false
        if let node = entries["token"] ?? entries["token-file"], let token {
            if let user = entries["user"] {
                yaml.fault(user, "both a user and a token", "choose one")
                return nil
            }
            if token.isEmpty {
                yaml.fault(node, "the token is empty", "write it into the file")
                return nil
            }
            return .bearer(token: token)
        }
        guard let node = entries["user"] else {
            if let node = entries["password"] ?? entries["password-file"] {
                yaml.fault(node, "a password without a user", "add user: NAME")
                return nil
            }
            return Credentials.none
        }
        guard let password else {
            yaml.fault(node, "a user without a password", "add password-file: FILE")
            return nil
        }
        return yaml.text(node, "user").map {
            isDigest ? .digest(user: $0, password: password) : .basic(user: $0, password: password)
        }
    }

    /// A secret that stands in the configuration or, better, in a file of its own.
    /// - Returns: nil for a fault, `.some(nil)` where there is none.
    private mutating func secret(_ key: String, _ entries: [String: YAMLNode]) -> String?? {
        if let node = entries[key] {
            secretFiles.append(path)
            return yaml.text(node, key).map { .some($0) }
        }
        guard let node = entries["\(key)-file"] else { return .some(nil) }
        guard let path = yaml.text(node, "\(key)-file").map(whole) else { return nil }
        secretFiles.append(path)
        do {
            let bytes = try FileBytes.read(path, longest: 64 * 1024)
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            return .some(String(decoding: line, as: UTF8.self))
        } catch {
            yaml.fault(node, "\(path): \(error.message)", "make a file whose first line is the \(key)")
            return nil
        }
    }
}
