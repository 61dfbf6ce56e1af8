import DomoLanguage
import DomoModel

// Reports of second links about facets that other links control.

extension Engine {
    /// - Returns: true if the reporting link only compares this facet.
    mutating func compare(
        _ observation: Observation,
        of element: ElementID,
        from id: LinkID,
        at now: Instant
    ) -> Bool {
        let type = observation.facet.type
        guard let endpoint = polling.comparison(of: element, type), links[endpoint].link.key == id.key else {
            return false
        }
        guard observation.kind == .state, !links[endpoint].isDown, observation.value.map({ $0.type == type }) ?? true
        else { return true }
        links.noteReport(from: endpoint, at: now)
        polling.noteReport(from: endpoint, at: now)
        comparisons.note(observation.value, type, of: element, at: now)
        return true
    }

    /// Removes from an answer what is only compared.
    mutating func compare(_ reports: [FacetReport], at now: Instant) -> [FacetReport] {
        guard polling.hasComparisons else { return reports }
        for one in reports where one.isCompared { comparisons.note(one.value, one.type, of: one.element, at: now) }
        return reports.filter { !$0.isCompared }
    }

    /// Publishes differences that have lasted long enough.
    mutating func compareDue(at now: Instant) {
        while let facet = comparisons.takeDue(at: now) {
            guard let endpoint = polling.comparison(of: facet.element, facet.type),
                let first = houses.endpoint(of: facet.element, facet.type)
            else { continue }
            let (new, hasEnded) = comparisons.compare(
                facet,
                with: comparable(facet, at: first),
                precision: houses[facet.element].precision(of: facet.type),
                isPushed: polling.policy(of: endpoint)?.mode == .pushed,
                at: now
            )
            guard let message = new.map({ text(of: $0, first, endpoint) }) ?? (hasEnded ? "they agree again" : nil)
            else { continue }
            var entry = HouseLogEntry(.difference, at: now.wall, message: message)
            entry.element = houses.path(of: facet.element)
            entry.places = [houses.path(of: facet.element)]
            outbox.persist(.event(entry))
            for twin in houses.twins(of: facet.element) {
                outbox.publish(
                    Event(
                        kind: .difference,
                        time: now.wall,
                        path: houses.path(of: twin),
                        server: links[endpoint].profile.label,
                        message: message
                    )
                )
            }
        }
    }

    /// What the house reports for a facet, if no order or movement is in progress.
    private func comparable(_ facet: Comparisons.Facet, at first: EndpointID) -> Comparisons.Known? {
        let (id, type) = (facet.element, facet.type)
        let reading = reading(of: id, type).reading
        guard reading.certainty == .confirmed, !covers.isMoving(id), orders.isIdle(id),
            !orders.isAwaited(id), let value = reading.fresh,
            let known = readings[id].facets.first(where: { $0.type == type })
        else { return nil }
        let isPushed = polling.policy(of: first)?.mode == .pushed
        return Comparisons.Known(value: value, changed: known.changed, reported: known.updated, isPushed: isPushed)
    }

    private func text(of difference: Comparisons.Difference, _ first: EndpointID, _ second: EndpointID) -> String {
        "\(links[first].profile.label) reports \(difference.first.word), "
            + "\(links[second].profile.label) reports \(difference.second.word)"
    }
}
