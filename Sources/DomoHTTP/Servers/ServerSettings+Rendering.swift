import DomoEngine
import DomoModel

extension ServerSettings {
    /// How an element is spoken of.
    struct Speech {
        var wording: Wording
        var url: String
        /// The element's own variables.
        var own: [String: Template]
    }

    func speech(for target: Target) throws(SignalFault) -> Speech {
        let rule = elements.rule(name: target.name, path: target.path)
        let own = rule?.variables ?? [:]
        let address = rule?.url ?? url
        if let wording = rule?.wording { return Speech(wording: wording, url: address, own: own) }
        if let wording = dialect.wordings[""] { return Speech(wording: wording, url: address, own: own) }
        let kind = try kind(of: target, rule)
        guard let wording = dialect.wordings[kind] else {
            let kinds = dialect.kinds.keys.sorted().joined(separator: ", ")
            throw SignalFault(
                message: "the dialect \(dialect.name) has no kind \"\(kind)\" for \(target.path)",
                hint: "its kinds are: \(kinds); say kind: under elements in the configuration"
            )
        }
        return Speech(wording: wording, url: address, own: own)
    }

    /// False where nothing tells which of the server's devices the element is: a request for it would be for another one.
    func knows(_ target: Target) -> Bool {
        if dialect.namesElements || elements.rule(name: target.name, path: target.path) != nil { return true }
        do {
            return try speech(for: target).wording.namesElement
        } catch {
            // An order for it reports why.
            return true
        }
    }

    private func kind(of target: Target, _ rule: ElementRules.Rule?) throws(SignalFault) -> String {
        if let kind = rule?.kind { return kind }
        guard let kindRule = dialect.kindRule else { return "" }
        var values = TemplateValues(url: url, target: target, credentials: .none)
        values.own = rule?.variables ?? [:]
        values.variables = dialect.layer.variables
        return kindRule.kind(in: try values.render(kindRule.template))
    }

    /// Writes an order.
    /// - Returns: what accepts it.
    @discardableResult
    func render(
        _ action: Value,
        of target: Target,
        into request: inout RenderedRequest,
        isMasked: Bool = false
    ) throws(SignalFault) -> SuccessRule {
        let speech = try speech(for: target)
        let word = ActionWord(action)
        guard let order = speech.wording[word] else {
            let offer = speech.wording.offer
            throw SignalFault(
                message: "the dialect \(dialect.name) has no order for \(word.rawValue)",
                hint: offer.isEmpty ? "it has no orders for this kind of element" : "it has orders for: \(offer)"
            )
        }
        let values = TemplateValues(
            url: speech.url,
            target: target,
            value: word.takesValue ? action.word : nil,
            credentials: credentials,
            own: speech.own,
            variables: order.variables,
            isMasked: isMasked
        )
        try order.request.render(values, into: &request)
        return order.success
    }

    /// What must not be seen of an order, or of an answer that repeats it.
    func secrets(of action: Value, for target: Target) -> Secrets {
        var values = TemplateValues(url: url, target: target, credentials: credentials)
        do {
            let speech = try speech(for: target)
            values.own = speech.own
            values.variables = speech.wording[ActionWord(action)]?.variables ?? speech.wording.variables
        } catch {
            // It can't be spoken of: nothing but the credentials can have been sent.
        }
        return values.secrets
    }

    /// Writes a question.
    func render(_ query: Query, into request: inout RenderedRequest) throws(SignalFault) {
        if query.isForAll {
            guard let all = dialect.all else {
                throw SignalFault(message: "the dialect \(dialect.name) has no request that tells all")
            }
            let nobody = Target(name: "", path: "", types: FacetTypes())
            let address = try address(ofAll: query.targets)
            try all.request.render(
                TemplateValues(url: address, target: nobody, credentials: credentials),
                into: &request
            )
            return
        }
        guard let target = query.targets.first else { throw SignalFault(message: "no element is asked for") }
        let speech = try speech(for: target)
        guard let one = speech.wording.one else {
            throw SignalFault(
                message: "the dialect \(dialect.name) has no request that tells the state of \(target.path)"
            )
        }
        let values = TemplateValues(
            url: speech.url,
            target: target,
            credentials: credentials,
            own: speech.own,
            variables: speech.wording.variables
        )
        try one.request.render(values, into: &request)
    }

    /// Where all elements of one endpoint are asked for.
    private func address(ofAll targets: [Target]) throws(SignalFault) -> String {
        guard !elements.urls.isEmpty, let first = targets.first else { return url }
        for target in targets where try speech(for: target).url == url { return url }
        return try speech(for: first).url
    }

    /// Of which types of an element the server tells the state.
    func readable(_ target: Target) -> FacetTypes {
        let speech: Speech
        do {
            speech = try self.speech(for: target)
        } catch {
            // It can't be spoken of at all, which an order for it tells.
            return FacetTypes()
        }
        var readable = FacetTypes()
        guard knows(target), speech.wording.one != nil || dialect.all != nil else { return readable }
        for type in target.types where speech.wording.types[type] != nil { readable.append(type) }
        return readable
    }
}
