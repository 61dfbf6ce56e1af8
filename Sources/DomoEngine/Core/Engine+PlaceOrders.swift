import DomoLanguage
import DomoModel

// What an order for a whole place reaches, and what it leaves out.

extension Engine {
    typealias Wishes = [(element: ElementID, wish: Order.Wish)]

    /// The orders that an order for a place consists of, and what it leaves out although it takes the value.
    ///
    /// - Parameter isOff: whether a device, a type of it and the value off need no order.
    /// - Throws: if no device can be set to the value; `off` may find nothing to do.
    func wishes(
        of group: GroupOrder,
        seenIn scope: Scope,
        isOff: (ElementID, FacetType, Value) -> Bool
    ) throws(Fault) -> (wishes: Wishes, leftOut: [GroupReport.LeftOut]) {
        let place = try houses.index.place(of: group, seenIn: scope)
        var elements: [ElementID] = []
        collect(place, seenIn: scope, into: &elements)
        var seen: Set<ElementID> = []
        var wishes: Wishes = []
        var leftOut: [GroupReport.LeftOut] = []
        for id in elements {
            guard let (order, value, wish) = meaning(of: group, for: id) else { continue }
            if let exclusion = houses.exclusion(of: id, from: order) {
                // What belongs to a device is not listed beside it.
                if exclusion != .part {
                    leftOut.append(.init(element: houses.path(of: id), reason: exclusion.reason))
                }
                continue
            }
            if group.isOff, isOff(id, value.type, value) { continue }
            // Elements that share an actuator are ordered once.
            if seen.insert(houses.representative(of: id)).inserted { wishes.append((id, wish)) }
        }
        guard group.isOff || !wishes.isEmpty else { throw houses.index.noDevice(taking: group, in: place) }
        return (wishes, leftOut)
    }

    /// What an order for a place means for an element; nil if it does not take it.
    private func meaning(
        of group: GroupOrder,
        for id: ElementID
    ) -> (order: PlaceOrder, value: Value, wish: Order.Wish)? {
        if group.isOff { return houses.wayOff(of: id, self).map { (.off, $0.value, $0.wish) } }
        let wish = Order.Wish.value(group.value, as: group.type)
        // Devices whose types don't take the value are left out.
        guard let value = try? wish.absoluteValue(for: houses[id]), houses.isOrderable(id, value.type) else {
            return nil
        }
        if case .dimming = value, !houses.dims(id) { return nil }
        if value == .press, !houses.isButton(id) { return nil }
        return (PlaceOrder(setting: value), value, wish)
    }

    func isKnownToBeOff(_ id: ElementID, _ type: FacetType, _ off: Value) -> Bool {
        let reading = reading(of: id, type).reading
        return reading.value == off && reading.certainty == .confirmed && !reading.isStale
    }
}

extension Houses {
    /// Why an order for a place does not reach an element. Of elements that share an actuator, each name counts.
    func exclusion(of id: ElementID, from order: PlaceOrder) -> PlaceExclusion? {
        func own(_ id: ElementID) -> PlaceExclusion? {
            self[id].exclusion(from: order, path: path(of: id), isButton: isButton(id))
        }
        if let exclusion = own(id) { return exclusion }
        for twin in twins(of: representative(of: id)) where twin != id {
            switch own(twin) {
            case .marked, .button, .elementClass: return own(twin)
            case .service, .part, .virtual, .guardedName, .appliance, nil: continue
            }
        }
        return nil
    }

    /// How an element is switched off; nil if it can't be.
    func wayOff(
        of id: ElementID,
        _ world: borrowing some HouseShowing & ~Copyable
    ) -> (value: Value, wish: Order.Wish)? {
        let ways: [(Value, Order.Wish)] = [(.off, .value("off", as: .binary)), (.level(.zero), .level(.to(.zero)))]
        let types = self[id].types
        // The position of a cover is nothing that is on or off.
        return ways.first { value, _ in
            types.contains(value.type) && isOrderable(id, value.type)
                && world.coverTraits(of: representative(of: id), value.type) == nil
        }
    }
}
