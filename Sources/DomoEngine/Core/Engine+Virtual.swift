import DomoLanguage
import DomoModel

// Virtual elements: domo itself holds their values, and no link is involved.

extension Engine {
    /// Gives the virtual elements of a load their values: those that they have, else those from before, else the initial
    /// ones.
    mutating func holdVirtuals(renames: [PathChange], at now: Instant) {
        let before = virtuals
        virtuals.move(PathMap(renames))
        for id in houses.virtuals where !isHeld(id) && !restore(id, at: now) { begin(id, at: now) }
        let houses = houses
        virtuals.removeOldest { facet in
            houses.index.element(at: facet.path).map { houses.types(of: $0).contains(facet.type) } ?? false
        }
        if virtuals != before { outbox.keep(virtuals) }
    }

    private func facet(_ id: ElementID, _ type: FacetType) -> FacetName {
        FacetName(path: houses.path(of: id), type: type)
    }

    /// Whether its present readings are those that domo holds, and it can still have them.
    private func isHeld(_ id: ElementID) -> Bool {
        houses.types(of: id).allSatisfy { type in
            guard let reading = readings.reading(id, type), let value = reading.value else { return false }
            return !reading.isStale && virtuals[facet(id, type)] == reading && houses[id].canHave(value)
        }
    }

    /// Restores its values from before, if it can still have them.
    private mutating func restore(_ id: ElementID, at now: Instant) -> Bool {
        let types = houses.types(of: id)
        var known: [Reading] = []
        for type in types {
            guard let reading = virtuals[facet(id, type)], let value = reading.value, value.type == type,
                houses[id].canHave(value)
            else { return false }
            known.append(reading)
        }
        for (type, reading) in zip(types, known) { readings.hold(reading, type, of: id, at: now) }
        return true
    }

    /// Gives it its initial value.
    private mutating func begin(_ id: ElementID, at now: Instant) {
        guard let initial = houses[id].details?.initial else { return }
        let types = houses.types(of: id)
        readings.begin(id)
        // A type that does not follow the initial value, such as a switch beside a text, begins with its usual one.
        let others = types.filter { !$0.moves(with: initial.type) }
        for value in others.map(houses[id].usualValue) + [initial] {
            carryOut(value, id, types, at: now, by: .house)
        }
    }

    private mutating func carryOut(
        _ value: Value,
        _ id: ElementID,
        _ types: FacetTypes,
        at now: Instant,
        by cause: Cause
    ) {
        let changed = readings.hold(value, for: id, types: types, at: now, by: cause)
        for type in changed { virtuals[facet(id, type)] = readings.reading(id, type) }
        publishReadings(of: id, changed, at: now)
    }

    // MARK: - Orders

    /// Carries out an order: it is confirmed at once.
    mutating func hold(_ order: consuming PendingOrder, at now: Instant) {
        order.record.reached = now.wall
        do throws(Fault) {
            let value = try absoluteValue(of: order)
            order.value = value
            (order.record.type, order.record.action) = (value.type.word, value.word)
            (order.record.stage, order.record.acceptedAfter, order.record.confirmedAfter) = (.confirmed, 0, 0)
            let types = houses.types(of: order.element)
            carryOut(value, order.element, types, at: now, by: order.cause)
            // Also if nothing has changed: the last change may not be stored yet.
            outbox.keep(virtuals)
            if order.isByHand { noteForRecorder(value, order) }
            orders.noteHeld()
            save(&order)
            notifyOrigin(of: order, .success(receipt(for: order, outcome: .confirmed)), at: now)
        } catch {
            order.record.stage = .failed
            order.record.problem = error.message
            report(order, error, at: now)
        }
    }
}
