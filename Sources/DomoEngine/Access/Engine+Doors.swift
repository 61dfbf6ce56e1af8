import DomoLanguage
import DomoModel

// Orders for locks, gates, garages and doors need a right of their own, whatever gives them: a request, a scene that it
// starts or brings along, an order for a place. What the house does by itself needs none.

extension Engine {
    /// Throws if the request would give an order for a door. What only explains is allowed, and an order for a place
    /// leaves the doors in it out.
    mutating func requireNoDoor(_ request: Request, by principal: Principal, seenIn scope: Scope) throws(Fault) {
        let what: String?
        switch request {
        case .order(let order): what = order.explain ? nil : try door(movedBy: order, seenIn: scope)
        case .scene(let name, explain: false, tag: _, let values, until: _):
            what = try door(movedByScene: name, values, seenIn: scope)
        case .run(let name, let lines, explain: false, tag: _, until: _):
            what = scenes.door(movedBy: AdHocScene(name: name, lines: lines), seenIn: scope, in: self)
        // All cases, so that a new verb does not open doors by mistake.
        case .scene, .run, .group, .list, .show, .model, .watch, .sceneStop, .scenes, .calendar, .record, .script,
            .plan,
            .orders, .why, .history, .records, .log, .stats, .export, .rename, .backup, .restore, .audit, .knx,
            .discover, .token, .hook, .knock, .claim, .login, .logout, .notify, .notices, .notifier, .push, .status,
            .doctor, .reload:
            what = nil
        }
        guard let what else { return }
        noteRefusal(of: request.subject, by: principal, needed: .act, needsDoors: true)
        throw access.refusal(ofDoor: what, to: principal)
    }

    /// - Returns: the door that an order is for, for people; nil if it is for none.
    private func door(movedBy order: Order, seenIn scope: Scope) throws(Fault) -> String? {
        let element = try houses.element(named: order.element, seenIn: scope)
        return door(movedWith: element).map { "\(houses.path(of: element)) is a \($0.word)" }
    }

    /// - Returns: the door that a scene has orders for, for people; nil if there is none.
    func door(movedByScene name: String, _ values: [SceneValue], seenIn scope: Scope) throws(Fault) -> String? {
        let scene = try scenes.scene(named: name, seenIn: scope, world: self).filled(with: values)
        return scenes.door(movedBy: scene.script, in: self).map { "the scene \(scene.name) has orders for \($0)" }
    }

    /// Throws if who gave a scene may not give its order: its right or the house may have changed since the start.
    func requireNoDoor(_ order: PendingOrder, by principal: Principal) throws(Fault) {
        guard !access.right(of: principal).opensDoors, let door = door(movedWith: order.element) else { return }
        throw access.refusal(ofDoor: "\(order.record.element) is a \(door.word)", to: principal)
    }

    /// The orders of an order for a place that the principal may give.
    ///
    /// - Throws: if all of them are for doors.
    func withoutDoors(
        _ wishes: [(element: ElementID, wish: Order.Wish)],
        in group: GroupOrder,
        by principal: Principal
    ) throws(Fault) -> [(element: ElementID, wish: Order.Wish)] {
        guard !access.right(of: principal).opensDoors else { return wishes }
        let allowed = wishes.filter { door(movedWith: $0.element) == nil }
        guard !allowed.isEmpty || wishes.isEmpty else {
            throw access.refusal(ofDoor: "\(group.place) has only doors that take \"\(group.value)\"", to: principal)
        }
        return allowed
    }
}

extension Engine {
    /// The class of the door that an order for an element moves, under whatever name: the element, what it is a part of,
    /// or anything that its signals also move. Nil if it moves none.
    func door(movedWith element: ElementID) -> ElementClass? {
        let (index, first) = (houses.index, houses.representative(of: element))
        if let door = index.door(element) { return door }
        for representative in [first] + houses.overlapping(first) {
            for twin in houses.twins(of: representative) {
                if let door = index.door(twin) { return door }
            }
        }
        return nil
    }

    /// A door among the devices that an order for a place may reach, whatever their state; nil if there is none.
    func door(movedBy group: GroupOrder) -> ElementID? {
        do throws(Fault) {
            return try wishes(of: group, seenIn: .everything) { _, _, _ in false }.wishes.map(\.element).first {
                door(movedWith: $0) != nil
            }
        } catch {
            // It reaches nothing.
            return nil
        }
    }
}
