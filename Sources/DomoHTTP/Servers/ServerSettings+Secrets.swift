import DomoEngine

// What is never shown, and never sent to another host than the one it is for.

extension ServerSettings {
    /// The URL as people see it.
    public var shownURL: String { isURLSecret ? HTTPAddress.withoutPath(url) : url }

    /// What must not be seen of what an element's server answers: it may repeat what it was sent.
    func secrets(for target: Target) -> Secrets {
        let rule = elements.rule(name: target.name, path: target.path)
        let place = place(of: rule)
        var values = place.values(for: target)
        var texts = credentials.secrets
        if isURLSecret { texts += HTTPAddress.secrets(ofPath: url) }
        if rule?.isURLSecret == true { texts += HTTPAddress.secrets(ofPath: place.url) }
        values.own = rule?.variables ?? [:]
        values.variables = dialect.layer.variables
        texts += values.secretTexts
        texts += Self.secretTexts(of: dialect.all?.request)
        do {
            let wording = try speech(for: target).wording
            values.variables = wording.variables
            texts += values.secretTexts + Self.secretTexts(of: wording.one?.request)
            for order in wording.orders.compactMap({ $0 }) {
                values.variables = order.variables
                texts += values.secretTexts + Self.secretTexts(of: order.request)
            }
        } catch {
            // It can't be spoken of: nothing else can have been sent.
        }
        return Secrets(texts)
    }

    /// Those that stand in a request themselves, and not in a variable.
    private static func secretTexts(of request: RequestTemplate?) -> [String] {
        (request?.templates ?? []).filter { $0.secrecy != .open }.flatMap(\.segments).compactMap {
            if case .literal(let text) = $0 { text } else { nil }
        }
    }

    /// An element whose requests would need what may not be sent to its host.
    public struct Misdirection: Sendable, Equatable {
        /// As the element is named in the configuration.
        public var element: String
        /// What is wrong, without a full stop.
        public var message: String
        /// What to do instead.
        public var hint: String
    }

    /// The elements on another host than the server whose requests would hold a secret of the dialect.
    public var misdirectedSecrets: [Misdirection] {
        elsewhere.compactMap { rule in
            let needed = neededSecrets(rule)
            guard !needed.isEmpty else { return nil }
            return Misdirection(
                element: rule.path,
                message:
                    "\(rule.path) is on another host than its server, and its requests need a secret of the dialect: "
                    + needed.joined(separator: ", "),
                hint: "give the element one of its own, or the server same-credentials: yes"
            )
        }
    }

    /// The elements on another host than the server that get none of its credentials, and have none of their own.
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
        elements.rules.filter { !place(of: $0).takesServerSecrets }
    }

    /// The names of the dialect's secrets that an element's requests would hold, as far as its kind is known.
    private func neededSecrets(_ rule: ElementRules.Rule) -> [String] {
        var needed: Set<String> = []
        func look(_ template: Template, _ what: String, _ variables: [String: Template], _ depth: Int = 0) {
            if template.secrecy == .server { needed.insert(what) }
            guard depth < TemplateValues.deepest else { return }
            for place in template.places {
                guard let next = rule.variables[place.name] ?? variables[place.name] else { continue }
                look(next, "{\(place.name)}", variables, depth + 1)
            }
        }
        func look(_ request: RequestTemplate?, _ variables: [String: Template]) {
            for (template, what) in request?.namedTemplates ?? [] { look(template, what, variables) }
        }
        look(dialect.all?.request, dialect.layer.variables)
        let kind = rule.kind ?? dialect.kindRule?.fixed(rule.variables) ?? ""
        if let wording = rule.wording ?? dialect.wordings[kind] {
            look(wording.one?.request, wording.variables)
            for order in wording.orders.compactMap({ $0 }) { look(order.request, order.variables) }
        }
        return needed.sorted()
    }
}
