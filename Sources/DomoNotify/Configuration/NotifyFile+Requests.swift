import DomoBridge
import DomoJSON
import DomoLanguage
import DomoModel
import DomoYAML

// Webhooks and calls: templates.

extension NotifyFile {
    /// Headers that libcurl or the program writes.
    private static let ownHeaders = [
        "host", "content-length", "transfer-encoding", "connection", "expect", "upgrade", "te", "trailer",
    ]

    mutating func webRequest(
        _ entries: [String: YAMLNode],
        _ node: YAMLNode,
        method usual: WebRequest.Method
    ) -> WebRequest? {
        let caFile = readableFile(entries["ca-file"], "ca-file")
        let password = secret("password", in: entries)
        let user = entries["user"].flatMap { yaml.text($0, "user") }
        if (user == nil) != (password == nil) {
            yaml.fault(
                node,
                user == nil ? "a password without a user" : "a user without a password",
                "write user and password-file"
            )
        }
        if let user, user.contains(":") {
            yaml.fault(entries["user"] ?? node, "a user can't contain \":\"", "check it")
        }
        var method = entries["body"] == nil ? usual : .post
        if let node = entries["method"] {
            guard let word = node.scalar, let wanted = WebRequest.Method(rawValue: word.uppercased()) else {
                let all = WebRequest.Method.allCases.map { $0.rawValue }.joined(separator: ", ")
                yaml.fault(node, "unknown method", "use \(all)")
                return nil
            }
            method = wanted
        }
        let headers = readHeaders(entries)
        let body = entries["body"].flatMap { readBody($0, headers) }
        if let node = entries["body"], method == .get {
            yaml.fault(node, "a GET request has no body", "write method: POST")
        }
        var isIdempotent = method.isIdempotent
        if let node = entries["idempotent"] { isIdempotent = yesOrNo(node, "idempotent") ?? isIdempotent }
        guard let place = entries["url"] else {
            yaml.fault(node, "there is no url", "write url: https://HOST/PATH")
            return nil
        }
        guard let address = address(place, "url", [.https, .http]),
            let url = template(place, address.text, .percent, "url")
        else { return nil }
        return WebRequest(
            url: url,
            shown: address.shown,
            method: method,
            headers: headers,
            body: body,
            isIdempotent: isIdempotent,
            user: user,
            password: password,
            caFile: caFile
        )
    }

    private mutating func template(
        _ node: YAMLNode,
        _ text: String,
        _ form: MessageTemplate.Form,
        _ what: String
    ) -> MessageTemplate? {
        do throws(MessageTemplate.Fault) {
            return try MessageTemplate(text, form: form)
        } catch {
            let offer = YAMLReader.offer(Placeholder.allCases.map(\.rawValue), near: error.word, "the placeholders are")
            yaml.fault(node, "unknown placeholder {\(error.word)} in \(what)", offer)
            return nil
        }
    }

    private mutating func readHeaders(_ entries: [String: YAMLNode]) -> [WebRequest.Header] {
        var headers: [WebRequest.Header] = []
        for (name, node, keyNode) in yaml.entries(entries["headers"], "headers") where headerName(name, keyNode) {
            guard let text = yaml.text(node, name) else { continue }
            guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                yaml.fault(node, "the header \(name) contains a control character", "write it on one line")
                continue
            }
            if name.lowercased() == "authorization" { hasSecret = true }
            headers.append(WebRequest.Header(name: name, value: template(node, text, .header, "headers")))
        }
        for (name, node, keyNode) in yaml.entries(entries["header-files"], "header-files")
        where headerName(name, keyNode) {
            guard let file = yaml.text(node, name) else { continue }
            if headers.contains(where: { $0.name.lowercased() == name.lowercased() }) {
                yaml.fault(keyNode, "\(name) is also under headers", "remove one of them")
            }
            headers.append(WebRequest.Header(name: name, secret: secret(inFile: whole(file), node)))
        }
        return headers
    }

    /// RFC 9110, section 5.6.2.
    private mutating func headerName(_ name: String, _ node: YAMLNode) -> Bool {
        let isToken = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || "!#$%&'*+-.^_`|~".utf8.contains($0)
        }
        guard isToken, !name.isEmpty else {
            yaml.fault(node, "\"\(name.oneLine)\" is not the name of a header", "use letters, digits and \"-\"")
            return false
        }
        guard !Self.ownHeaders.contains(name.lowercased()) else {
            yaml.fault(node, "the header \(name) is written by domo-notify", "remove it")
            return false
        }
        return true
    }

    private mutating func readBody(_ node: YAMLNode, _ headers: [WebRequest.Header]) -> MessageTemplate? {
        guard let text = yaml.text(node, "body") else { return nil }
        let type = headers.first { $0.name.lowercased() == "content-type" }?.value?.text(for: .sample, page: nil) ?? ""
        let isJSON = type.isEmpty ? "{[".contains(text.first { !$0.isWhitespace } ?? " ") : type.contains("json")
        // `{text}` begins like JSON.
        let isPlaceholder = type.isEmpty && Placeholder.allCases.contains { text.hasPrefix("{\($0.rawValue)}") }
        guard isJSON, !isPlaceholder else {
            let form: MessageTemplate.Form = type.contains("x-www-form-urlencoded") ? .percent : .plain
            return template(node, text, form, "body")
        }
        guard let template = template(node, text, .json, "body") else { return nil }
        guard JSONDocument(Array(template.text(for: .sample, page: nil).utf8)) != nil else {
            yaml.fault(
                node,
                "the body is not JSON",
                "check its quotes, commas and braces; {text} has quotes of its own"
            )
            return nil
        }
        return template
    }
}

extension Delivery {
    /// For checking templates.
    fileprivate static let sample = Delivery(
        id: 1,
        target: "target",
        reason: .raised,
        notice: 1,
        text: "Text \"\\\n",
        isUrgent: true,
        time: Timestamp(milliseconds: 0),
        deadline: Timestamp(milliseconds: 0)
    )
}
