import DomoEngine

// Secrets, which are never shown, and never sent to another host than their own.

extension ServerSettings {
    /// The URL without secrets.
    public var shownURL: String { isURLSecret ? HTTPAddress.withoutPath(url) : url }

    /// The secrets to mask in the answers for an element: a server may repeat what it was sent.
    func secrets(for target: Target) -> Secrets {
        let rule = elements.rule(name: target.name, path: target.path)
        let destination = destination(of: rule)
        var values = destination.values(for: target)
        var texts = credentials.secrets
        if isURLSecret { texts += HTTPAddress.secrets(ofPath: url) }
        if rule?.isURLSecret == true { texts += HTTPAddress.secrets(ofPath: destination.url) }
        values.own = rule?.variables ?? [:]
        values.variables = dialect.layer.variables
        texts += values.secretTexts
        texts += Self.secretTexts(of: dialect.all?.request)
        do {
            let wording = try addressing(for: target).wording
            values.variables = wording.variables
            texts += values.secretTexts + Self.secretTexts(of: wording.one?.request)
            for order in wording.orders.compactMap({ $0 }) {
                values.variables = order.variables
                texts += values.secretTexts + Self.secretTexts(of: order.request)
            }
        } catch {
            // It has no valid requests: nothing else can have been sent.
        }
        return Secrets(texts)
    }

    /// The secrets in a request itself, not in its variables.
    private static func secretTexts(of request: RequestTemplate?) -> [String] {
        (request?.templates ?? []).filter { $0.secrecy != .open }.flatMap(\.segments).compactMap {
            if case .literal(let text) = $0 { text } else { nil }
        }
    }

    /// An element whose requests need secrets that may not be sent to its host.
    public struct Misdirection: Sendable, Equatable {
        /// The element's name in the configuration.
        public var element: String
        /// What is wrong, without a full stop.
        public var message: String
        /// What to do instead.
        public var hint: String
    }

    /// The elements on another host than the server whose requests would contain a secret of the dialect.
    public var misdirectedSecrets: [Misdirection] {
        elsewhere.compactMap { rule in
            let needed = neededSecrets(rule)
            guard !needed.isEmpty else { return nil }
            return Misdirection(
                element: rule.path,
                message:
                    "\(rule.path) is on another host than its server, and its requests need a secret of the dialect: "
                    + needed.joined(separator: ", "),
                hint: "give the element its own secret, or the server same-credentials: yes"
            )
        }
    }

    /// The elements on another host than the server without credentials of their own: the server's are not sent there.
    public var withheldCredentials: [Misdirection] {
        guard credentials != .none else { return [] }
        return elsewhere.filter { $0.credentials == nil }.map { rule in
            Misdirection(
                element: rule.path,
                message: "\(rule.path) is on another host than its server: the server's credentials are not sent there",
                hint: "give the element user: and password-file:, or token-file:, or the server same-credentials: yes"
            )
        }
    }

    private var elsewhere: [ElementRules.Rule] {
        elements.rules.filter { !destination(of: $0).takesServerSecrets }
    }

    /// The names of the dialect's secrets that an element's requests would contain, if its kind is known.
    private func neededSecrets(_ rule: ElementRules.Rule) -> [String] {
        var needed: Set<String> = []
        func collectSecrets(_ template: Template, _ what: String, _ variables: [String: Template], _ depth: Int = 0) {
            if template.secrecy == .server { needed.insert(what) }
            guard depth < TemplateValues.maxDepth else { return }
            for placeholder in template.placeholders {
                guard let next = rule.variables[placeholder.name] ?? variables[placeholder.name] else { continue }
                collectSecrets(next, "{\(placeholder.name)}", variables, depth + 1)
            }
        }
        func collectSecrets(_ request: RequestTemplate?, _ variables: [String: Template]) {
            for (template, what) in request?.namedTemplates ?? [] { collectSecrets(template, what, variables) }
        }
        collectSecrets(dialect.all?.request, dialect.layer.variables)
        let kind = rule.kind ?? dialect.kindRule?.fixed(rule.variables) ?? ""
        if let wording = rule.wording ?? dialect.wordings[kind] {
            collectSecrets(wording.one?.request, wording.variables)
            for order in wording.orders.compactMap({ $0 }) { collectSecrets(order.request, order.variables) }
        }
        return needed.sorted()
    }
}
