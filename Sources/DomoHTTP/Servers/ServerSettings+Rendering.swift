import DomoEngine
import DomoModel

extension ServerSettings {
    /// How requests for an element are written, and where they go.
    struct Addressing {
        var wording: Wording
        var destination: Destination
        /// The element's own variables.
        var own: [String: Template]
        /// The element's kind, if the dialect has kinds.
        var kind: String?
    }

    /// Where requests go, and which secrets may be sent there.
    struct Destination {
        var url: String
        /// The URL without its secret part; nil if it has none.
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

    /// Secrets are sent only to the server's own scheme, host and port, unless the configuration allows other hosts.
    func destination(of rule: ElementRules.Rule?) -> Destination {
        let isServers = rule?.url.map { HTTPAddress.origin(of: $0) == HTTPAddress.origin(of: url) } ?? true
        let sharesSecrets = isServers || sharesCredentials
        let address = rule?.url ?? url
        let isSecret = rule?.url == nil ? isURLSecret : rule?.isURLSecret == true
        return Destination(
            url: address,
            shownURL: isSecret ? HTTPAddress.withoutPath(address) : nil,
            credentials: rule?.credentials ?? (sharesSecrets ? credentials : .none),
            takesServerSecrets: sharesSecrets
        )
    }

    func addressing(for target: Target) throws(SignalFault) -> Addressing {
        let rule = elements.rule(name: target.name, path: target.path)
        let own = rule?.variables ?? [:]
        let destination = destination(of: rule)
        if let wording = rule?.wording { return Addressing(wording: wording, destination: destination, own: own) }
        if let wording = dialect.wordings[""] {
            return Addressing(wording: wording, destination: destination, own: own)
        }
        let kind = try kind(of: target, rule)
        guard let wording = dialect.wordings[kind] else {
            let kinds = dialect.kinds.keys.sorted().joined(separator: ", ")
            // What the kind is taken from is usually what is missing, such as the entity.
            let source = dialect.kindRule?.template.placeholders.first.map(\.name)
                .flatMap { dialect.layer.variables[$0] != nil && own[$0] == nil ? "\($0): or " : nil }
            throw SignalFault(
                message: "the dialect \(dialect.name) has no kind \"\(kind)\" for \(target.path)",
                hint: "set \(source ?? "")kind: under elements in the configuration; its kinds are: \(kinds)"
            )
        }
        return Addressing(wording: wording, destination: destination, own: own, kind: kind)
    }

    /// False if nothing identifies the element to the server: a request for it would be for another device.
    func knows(_ target: Target) -> Bool {
        let isPart = target.device != nil
        if !isPart, dialect.namesElements || elements.rule(name: target.name, path: target.path) != nil { return true }
        do {
            let wording = try addressing(for: target).wording
            return wording.contains(isPart ? placeholders(ofPart: target) : TemplateValues.ofElement)
        } catch {
            // An order for it reports why.
            return true
        }
    }

    /// The placeholders that distinguish a part from its device: without one of them, a request is for the device.
    func placeholders(ofPart target: Target) -> Set<String> {
        // No other part of the device has its role.
        let own = TemplateValues.ofPart.union(target.role == nil ? [] : ["role"])
        guard let rule = elements.rule(name: target.name, path: target.path) else { return own }
        return own.union(rule.variables.keys).union(rule.url == nil ? [] : ["url"])
    }

    private func kind(of target: Target, _ rule: ElementRules.Rule?) throws(SignalFault) -> String {
        if let kind = rule?.kind { return kind }
        guard let kindRule = dialect.kindRule else { return "" }
        var values = TemplateValues(url: url, target: target, credentials: .none)
        values.own = rule?.variables ?? [:]
        values.variables = dialect.layer.variables
        // The kind appears in faults.
        values.isMasked = true
        return kindRule.kind(in: try values.render(kindRule.template))
    }

    /// Renders the request for an order.
    ///
    /// - Parameter trace: notes whether anything in it is secret.
    /// - Returns: which answers accept it.
    @discardableResult
    func render(
        _ action: Value,
        of target: Target,
        into request: inout RenderedRequest,
        isMasked: Bool = false,
        trace: SecretTrace? = nil
    ) throws(SignalFault) -> SuccessRule {
        let addressing = try addressing(for: target)
        guard let word = ActionWord(action), let order = addressing.wording[word] else {
            let offer = addressing.wording.offer
            let ofKind = addressing.kind.map { " of the kind \"\($0)\"" } ?? ""
            let kinds = dialect.kinds.keys.sorted().joined(separator: ", ")
            throw SignalFault(
                message: "the dialect \(dialect.name) has no order for \(action.order ?? action.word)\(ofKind)",
                hint: (offer.isEmpty ? "it has no orders for this kind of element" : "it has orders for: \(offer)")
                    + (kinds.isEmpty ? "" : "; other kinds, with kind: under elements in the configuration: \(kinds)")
            )
        }
        var values = addressing.destination.values(for: target)
        values.value = word.takesValue ? action.word : nil
        if case .colour(let colour) = action { values.colour = colour }
        values.own = addressing.own
        values.variables = order.variables
        values.isMasked = isMasked
        values.trace = trace
        try order.request.render(values, into: &request)
        return order.success
    }

    /// Renders the request for a query.
    func render(_ query: Query, into request: inout RenderedRequest) throws(SignalFault) {
        if query.isForAll {
            guard let all = dialect.all else {
                throw SignalFault(message: "the dialect \(dialect.name) has no request for all elements")
            }
            let nobody = Target(name: "", path: "", types: FacetTypes())
            var values = try destination(ofAll: query.targets).values(for: nobody)
            values.variables = dialect.layer.variables
            try all.request.render(values, into: &request)
            return
        }
        guard let target = query.targets.first else { throw SignalFault(message: "the query has no element") }
        let addressing = try addressing(for: target)
        guard let one = addressing.wording.one else {
            throw SignalFault(
                message: "the dialect \(dialect.name) has no request for the state of \(target.path)"
            )
        }
        var values = addressing.destination.values(for: target)
        values.own = addressing.own
        values.variables = addressing.wording.variables
        try one.request.render(values, into: &request)
    }

    /// Where the request for all elements of one endpoint goes.
    private func destination(ofAll targets: [Target]) throws(SignalFault) -> Destination {
        guard !elements.urls.isEmpty, let first = targets.first else { return destination(of: nil) }
        for target in targets where try addressing(for: target).destination.url == url { return destination(of: nil) }
        return try addressing(for: first).destination
    }

    /// False for an element of a kind without orders, such as a contact: it is only read.
    func hasOrders(for target: Target) -> Bool {
        do {
            return try !addressing(for: target).wording.offer.isEmpty
        } catch {
            // An order for it reports why.
            return true
        }
    }

    /// The types of an element whose state the server reports.
    func readable(_ target: Target) -> FacetTypes {
        let addressing: Addressing
        do {
            addressing = try self.addressing(for: target)
        } catch {
            // An order for it reports why.
            return FacetTypes()
        }
        var readable = FacetTypes()
        guard knows(target), addressing.wording.one != nil || dialect.all != nil else { return readable }
        for type in target.types where addressing.wording.types[type] != nil { readable.append(type) }
        return readable
    }

    /// The level at which a cover is open, 0 or 100; nil if unknown.
    func openAt(_ target: Target) -> Int? {
        do {
            return try addressing(for: target).wording.openAt
        } catch {
            // An order for it reports why.
            return nil
        }
    }
}
