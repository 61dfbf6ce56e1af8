import DomoEngine
import DomoLanguage
import DomoModel
import DomoYAML

/// Reads dialects, including the shipped ones, and a configuration's entries for single elements.
struct DialectReader {
    static let requestKeys = ["method", "url", "headers", "text", "form", "json", "xml", "success", "failure"]
    static let layerKeys = ["variables", "order", "actions", "state", "open-at"]

    let name: String
    var yaml = YAMLReader()
    /// All variables that an element or an action may set. Collected before the first template is read.
    var variables: Set<String> = []
    /// The owner of the secrets that are read.
    let owner: Secrecy
    let secrets: SecretSource

    init(
        name: String,
        variables: Set<String> = [],
        owner: Secrecy = .server,
        secrets: SecretSource = .textAlone
    ) {
        self.name = name
        self.variables = variables
        self.owner = owner
        self.secrets = secrets
    }

    mutating func dialect(_ node: YAMLNode) -> Dialect? {
        let entries = yaml.mapping(node, "the dialect \(name)", keys: Self.layerKeys + ["kind", "kinds"])
        guard entries["actions"] != nil || entries["kinds"] != nil || entries["state"] != nil else {
            if yaml.faults.isEmpty { yaml.fault(node, "the dialect \(name) is empty", Dialect.advice) }
            return nil
        }
        let kindNodes = kindNodes(entries["kinds"])
        collectVariables(entries)
        for kind in kindNodes { collectVariables(kind.entries) }
        let layer = layer(entries, isKind: false)
        var kinds: [String: DialectLayer] = [:]
        for kind in kindNodes {
            kinds[kind.name] = self.layer(kind.entries, isKind: true)
            check(kinds[kind.name]!.over(layer), kind.node, what: "the kind \(kind.name)")
        }
        if kinds.isEmpty { check(layer, entries["order"] ?? entries["actions"] ?? node, what: "the dialect \(name)") }
        let all = allQuery(entries["state"], layer)
        let timing = timing(entries["state"])
        let kindRule = kindRule(entries["kind"], kinds: kinds)
        guard yaml.faults.isEmpty else { return nil }
        return Dialect(
            name: name,
            kindRule: kindRule,
            layer: layer,
            kinds: kinds,
            variables: variables,
            all: all,
            timing: timing
        )
    }

    // MARK: Layers

    mutating func layer(_ entries: [String: YAMLNode], isKind: Bool) -> DialectLayer {
        var layer = DialectLayer()
        for (key, node, keyNode) in yaml.entries(entries["variables"], "variables") {
            checkVariable(key, keyNode)
            // Each element sets a variable that has no value here.
            if node.scalar != "" { layer.variables[key] = variable(node, key) }
        }
        let order = yaml.mapping(entries["order"], "order", keys: Self.requestKeys)
        layer.order = request(order)
        for (key, node, keyNode) in yaml.entries(entries["actions"], "actions") {
            guard let word = ActionWord(rawValue: key) else {
                yaml.fault(
                    keyNode,
                    "unknown action \"\(key)\"",
                    YAMLReader.offer(ActionWord.all.map(\.rawValue), near: key, "the actions are")
                )
                continue
            }
            layer.actions[word] = self.order(word, node)
        }
        layer.openAt = entries["open-at"].flatMap { openAt($0) }
        if let state = entries["state"] { readState(state, into: &layer, isKind: isKind) }
        return layer
    }

    private mutating func order(_ word: ActionWord, _ node: YAMLNode) -> DialectLayer.Order {
        var order = DialectLayer.Order()
        var fields: [String: YAMLNode] = [:]
        for (key, value, keyNode) in yaml.entries(node, "the action \(word.rawValue)") {
            if Self.requestKeys.contains(key) {
                fields[key] = value
            } else {
                checkVariable(key, keyNode)
                order.variables[key] = variable(value, key)
            }
        }
        order.request = request(fields)
        return order
    }

    private mutating func checkVariable(_ name: String, _ node: YAMLNode) {
        let isBuiltIn = TemplateValues.builtIn.contains(name) || name == TemplateValues.value || name == "kind"
        let isName =
            name.utf8.first.map { (0x61...0x7A).contains($0) } == true
            && name.utf8.allSatisfy { PercentEncoding.isUnreserved($0) && !".~".utf8.contains($0) }
        if isBuiltIn {
            yaml.fault(node, "the name \(name) is reserved", "give the variable another name")
        } else if !isName {
            yaml.fault(node, "invalid variable name \"\(name)\"", "use lower-case letters, digits, - and _")
        }
    }

    /// Checks that each action has a URL, and uses its value if it has one.
    mutating func check(_ layer: DialectLayer, _ node: YAMLNode, what: String) {
        let wording = Wording(layer)
        for word in ActionWord.all where layer.actions[word] != nil {
            guard let order = wording[word] else {
                yaml.fault(node, "\(what) has no url for \(word.rawValue)", "add order: {url: \"{url}/…\"}")
                return
            }
            if order.request.body != nil, order.request.method == .get {
                yaml.fault(node, "\(what) sends a body with GET for \(word.rawValue)", "add method: POST")
            }
            let values =
                order.variables.values.flatMap(\.placeholders) + order.request.templates.flatMap(\.placeholders)
            let hasValue = values.contains { $0.name == TemplateValues.value }
            let forms = values.map(\.name).filter { ColourForm.placeholders.contains($0) && !variables.contains($0) }
            if !word.isOfColour, let form = forms.first {
                yaml.fault(node, "\(what) uses {\(form)} for \(word.rawValue), which has no colour", "remove {\(form)}")
            } else if word.takesValue, !hasValue, forms.isEmpty {
                yaml.fault(
                    node,
                    "\(what) does not send the value of \(word.rawValue)",
                    "add {value} to the request"
                )
            } else if !word.takesValue, hasValue {
                yaml.fault(node, "\(what) uses {value} for \(word.rawValue), which has no value", "remove {value}")
            }
        }
        if layer.one != nil, wording.one == nil {
            yaml.fault(node, "\(what) has no url for state.one", "add state: {one: {url: \"{url}/…\"}}")
        }
    }

    // MARK: Requests

    mutating func request(_ entries: [String: YAMLNode]) -> DialectLayer.Request {
        var request = DialectLayer.Request()
        if let node = entries["method"], let word = yaml.text(node, "method") {
            request.method = HTTPMethod(rawValue: word)
            if request.method == nil {
                let known = HTTPMethod.allCases.map(\.rawValue)
                yaml.fault(node, "unknown method \"\(word)\"", YAMLReader.offer(known, near: word, "the methods are"))
            }
        }
        if let node = entries["url"] { request.url = urlTemplate(node) }
        for (key, node, keyNode) in yaml.entries(entries["headers"], "headers") {
            if let header = header(key, node, keyNode) { request.headers[key.lowercased()] = header }
        }
        request.body = body(entries)
        if let node = entries["success"] { request.success = success(node) }
        if let node = entries["failure"] { request.failure = failure(node) }
        return request
    }

    private mutating func body(_ entries: [String: YAMLNode]) -> RequestTemplate.Body? {
        let given = ["text", "form", "json", "xml"].compactMap { key in entries[key].map { (key, $0) } }
        guard let (key, node) = given.first else { return nil }
        if given.count > 1 {
            yaml.fault(given[1].1, "two bodies, \(key) and \(given[1].0)", "remove one of them")
            return nil
        }
        switch key {
        case "form":
            return .form(
                yaml.entries(node, "form").compactMap { field in
                    value(field.node, field.key).map { RequestTemplate.FormField(name: field.key, value: $0) }
                }
            )
        case "json":
            guard node.scalar != nil else {
                yaml.fault(node, "json is not a text", "write it in quotes: json: '{\"name\": \"{name}\"}'")
                return nil
            }
            guard let template = template(node, "json", isJSON: true) else { return nil }
            if !JSONAnswer.isJSON(sample(template, { $0.isInString ? "x" : "1" })) {
                yaml.fault(
                    node,
                    "the body is not JSON",
                    "an example: json: '{\"name\": \"{name}\", \"level\": {value}}'"
                )
            }
            return .json(template)
        case "xml":
            guard let template = template(node, "xml") else { return nil }
            if node.scalar?.holds("<!") == true || XMLPlaceholders.areWrong(in: node.scalar ?? "")
                || !XMLAnswer.isXML(sample(template) { _ in "x" })
            {
                yaml.fault(node, "the body is not plain XML", "an example: xml: '<set name=\"{name}\">{value}</set>'")
            }
            return .xml(template)
        default: return value(node, "text").map { .text($0) }
        }
    }

    private func sample(_ template: Template, _ stand: (Template.Placeholder) -> String) -> [UInt8] {
        Array(
            template.segments.map {
                switch $0 {
                case .literal(let text): text
                case .placeholder(let placeholder): stand(placeholder)
                }
            }.joined().utf8
        )
    }

    private mutating func header(
        _ name: String,
        _ node: YAMLNode,
        _ keyNode: YAMLNode
    ) -> RequestTemplate.Header? {
        // RFC 9110, section 5.6.2.
        guard !name.isEmpty,
            name.utf8.allSatisfy({
                ($0 != 0x7E && PercentEncoding.isUnreserved($0)) || "!#$%&'*+^`|~".utf8.contains($0)
            })
        else {
            yaml.fault(keyNode, "invalid header name \"\(name)\"", "an example: Accept")
            return nil
        }
        switch name.lowercased() {
        case "authorization":
            yaml.fault(keyNode, "a dialect can't set the header \(name)", "give the server user: or token:")
            return nil
        case "host", "content-length", "transfer-encoding", "connection", "expect":
            yaml.fault(keyNode, "domo sets the header \(name) itself", "remove it")
            return nil
        default: break
        }
        guard let value = value(node, name) else { return nil }
        if value.holdsControlCharacter {
            yaml.fault(node, "a control character in a header", "write it on one line")
        }
        return RequestTemplate.Header(name: name, value: value)
    }

    private mutating func success(_ node: YAMLNode) -> SuccessRule? {
        var rule = SuccessRule.usual
        let entries = yaml.mapping(node, "success", keys: ["status", "body"])
        if let node = entries["status"] {
            rule.statuses = yaml.list(node, "status").compactMap { text in
                let bounds = text.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
                guard let first = bounds.first, let last = bounds.last, bounds.count <= 2, first <= last,
                    (200...599).contains(first), (200...599).contains(last)
                else {
                    yaml.fault(node, "invalid status \"\(text)\"", "write 200, or 200-299")
                    return nil
                }
                return first...last
            }
        }
        if let node = entries["body"] { rule.body = pattern(node, "body") }
        return rule
    }

    mutating func pattern(_ node: YAMLNode, _ what: String) -> Pattern? {
        guard let text = yaml.text(node, what) else { return nil }
        do {
            return try Pattern(text)
        } catch {
            yaml.fault(node, "\(what), column \(error.column): \(error.message)", "see pcre2pattern(3)")
            return nil
        }
    }

    // MARK: Templates

    /// Reads a text or a secret: `{secret: TEXT}` or `{secret-file: PATH}`.
    mutating func value(_ node: YAMLNode, _ what: String) -> Template? {
        guard SecretReader.isSecret(node) else { return template(node, what) }
        return SecretReader.secret(node, what, from: secrets, &yaml).map { Template(secret: $0, owner) }
    }

    /// Reads the value of a variable, whose name may make it a secret.
    mutating func variable(_ node: YAMLNode, _ name: String) -> Template? {
        var template = value(node, name)
        // A variable that contains credentials belongs to the owner of the credentials.
        let isOfCredentials =
            template?.placeholders.contains { ["user", "password", "token"].contains($0.name) } ?? false
        if TemplateValues.isSecret(name), !isOfCredentials { template?.secrecy = owner }
        return template
    }

    mutating func template(_ node: YAMLNode, _ what: String, isJSON: Bool = false) -> Template? {
        guard let text = node.scalar else {
            if SecretReader.isSecret(node) {
                yaml.fault(node, "\(what) is not a text", "define the secret as a variable, and write its {NAME} here")
            } else {
                yaml.fault(node, "\(what) is not a text", "write \(what): VALUE")
            }
            return nil
        }
        do {
            let template = try Template(text, isJSON: isJSON)
            let known =
                TemplateValues.builtIn + [TemplateValues.value] + ColourForm.placeholders.sorted() + variables.sorted()
            for placeholder in template.placeholders where !known.contains(placeholder.name) {
                yaml.fault(
                    node,
                    "\(what), column \(placeholder.column): unknown placeholder {\(placeholder.name)}",
                    YAMLReader.offer(known, near: placeholder.name, "add it to variables, or use one of")
                )
            }
            return template
        } catch {
            let message = TemplateValues.isSecret(what) ? "invalid braces" : error.message
            yaml.fault(node, "\(what), column \(error.column): \(message)", "an example: {url}/items/{name}")
            return nil
        }
    }

    /// Reads a URL, which must start with `{url}`: secrets go only to the server that the configuration names.
    mutating func urlTemplate(_ node: YAMLNode) -> Template? {
        guard let template = template(node, "url") else { return nil }
        guard case .placeholder(let first)? = template.segments.first, first.name == "url", first.filters.isEmpty,
            template.placeholders.count(where: { $0.name == "url" }) == 1
        else {
            yaml.fault(node, "a url must start with {url}, and contain it once", "an example: \"{url}/items/{name}\"")
            return nil
        }
        // If the server's URL has no path, anything else directly after it would become part of the host.
        if template.segments.count > 1 {
            guard case .literal(let text) = template.segments[1], text.hasPrefix("/") || text.hasPrefix("?") else {
                yaml.fault(node, "expected / or ? after {url}", "an example: \"{url}/items/{name}\"")
                return nil
            }
        }
        for case .literal(let text) in template.segments {
            guard let wrong = text.first(where: { !Self.standsInURL($0) }) else { continue }
            yaml.fault(node, "a url can't contain \"\(wrong)\"", "write it percent-encoded")
            return nil
        }
        return template
    }

    /// Whether a URL may contain the character (RFC 3986, appendix A), except `#`: a fragment is never sent.
    private static func standsInURL(_ character: Character) -> Bool {
        guard let byte = character.asciiValue, character.utf8.count == 1 else { return false }
        return PercentEncoding.isUnreserved(byte) || ":/?[]@!$&'()*+,;=%".utf8.contains(byte)
    }
}
