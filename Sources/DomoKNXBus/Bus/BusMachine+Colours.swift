import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

// Lamps with colours: their value follows from the reports of all their objects, and an order may take several telegrams.

extension BusMachine {
    /// A report of one of the objects.
    mutating func handleColour(
        _ payload: Payload,
        at group: GroupAddress,
        _ number: Int,
        _ colour: KNXColour,
        isResponse: Bool,
        at now: Instant
    ) throws(DatapointFault) {
        let facet = profile.bindings.facets[number]
        guard let object = colour.objects.firstIndex(where: { $0.state == group }) else { return }
        let report = try colour.report(of: payload, object: object)
        colours.note(report, object: object, of: facet, isResponse: isResponse)
        rereads.noteState(of: number, facet, at: now)
        if report == .unknownWhite { return self.report(facet.facet, nil, .state, isResponse: isResponse) }
        guard let value = colours.value(of: facet, at: now) else { return }
        if let address = profile.stateToRead(facet) { reads.note(value, at: address, facet: number) }
        self.report(facet.facet, value, .state, isResponse: isResponse)
    }

    /// What another device orders; nil if it orders only a part of a colour.
    func colour(orderedBy payload: Payload, at group: GroupAddress, _ facet: KNXFacet) throws(DatapointFault) -> Value?
    {
        guard let colour = facet.colour else { return nil }
        // A further address has the type of the first object.
        let object = colour.objects.firstIndex { $0.command == group } ?? 0
        guard case .colour(let ordered) = try colour.report(of: payload, object: object) else { return nil }
        return .colour(ordered)
    }

    /// Lamps that do not report what was ordered: what they do report counts now.
    mutating func expireColours(at now: Instant) {
        for name in colours.expire(at: now) {
            guard let facet = profile.facet(name.path, name.type), let value = colours.value(of: facet, at: now) else {
                continue
            }
            report(name, value, .state)
        }
    }

    /// The telegrams that order a value.
    mutating func telegrams(
        for value: Value,
        _ target: Target,
        at now: Instant
    ) throws(SignalFault) -> [(address: GroupAddress, payload: Payload)] {
        guard case .colour(let colour) = value, let facet = profile.facet(target.path, .colour) else {
            return [try telegram(for: value, target, at: now)]
        }
        let telegrams = try profile.telegrams(for: colour, facet, name: target.name)
        let within = facet.within ?? Self.usualConfirmation
        // Before the engine gives up.
        colours.note(ordered: colour, facet, within: within * 3 / 4, at: now)
        return telegrams
    }

    private static let usualConfirmation: Duration = .seconds(10)
}

extension KNXLinkProfile {
    func telegrams(
        for colour: Colour,
        _ facet: KNXFacet,
        name: String
    ) throws(SignalFault) -> [(address: GroupAddress, payload: Payload)] {
        do throws(DatapointFault) {
            return try facet.colour?.telegrams(for: colour) ?? []
        } catch {
            throw SignalFault(message: "\(name): \(error.message)", hint: error.hint)
        }
    }
}
