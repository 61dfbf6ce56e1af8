public import DomoYAML

/// Reads secrets, URLs and credentials in configurations and dialects. Faults show no secret.
public enum SecretReader {
    static let keys = ["secret", "secret-file"]

    /// `{secret: TEXT}` or `{secret-file: PATH}`.
    ///
    /// - Returns: nil if it is invalid.
    static func secret(
        _ node: YAMLNode,
        _ what: String,
        from source: SecretSource,
        _ yaml: inout YAMLReader
    ) -> String? {
        let entries = yaml.mapping(node, what, keys: keys)
        guard entries.count == 1 else {
            yaml.fault(node, "\(what) is neither a text nor a secret", "write \(what): {secret: VALUE}")
            return nil
        }
        return text("secret", entries, from: source, &yaml) ?? nil
    }

    static func isSecret(_ node: YAMLNode) -> Bool {
        if case .mapping = node.content { true } else { false }
    }

    /// Reads a URL, whose path may be a secret: `url: {secret: http://…}`.
    public static func url(
        _ node: YAMLNode,
        from source: SecretSource,
        _ yaml: inout YAMLReader
    ) -> (text: String, isSecret: Bool)? {
        guard isSecret(node) else { return yaml.text(node, "url").map { ($0, false) } }
        return secret(node, "url", from: source, &yaml).map { ($0, true) }
    }

    /// Reads `user`, `password`, `token` and `digest`. Each secret may be in its own file.
    ///
    /// - Returns: nil if they are invalid.
    public static func credentials(
        _ entries: [String: YAMLNode],
        from source: SecretSource,
        _ yaml: inout YAMLReader
    ) -> Credentials? {
        guard let password = text("password", entries, from: source, &yaml),
            let token = text("token", entries, from: source, &yaml)
        else { return nil }
        let isDigest = entries["digest"].flatMap { yesOrNo($0, "digest", &yaml) } ?? false
        if let node = entries["token"] ?? entries["token-file"], let token {
            if let user = entries["user"] {
                yaml.fault(user, "both a user and a token", "remove one of them")
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

    public static func yesOrNo(_ node: YAMLNode, _ what: String, _ yaml: inout YAMLReader) -> Bool? {
        switch node.scalar?.lowercased() {
        case "yes", "true", "on": return true
        case "no", "false", "off": return false
        default:
            yaml.fault(node, "\(what) is neither yes nor no", "write \(what): yes")
            return nil
        }
    }

    /// Reads a secret that is written under its key or, better, in its own file.
    /// - Returns: nil for a fault, `.some(nil)` if there is no secret.
    private static func text(
        _ key: String,
        _ entries: [String: YAMLNode],
        from source: SecretSource,
        _ yaml: inout YAMLReader
    ) -> String?? {
        if let node = entries[key] {
            source.noteWritten()
            return yaml.text(node, key).map { .some($0) }
        }
        guard let node = entries["\(key)-file"] else { return .some(nil) }
        guard let path = yaml.text(node, "\(key)-file") else { return nil }
        do throws(SecretSource.Problem) {
            return .some(try source.firstLine(path))
        } catch {
            yaml.fault(node, error.message, "create a file whose first line is the \(key)")
            return nil
        }
    }
}
