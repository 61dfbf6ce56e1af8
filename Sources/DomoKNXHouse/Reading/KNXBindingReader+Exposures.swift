import DomoKNX
import DomoModel

/// `Escena` and `Expone`.
extension KNXBindingReader {
    /// A scene number on an address.
    struct SceneNumber: Hashable {
        var group: GroupAddress
        var number: Int
    }

    /// What is exposed to an address.
    struct Exposed: Hashable {
        var subject: KNXExposure.Subject
        var group: GroupAddress
    }

    private static let intervals: ClosedRange<Duration> = .seconds(1) ... .seconds(7 * 86_400)
    private static let pauses: ClosedRange<Duration> = .milliseconds(10) ... .seconds(3600)
    /// Time of day, date, and both.
    private static let clockMains: Set<UInt16> = [10, 11, 19]

    // MARK: Escena

    mutating func readScene(_ node: KNXNode) {
        let hint =
            "write \(node.word(.group))=\"0/3/1\" \(node.word(.number))=\"5\" \(node.word(.run))=\"Buenas noches\""
        let missing = [KNXAttribute.group, .number, .run].filter { !require($0, of: node, hint) }
        let group = group(.group, of: node)
        let number = integer(.number, of: node, in: 1...64)
        let run = name(.run, of: node)
        var type = DatapointType(main: 18, sub: 1)
        if node.has(.dpt) {
            type = self.type(of: node)
            if let wrong = type, (wrong.main, wrong.sub) != (17, 1), (wrong.main, wrong.sub) != (18, 1) {
                fail(
                    node,
                    "dpt of \(node.shown) is \(wrong) (\(wrong.subtype.name)), which is not a scene type",
                    "write 17.001 or 18.001"
                )
                type = nil
            }
        }
        guard missing.isEmpty, let group, let number, let run, let type else { return }
        let key = SceneNumber(group: group, number: Int(number))
        if let first = scenePositions[key] {
            return fail(
                node,
                "duplicate \(node.shown) for number \(number) of \(group)",
                "a scene number runs one scene; the first is at \(first)"
            )
        }
        scenePositions[key] = node.position
        bindings.scenes.append(
            KNXScene(
                position: node.position,
                group: group,
                type: type,
                number: Int(number),
                run: run,
                house: house(of: node)
            )
        )
    }

    // MARK: Expone

    mutating func readExposure(_ node: KNXNode, of element: ElementID, at path: String) {
        if node.has(.run) {
            fail(
                node,
                "\(node.shown) of an element has \(node.word(.run))",
                "expose scenes from the house or a sector"
            )
            return
        }
        guard let (facet, type) = exposedFacet(node, of: element) else {
            // The other attributes may be wrong too.
            _ = exposure(.scene(""), node, type: nil)
            return
        }
        if index[element].isReadOnly(facet), flag(.receive, of: node, default: false) {
            let name = index[element].name
            refuse(.receive, of: node, "\(name) can't be ordered; remove the attribute, or <SoloLectura>")
        }
        add(exposure(.facet(FacetName(path: path, type: facet)), node, type: type), node)
    }

    mutating func readExposure(_ node: KNXNode, at path: String) {
        if node.has(.type) {
            fail(node, "\(node.shown) of a house or sector has \(node.word(.type))", "remove it")
        }
        if node.has(.run) {
            let run = name(.run, of: node)
            var type = KNXFit.defaultType(for: .binary)
            if node.has(.dpt) {
                type = self.type(of: node)
                if let wrong = type, wrong.main != 1 {
                    refuse(
                        .dpt,
                        of: node,
                        "a scene is exposed as 1 bit, which is 1 while it runs; use 1.001, or another 1.xxx"
                    )
                    type = nil
                }
            }
            return add(run.flatMap { exposure(.scene($0), node, type: type) }, node)
        }
        let hint =
            "a house or sector exposes its time with 10.001, 11.001 or 19.001, or a scene with \(node.word(.run)); "
            + "to expose an element, use <Expone> in its <Dispositivo> or <Servicio>"
        guard require(.dpt, of: node, hint), let type = type(of: node) else { return }
        guard Self.clockMains.contains(type.main) else { return refuse(.dpt, of: node, hint) }
        for attribute in [KNXAttribute.receive, .invert] where flag(attribute, of: node, default: false) {
            refuse(attribute, of: node, "the time is only sent; remove the attribute")
        }
        add(exposure(.clock(house: house(of: node)), node, type: type), node)
    }

    /// The name of the house whose file has the node.
    func house(of node: KNXNode) -> String {
        switch node.node.owner {
        case .element(let path), .place(let path): String(ElementPath(path)?.components.first ?? "")
        }
    }

    mutating func add(_ exposure: KNXExposure?, _ node: KNXNode) {
        guard let exposure else { return }
        let key = Exposed(subject: exposure.subject, group: exposure.group)
        if let first = exposurePositions[key] {
            return fail(
                node,
                "duplicate \(node.shown) to \(exposure.group)",
                "the first is at \(first)"
            )
        }
        exposurePositions[key] = node.position
        bindings.exposures.append(exposure)
    }

    /// - Parameter type: Nil if it was refused.
    private mutating func exposure(
        _ subject: KNXExposure.Subject,
        _ node: KNXNode,
        type: DatapointType?
    ) -> KNXExposure? {
        let isThere = require(.group, of: node, "write the address on the bus, as in \(node.word(.group))=\"5/0/1\"")
        let group = group(.group, of: node)
        let isInverted = flag(.invert, of: node, default: false)
        let receives = flag(.receive, of: node, default: false)
        let sends = flag(.send, of: node, default: true)
        let answers = flag(.answer, of: node, default: true)
        let every = duration(.every, of: node, in: Self.intervals)
        let cooldown = duration(.cooldown, of: node, in: Self.pauses)
        let onlyConfirmed = onlyConfirmed(node, subject)
        if !receives, !sends, !answers {
            let words = [KNXAttribute.receive, .send, .answer].map { node.word($0) }
            fail(
                node,
                "\(node.shown) neither receives nor sends nor answers",
                "set one of \(KNXText.list(words, "and")), or remove it"
            )
        }
        for attribute in [KNXAttribute.every, .cooldown] where !sends && node.has(attribute) {
            fail(
                node,
                "\(node.shown) has \(node.word(attribute)) but does not send",
                "remove \(node.word(attribute)), or \(node.word(.send))=\"no\""
            )
        }
        if isInverted, let type, !KNXFit.fits(type, .binary), !KNXFit.fits(type, .regulable) {
            refuse(.invert, of: node, "only bits and percentages can be inverted; \(type) can't")
        }
        guard isThere, let group, let type else { return nil }
        return KNXExposure(
            subject,
            house: house(of: node),
            position: node.position,
            group: group,
            type: type,
            isInverted: isInverted,
            receives: receives,
            sends: sends,
            every: every,
            cooldown: cooldown,
            answers: answers,
            onlyConfirmed: onlyConfirmed
        )
    }

    private mutating func onlyConfirmed(_ node: KNXNode, _ subject: KNXExposure.Subject) -> Bool {
        guard let text = node.values[.only] else { return false }
        let word = node.language.pick("confirmado", "confirmed")
        guard text == word else {
            refuse(.only, of: node, "write \(word), or remove the attribute")
            return false
        }
        switch subject {
        case .facet: return true
        case .scene, .clock:
            refuse(.only, of: node, "only the value of an element can be unconfirmed; remove the attribute")
            return false
        }
    }

    // MARK: Which facet of an element

    private mutating func exposedFacet(_ node: KNXNode, of element: ElementID) -> (FacetType, DatapointType)? {
        let own = index[element].types
        let named: FacetType?
        if node.has(.type) {
            guard let type = facet(namedBy: node, own) else { return nil }
            named = type
        } else {
            named = own.count == 1 ? own.first : nil
        }
        guard node.has(.dpt) else {
            if let named, let type = KNXFit.defaultType(for: named) { return (named, type) }
            _ = require(.dpt, of: node, "write the datapoint type of the address, as in dpt=\"9.001\"")
            return nil
        }
        guard let type = type(of: node) else { return nil }
        if node.has(.type), let named {
            guard KNXFit.fits(type, named) else {
                refuse(.dpt, of: node, KNXFit.hint(for: named))
                return nil
            }
            return (named, type)
        }
        guard let facet = KNXFit.facet(for: type, among: own) else {
            let hints = own.map { KNXFit.hint(for: $0) }
            refuse(.dpt, of: node, "for \(index[element].name): \(hints.joined(separator: "; "))")
            return nil
        }
        return (facet, type)
    }

    /// Finds the facet by its number or by its binding element.
    private mutating func facet(namedBy node: KNXNode, _ own: FacetTypes) -> FacetType? {
        let text = FoldedName.fold(node.values[.type] ?? "")
        let named = own.first { type in
            text == String(type.rawValue)
                || KNXLanguage.allCases.contains { FoldedName.fold(KNXTag(type).spelling(in: $0)) == text }
        }
        if let named { return named }
        let words = own.map { FoldedName.fold(KNXTag($0).spelling(in: node.language)) }
        refuse(.type, of: node, "write a type of the element: \(KNXText.list(words, "or"))")
        return nil
    }

    // MARK: Echoes

    /// Refuses exposures of a facet to an address that it is bound to.
    mutating func refuseEchoes() {
        let facets = Dictionary(uniqueKeysWithValues: bindings.facets.map { ($0.facet, $0) })
        for exposure in bindings.exposures {
            guard case .facet(let name) = exposure.subject, let facet = facets[name],
                facet.commandGroups.contains(exposure.group) || facet.stateGroups.contains(exposure.group)
            else { continue }
            report(
                KNXBindingFault(
                    .error,
                    at: exposure.position,
                    "\(name.path) is exposed to \(exposure.group), which it is also bound to",
                    hint: "remove one of the two; the other is at \(facet.position)"
                )
            )
        }
    }
}
