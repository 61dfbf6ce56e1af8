import DomoLanguage
import DomoModel

// Orders for a whole place, as far as the house file alone decides them.

extension HouseIndex {
    /// The place of an order for a whole place.
    func place(of group: GroupOrder, seenIn scope: Scope = .everything) throws(Fault) -> PlaceID {
        guard case .place(let place) = try find(group.place, seenIn: scope) else {
            throw Fault(
                .unknownPlace,
                "\(group.place) is an element, not a house or sector",
                hint: "use \"domo set \(Words.quoted(group.place)) \(Words.quoted(group.value))\""
            )
        }
        return place
    }

    /// The devices in a place with a type that takes the value.
    ///
    /// - Throws: if there are none.
    func devices(
        taking group: GroupOrder,
        in place: PlaceID
    ) throws(Fault) -> [(element: ElementID, value: Value)] {
        let wish = Order.Wish.value(group.value, as: group.type)
        var found: [(element: ElementID, value: Value)] = []
        forEachElement(in: place) { id in
            do throws(Fault) {
                guard let value = try wish.absoluteValue(for: self[id]) else { return }
                let order = PlaceOrder(setting: value)
                guard self[id].exclusion(from: order, path: path(of: id), isButton: false) == nil else { return }
                found.append((id, value))
            } catch {
                // A device whose types don't take the value is left out.
            }
        }
        guard !found.isEmpty else { throw noDevice(taking: group, in: place) }
        return found
    }

    func noDevice(taking group: GroupOrder, in place: PlaceID) -> Fault {
        Fault(
            .refusedValue,
            "no device in \(self[place].path) can be set to \"\(group.value.prefix(80))\"",
            hint:
                "\"domo ls -r \(Words.quoted(group.place))\" lists what is in it; services, parts, virtual elements, locks and other openers are set one by one"
        )
    }
}
