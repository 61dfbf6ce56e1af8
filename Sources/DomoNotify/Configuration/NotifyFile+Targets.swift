import DomoBridge
import DomoJSON
import DomoLanguage
import DomoModel
import DomoYAML

// `targets:`, `calls:` and `push-services:`.

extension NotifyFile {
    private static let ntfyKeys = ["ntfy", "token", "token-file", "ca-file"]
    private static let mailKeys = [
        "smtp", "from", "to", "user", "password", "password-file", "tls", "ca-file",
    ]
    private static let webKeys = [
        "url", "method", "headers", "header-files", "body", "user", "password", "password-file", "idempotent",
        "ca-file",
    ]

    mutating func readTargets(_ node: YAMLNode?) {
        for (key, node, keyNode) in yaml.entries(node, "targets") where name(key, keyNode) {
            if let target = target(node, "the target \(key)") { configuration.targets[key] = target }
        }
    }

    mutating func readCalls(_ node: YAMLNode?) {
        for (key, node, keyNode) in yaml.entries(node, "calls") where name(key, keyNode) {
            let entries = yaml.mapping(node, "the call \(key)", keys: Self.webKeys)
            if let request = webRequest(entries, node, method: .get) { configuration.calls[key] = request }
        }
    }

    private mutating func target(_ node: YAMLNode, _ what: String) -> Target? {
        guard case .mapping(let pairs) = node.content else {
            yaml.fault(
                node,
                "\(what) is not a mapping",
                "write {ntfy: URL}, {smtp: URL, …}, {url: URL, …} or {push: TOKEN}"
            )
            return nil
        }
        let kinds = ["ntfy", "smtp", "url", "push"].filter { (kind: String) in pairs.contains { $0.key.scalar == kind }
        }
        guard kinds.count == 1 else {
            let problem =
                kinds.isEmpty ? "has none of ntfy, smtp, url and push" : "has \(kinds.joined(separator: " and "))"
            yaml.fault(node, "\(what) \(problem)", "write exactly one of them")
            return nil
        }
        switch kinds[0] {
        case "ntfy": return ntfy(yaml.mapping(node, what, keys: Self.ntfyKeys)).map(Target.ntfy)
        case "smtp": return mail(yaml.mapping(node, what, keys: Self.mailKeys), node).map(Target.mail)
        case "push":
            let entries = yaml.mapping(node, what, keys: ["push"])
            guard let place = entries["push"], let token = yaml.text(place, "push") else { return nil }
            guard configuration.contact != nil || configuration.page?.scheme == .https else {
                yaml.fault(
                    place,
                    "push services want to know whom to contact (RFC 8292)",
                    "write contact: mailto:NAME@HOST, or page: https://HOST"
                )
                return nil
            }
            return .push(token: token)
        default: return webRequest(yaml.mapping(node, what, keys: Self.webKeys), node, method: .post).map(Target.web)
        }
    }

    private mutating func ntfy(_ entries: [String: YAMLNode]) -> NtfyTarget? {
        let token = secret("token", in: entries)
        let caFile = readableFile(entries["ca-file"], "ca-file")
        guard let node = entries["ntfy"], let address = address(node, "ntfy", [.https, .http]) else { return nil }
        // Topics: docs.ntfy.sh/publish, "Limitations", and the server's pattern for them.
        let topic = address.rest.drop { $0 == "/" }
        let isTopic = topic.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || "-_".utf8.contains($0)
        }
        guard isTopic, (1...64).contains(topic.utf8.count),
            let server = try? WebAddress(address.origin + "/", schemes: [address.scheme])
        else {
            yaml.fault(
                node,
                "the ntfy URL has no topic of 1–64 letters, digits, \"-\" and \"_\"",
                "write https://HOST/TOPIC"
            )
            return nil
        }
        return NtfyTarget(server: server, topic: String(topic), token: token, caFile: caFile)
    }

    private mutating func mail(_ entries: [String: YAMLNode], _ node: YAMLNode) -> MailTarget? {
        let password = secret("password", in: entries)
        let caFile = readableFile(entries["ca-file"], "ca-file")
        let user = entries["user"].flatMap { yaml.text($0, "user") }
        if (user == nil) != (password == nil) {
            yaml.fault(
                node,
                user == nil ? "a password without a user" : "a user without a password",
                "write user and password-file"
            )
        }
        let from = mailAddresses(entries["from"], "from", of: node)
        let to = mailAddresses(entries["to"], "to", of: node)
        guard let place = entries["smtp"], let server = address(place, "smtp", [.smtp, .smtps]) else { return nil }
        if !server.rest.isEmpty, server.rest != "/" {
            yaml.fault(place, "the smtp URL has a path", "write smtp://HOST:PORT")
        }
        var encryption: MailTarget.Encryption = server.isLoopback ? .none : .required
        if let node = entries["tls"] {
            guard let word = node.scalar, let wanted = MailTarget.Encryption(rawValue: word) else {
                yaml.fault(node, "unknown tls", "use required or none")
                return nil
            }
            if wanted == .none, server.scheme == .smtps {
                yaml.fault(node, "smtps always uses TLS", "remove tls, or write smtp://")
            }
            encryption = wanted
        }
        if encryption == .none, server.scheme == .smtp, password != nil, !server.isLoopback {
            configuration.warnings.append("\(path):\(node.line): the password is sent to \(server.origin) without TLS")
        }
        guard let from = from.first, !to.isEmpty else { return nil }
        return MailTarget(
            server: server,
            encryption: encryption,
            from: from,
            to: to,
            user: user,
            password: password,
            caFile: caFile
        )
    }

    private mutating func mailAddresses(_ node: YAMLNode?, _ key: String, of whole: YAMLNode) -> [String] {
        guard let node else {
            yaml.fault(whole, "an e-mail target has no \(key)", "write \(key): NAME@HOST")
            return []
        }
        let addresses = yaml.list(node, key)
        if let wrong = addresses.first(where: { !MailAddress.isValid($0) }) {
            yaml.fault(
                node,
                "\"\(wrong.oneLine.prefix(80))\" is not a mail address",
                "write NAME@HOST, without a display name"
            )
            return []
        }
        if addresses.count > (key == "from" ? 1 : 20) {
            yaml.fault(node, "too many addresses", "write \(key == "from" ? "one" : "at most 20")")
        }
        return addresses
    }

    mutating func readPushServices(_ node: YAMLNode) {
        guard case .sequence(let sequence) = node.content else {
            yaml.fault(node, "push-services is not a list", "write push-services: [HOST]")
            return
        }
        for node in sequence {
            let keys = ["host", "port", "private", "ca-file"]
            let entries = node.scalar == nil ? yaml.mapping(node, "a push service", keys: keys) : ["host": node]
            guard let place = entries["host"] else {
                yaml.fault(node, "the push service has no host", "write host: NAME")
                continue
            }
            guard let host = yaml.text(place, "host") else { continue }
            let name = host.hasPrefix("*.") ? String(host.dropFirst(2)) : host
            do throws(WebAddress.Fault) {
                let address = try WebAddress("https://\(name)/", schemes: [.https])
                guard address.givenPort == nil, IPAddress(address.host) == nil else {
                    yaml.fault(place, "a push service is given by its name alone", "write host: NAME")
                    continue
                }
            } catch {
                yaml.fault(place, error.message, "write host: NAME")
                continue
            }
            var service = PushService(host: host.lowercased())
            if let node = entries["private"] { service.isPrivate = yesOrNo(node, "private") ?? false }
            if let node = entries["port"], let port = number(node, "port", in: 1...65535) {
                if port != 443, !service.isPrivate {
                    yaml.fault(node, "push services use port 443", "only private ones may have another")
                }
                service.port = UInt16(port)
            }
            service.caFile = readableFile(entries["ca-file"], "ca-file")
            configuration.pushServices.append(service)
        }
    }
}
