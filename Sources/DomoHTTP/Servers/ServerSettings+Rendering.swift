import DomoEngine
import DomoModel

extension ServerSettings {
    /// How an element is spoken of.
    struct Speech {
        var wording: Wording
        var place: Place
        /// The element's own variables.
        var own: [String: Template]
    }

    /// Where requests go, and what may go with them.
    struct Place {
        var url: String
        /// The URL without its secret part; nil where there is none.
        var shownURL: String?
        var credentials: Credentials
        /// Whether the dialect's secrets may be sent there.
        var takesServerSecrets: Bool

        func values(for target: Target) -> TemplateValues {
            TemplateValues(
                url: url,
                shownURL: shownURL,
                target: target,
                credentials: credentials,
                takesServerSecrets: takesServerSecrets
            )
        }
    }

    /// What is secret goes to the server's own scheme, host and port, and elsewhere only where the configuration says so.
    func place(of rule: ElementRules.Rule?) -> Place {
        let isServers = rule?.url.map { HTTPAddress.origin(of: $0) == HTTPAddress.origin(of: url) } ?? true
        let sharesSecrets = isServers || sharesCredentials
        let address = rule?.url ?? url
        let isSecret = rule?.url == nil ? isURLSecret : rule?.isURLSecret == true
        return Place(
            url: address,
            shownURL: isSecret ? HTTPAddress.withoutPath(address) : nil,
            credentials: rule?.credentials ?? (sharesSecrets ? credentials : .none),
            takesServerSecrets: sharesSecrets
        )
    }

    func speech(for target: Target) throws(SignalFault) -> Speech {
        let rule = elements.rule(name: target.name, path: target.path)
        let own = rule?.variables ?? [:]
        let place = place(of: rule)
        if let wording = rule?.wording { return Speech(wording: wording, place: place, own: own) }
        if let wording = dialect.wordings[""] { return Speech(wording: wording, place: place, own: own) }
        let kind = try kind(of: target, rule)
        guard let wording = dialect.wordings[kind] else {
            let kinds = dialect.kinds.keys.sorted().joined(separator: ", ")
            throw SignalFault(
                message: "the dialect \(dialect.name) has no kind \"\(kind)\" for \(target.path)",
                hint: "its kinds are: \(kinds); say kind: under elements in the configuration"
            )
        }
        return Speech(wording: wording, place: place, own: own)
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
        // It appears in faults.
        values.isMasked = true
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
        var values = speech.place.values(for: target)
        values.value = word.takesValue ? action.word : nil
        values.own = speech.own
        values.variables = order.variables
        values.isMasked = isMasked
        try order.request.render(values, into: &request)
        return order.success
    }

    /// Writes a question.
    func render(_ query: Query, into request: inout RenderedRequest) throws(SignalFault) {
        if query.isForAll {
            guard let all = dialect.all else {
                throw SignalFault(message: "the dialect \(dialect.name) has no request that tells all")
            }
            let nobody = Target(name: "", path: "", types: FacetTypes())
            var values = try place(ofAll: query.targets).values(for: nobody)
            values.variables = dialect.layer.variables
            try all.request.render(values, into: &request)
            return
        }
        guard let target = query.targets.first else { throw SignalFault(message: "no element is asked for") }
        let speech = try speech(for: target)
        guard let one = speech.wording.one else {
            throw SignalFault(
                message: "the dialect \(dialect.name) has no request that tells the state of \(target.path)"
            )
        }
        var values = speech.place.values(for: target)
        values.own = speech.own
        values.variables = speech.wording.variables
        try one.request.render(values, into: &request)
    }

    /// Where all elements of one endpoint are asked for.
    private func place(ofAll targets: [Target]) throws(SignalFault) -> Place {
        guard !elements.urls.isEmpty, let first = targets.first else { return place(of: nil) }
        for target in targets where try speech(for: target).place.url == url { return place(of: nil) }
        return try speech(for: first).place
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
