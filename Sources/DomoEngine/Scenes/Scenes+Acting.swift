import DomoLanguage
import DomoModel

// The scenes that order an element, or that it starts.

extension Scenes {
    /// The maximum number of scenes listed for one element.
    private static let maxActing = 50
    /// The maximum number of times to check when finding next starts.
    private static let maxChecks = 5_000

    /// The scenes with a step that orders one of the elements, as they are listed.
    func acting(
        on elements: Set<ElementID>,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) -> [SceneList.Scene] {
        listed(seenIn: scope, in: world) { script in
            Self.isAny(of: elements, among: script.ordered, in: world)
                || script.placeOrders.contains { group in
                    // A name that is unknown by now acts on nothing.
                    guard let place = try? world.path(named: group.place, seenIn: .everything) else { return false }
                    return elements.contains { id in
                        world.path(of: id).utf8.starts(with: "\(place)/".utf8) && Self.reaches(group, id, in: world)
                    }
                }
        }
    }

    /// Whether an order for a place that holds an element is one for it too.
    private static func reaches(_ group: GroupOrder, _ id: ElementID, in world: borrowing some SceneWorld) -> Bool {
        let element = world[id]
        let order: PlaceOrder
        if group.isOff {
            order = .off
        } else {
            let wish = Order.Wish.value(group.value, as: group.type)
            // An element that does not take the value is left out.
            guard let value = try? wish.absoluteValue(for: element) else { return false }
            order = PlaceOrder(setting: value)
        }
        return element.exclusion(from: order, path: world.path(of: id), isButton: false) == nil
    }

    /// The scenes with a trigger on one of the elements.
    func started(
        by elements: Set<ElementID>,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) -> [SceneList.Scene] {
        listed(seenIn: scope, in: world) { script in Self.isAny(of: elements, among: script.triggering, in: world) }
    }

    private static func isAny(
        of elements: Set<ElementID>,
        among names: [Script.Name],
        in world: borrowing some SceneWorld
    ) -> Bool {
        names.contains { name in
            do throws(Fault) {
                return elements.contains(try world.element(named: name.text))
            } catch {
                // It is unknown by now.
                return false
            }
        }
    }

    private func listed(
        seenIn scope: Scope,
        in world: borrowing some SceneWorld,
        where isMeant: (Script) -> Bool
    ) -> [SceneList.Scene] {
        var checks = Self.maxChecks
        var found: [SceneList.Scene] = []
        for scene in visibleScenes(in: scope, world: world) where found.count < Self.maxActing && isMeant(scene.script)
        {
            found.append(listed(scene).view(schedule, checks: &checks, at: world.now))
        }
        return found
    }

    func listed(_ scene: SceneBook.Entry) -> ListedScene {
        ListedScene(
            scene: scene,
            step: runs[key: scene.key]?.activity,
            last: records.last(of: scene.key),
            skipped: records.skip(of: scene.key)
        )
    }
}

extension Script {
    /// The elements whose readings start it.
    fileprivate var triggering: [Name] {
        triggers.compactMap { trigger in
            switch trigger.kind {
            case .when(let test, for: _): test.element
            case .changes(let element): element
            case .at, .every, .telegram, .start: nil
            }
        }
    }

    /// The steps that order whole places.
    fileprivate var placeOrders: [GroupOrder] {
        allSteps.compactMap { step in
            guard case .group(let group, _) = step.kind else { return nil }
            return group
        }
    }

    /// The elements ordered by the steps.
    fileprivate var ordered: [Name] {
        allSteps.compactMap { step in
            switch step.kind {
            case .order(let order, let place): Name(order.element, at: place.element)
            case .ramp(let element, to: _, over: _): element
            case .group, .waitUntil, .condition, .scene, .stopScene, .wait, .parallel, .log, .notify, .resolved, .call:
                nil
            }
        }
    }
}
