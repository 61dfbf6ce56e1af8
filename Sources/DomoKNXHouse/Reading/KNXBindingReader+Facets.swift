import DomoKNX
import DomoModel

/// `Binario`, `Nivel`, `Movimiento` and `Valor`.
extension KNXBindingReader {
    private static let waits: ClosedRange<Duration> = .milliseconds(100) ... .seconds(3600)
    private static let ages: ClosedRange<Duration> = .seconds(1) ... .seconds(366 * 86_400)
    private static let readIntervals: ClosedRange<Duration> = .seconds(10) ... .seconds(7 * 86_400)
    private static let travels: ClosedRange<Duration> = .milliseconds(100) ... .seconds(600)

    mutating func readFacet(_ node: KNXNode, of element: ElementID, at path: String) {
        guard let facet = facet(of: node, element, path) else { return }
        let type = facetType(of: node)
        let command = group(.command, of: node)
        let states = groups(.state, of: node)
        let motion = node.tag == .motion ? motion(of: node) : nil
        checkAddresses(of: node)
        let isInverted = flag(.invert, of: node, default: false)
        let isShared = command.map { states.contains($0) } ?? false
        let read = readPolicy(of: node, isShared: isShared)
        let device = device(of: node, isShared: isShared)
        let expires = duration(.expires, of: node, in: Self.ages)
        let within = duration(.within, of: node, in: Self.waits)
        let resolution = resolution(of: node)
        let repeats = node.has(.repeats) ? flag(.repeats, of: node, default: true) : nil
        let relative = group(.relative, of: node)
        let shift = shift(of: node, type)
        checkCombination(of: node, element, type)
        // The children are checked even if the node's own type is wrong.
        let children = children(of: node)
        let listens = children.compactMap { $0.tag == .listen ? listen($0, of: node, facet.type, type) : nil }
        if shift != nil { checkListens(listens, of: node, type) }
        let colour = colour(of: node, element, type, children)
        let words = words(children.filter { $0.tag == .word }, of: node, type)
        guard let type else { return }
        bindings.facets.append(
            KNXFacet(
                facet,
                position: node.position,
                command: command,
                states: states,
                device: device,
                listens: listens,
                type: type,
                isInverted: isInverted,
                read: read,
                expires: expires,
                within: within,
                repeats: repeats,
                resolution: resolution,
                relative: relative,
                motion: motion,
                shift: shift,
                colour: colour,
                words: words
            )
        )
    }

    /// The facet that the node binds; nil if the element has no such facet or it is already bound.
    mutating func facet(of node: KNXNode, _ element: ElementID, _ path: String) -> FacetName? {
        guard let type = node.tag.facet else { return nil }
        let own = index[element].types
        guard own.contains(type) else {
            let numbers = own.map { String($0.rawValue) }
            fail(
                node,
                "\(node.shown) on \(index[element].name), which has no <Tipo>\(type.rawValue)</Tipo>",
                "use " + KNXText.list(own.map { "<\(KNXTag($0).spelling(in: node.language))>" }, "and")
                    + " for its types (\(KNXText.list(numbers, "and"))), or add the missing type"
            )
            return nil
        }
        let facet = FacetName(path: path, type: type)
        if let first = facetPositions[facet] {
            fail(
                node,
                "duplicate \(node.shown) on \(index[element].name)",
                "an element has at most one; the first is at \(first)"
            )
            return nil
        }
        facetPositions[facet] = node.position
        return facet
    }

    mutating func facetType(of node: KNXNode) -> DatapointType? {
        guard let facet = node.tag.facet else { return nil }
        guard node.has(.dpt) else {
            guard let type = KNXFit.defaultType(for: facet) else {
                _ = require(
                    .dpt,
                    of: node,
                    "write the datapoint type that the group address has in ETS, as in dpt=\"9.001\""
                )
                return nil
            }
            return type
        }
        guard let type = type(of: node) else { return nil }
        guard KNXFit.fits(type, facet) else {
            refuse(type, of: node, KNXFit.hint(for: facet))
            return nil
        }
        return type
    }

    mutating func refuse(_ type: DatapointType, of node: KNXNode, _ hint: String) {
        fail(node, "dpt of \(node.shown) is \(type) (\(type.subtype.name)), which does not fit", hint)
    }

    private mutating func checkAddresses(of node: KNXNode) {
        let addresses: [KNXAttribute] =
            [.command, .state] + (node.tag == .motion ? [.moving, .direction] : [])
        guard !addresses.contains(where: node.has) else { return }
        fail(
            node,
            "\(node.shown) has no group address",
            "add \(node.word(.command))=\"1/0/1\", the address for orders, "
                + "and \(node.word(.state))=\"1/4/1\", the address of its state"
        )
    }

    /// The device that reports the state on an address that is shared with orders.
    private mutating func device(of node: KNXNode, isShared: Bool) -> IndividualAddress? {
        guard let text = node.values[.device] else { return nil }
        let device: IndividualAddress
        do throws(AddressFault) {
            device = try IndividualAddress(text)
        } catch {
            refuse(.device, of: node, "write the individual address of the device, as in 1.1.12")
            return nil
        }
        if isShared { return device }
        fail(
            node,
            "\(node.shown) has \(node.word(.device)), but \(node.word(.command)) and \(node.word(.state)) are different addresses",
            "remove \(node.word(.device)): who sends the state of an address of its own does not matter"
        )
        return nil
    }

    /// - Parameter isShared: orders and states use one address. A read of it may be taken for a command, so it is read only
    ///   if the file says so.
    private mutating func readPolicy(of node: KNXNode, isShared: Bool) -> KNXFacet.Read {
        guard let text = node.values[.read] else { return isShared ? .never : .atStart }
        let words = [("no", "no"), ("inicio", "start"), ("caduca", "expiry")].map { node.language.pick($0.0, $0.1) }
        let every = node.language.pick("cada ", "every ")
        if text.hasPrefix(every), let interval = DurationText.read(String(text.dropFirst(every.count))),
            Self.readIntervals.contains(interval)
        {
            return .every(interval)
        }
        switch words.firstIndex(of: text) {
        case 0: return .never
        case 1: return .atStart
        case 2:
            if !node.has(.expires) {
                let word = node.word(.expires)
                fail(
                    node,
                    "\(node.word(.read)) of \(node.shown) is \"\(text)\", but \(word) is missing",
                    "add the maximum age of its state, as in \(word)=\"1h\""
                )
            }
            return .onExpiry
        default:
            refuse(.read, of: node, "write \(KNXText.list(words + ["\(every)10m (10s–7d)"], "or"))")
            return .atStart
        }
    }

    private mutating func resolution(of node: KNXNode) -> Decimal? {
        guard let text = node.values[.resolution] else { return nil }
        if let resolution = Decimal(text), resolution > 0 { return resolution }
        refuse(.resolution, of: node, "write a number above 0 with a decimal point, as in 0.1")
        return nil
    }

    /// Refuses attributes that have no effect without another attribute.
    private mutating func checkCombination(of node: KNXNode, _ element: ElementID, _ type: DatapointType?) {
        let needs: [(KNXAttribute, [KNXAttribute], String)] = [
            (.within, [.command], "there are no orders to confirm"),
            (.repeats, [.command], "there are no orders to repeat"),
            (.stop, [.command], "it is never moved"), (.step, [.command], "it is never moved"),
            (.up, [.command], "it is never moved"), (.down, [.command], "it is never moved"),
            (.expires, [.state], "there is no state to expire"),
            (.stopValue, [.stop], "there is no address to send it to"),
            (.invertMoving, [.moving], "there is nothing to invert"),
            (.invertLocked, [.locked], "there is nothing to invert"),
        ]
        for (attribute, others, reason) in needs where node.has(attribute) && !others.contains(where: node.has) {
            let other = node.word(others[0])
            fail(
                node,
                "\(node.shown) has \(node.word(attribute)) but no \(other): \(reason)",
                "add \(other), or remove \(node.word(attribute))"
            )
        }
        if node.has(.read), node.values[.read] != "no", !node.has(.state) {
            let (read, state) = (node.word(.read), node.word(.state))
            fail(
                node,
                "\(node.shown) has \(read) but no \(state): there is nothing to read",
                "add \(state), or remove \(read)"
            )
        }
        if node.tag == .value, node.has(.invert), let type, type.main != 1 {
            refuse(.invert, of: node, "only a value with a 1-bit type can be inverted; \(type) can't")
        }
        if let facet = node.tag.facet, node.has(.command), index[element].isReadOnly(facet) {
            let command = node.word(.command)
            fail(
                node,
                "\(node.shown) has \(command), but the house file marks \(index[element].name) as read-only",
                "remove \(command), or <SoloLectura>"
            )
        }
    }

    private mutating func motion(of node: KNXNode) -> KNXMotion {
        let moving = groups(.moving, of: node)
        if moving.count > 2 {
            refuse(.moving, of: node, "write one address, or two: 1 while it moves up, and 1 while it moves down")
        }
        return KNXMotion(
            stop: group(.stop, of: node),
            stopBit: integer(.stopValue, of: node, in: 0...1) == 0 ? 0 : 1,
            step: group(.step, of: node),
            up: duration(.up, of: node, in: Self.travels),
            down: duration(.down, of: node, in: Self.travels),
            moving: moving.first,
            movingDown: moving.count == 2 ? moving[1] : nil,
            isMovingInverted: flag(.invertMoving, of: node, default: false),
            direction: group(.direction, of: node),
            locked: group(.locked, of: node),
            isLockedInverted: flag(.invertLocked, of: node, default: false)
        )
    }

    // MARK: Children

    /// - Parameter defaultType: The type of the facet; nil if it was refused.
    mutating func listen(
        _ node: KNXNode,
        of parent: KNXNode,
        _ facet: FacetType,
        _ defaultType: DatapointType?
    ) -> KNXListen? {
        let isThere = require(
            .group,
            of: node,
            "write the additional command address, as in \(node.word(.group))=\"0/0/1\""
        )
        let group = group(.group, of: node)
        let isInverted = flag(.invert, of: node, default: false)
        var type = defaultType
        if node.has(.dpt) {
            type = self.type(of: node)
            if let wrong = type, !KNXFit.fitsListen(wrong, facet) {
                refuse(wrong, of: node, KNXFit.listenHint(for: facet))
                type = nil
            }
        }
        guard isThere, let group, let type else { return nil }
        if let own = parent.values[.command], sameGroup(own, group) {
            fail(
                node,
                "\(node.shown) repeats the \(parent.word(.command)) of its \(parent.shown)",
                "the \(parent.word(.command)) address is always listened to; remove \(node.shown)"
            )
        }
        return KNXListen(group: group, type: type, isInverted: isInverted)
    }

    private func sameGroup(_ text: String, _ group: GroupAddress) -> Bool {
        do throws(KNXLookup.Fault) {
            return try KNXLookup.group(text) == group
        } catch {
            // Already reported for the command address.
            return false
        }
    }

    private mutating func words(_ nodes: [KNXNode], of parent: KNXNode, _ type: DatapointType?) -> [KNXWord] {
        var words: [KNXWord] = []
        for node in nodes {
            let hint = "write \(node.word(.value))=\"confort\" \(node.word(.raw))=\"1\""
            let isThere = require(.value, of: node, hint)
            guard require(.raw, of: node, hint), isThere else { continue }
            let value = name(.value, of: node)
            guard let raw = integer(.raw, of: node), let value else { continue }
            if let type, let fault = fault(of: raw, in: type) {
                refuse(.raw, of: node, fault)
            } else if words.contains(where: { $0.value == value || $0.raw == raw }) {
                fail(
                    node,
                    "\(parent.shown) has \"\(KNXText.shown(value))\" or \(raw) twice",
                    "write each word and each raw value once"
                )
            } else {
                words.append(KNXWord(value: value, raw: raw))
            }
        }
        return words
    }

    /// Why the type does not have a raw value; nil if it does.
    private func fault(of raw: Int64, in type: DatapointType) -> String? {
        if type.size == .bits(1) { return raw == 0 || raw == 1 ? nil : "\(type) has only 0 and 1" }
        do throws(DatapointFault) {
            _ = try type.encode(.integer(raw))
            return nil
        } catch {
            switch error.code {
            case .outOfRange: return error.hint ?? "it is not a value of \(type)"
            case .wrongSize, .noValue, .invalid, .wrongForm, .unknownType:
                return "\(type) (\(type.subtype.name)) has no raw values to name"
            }
        }
    }
}
