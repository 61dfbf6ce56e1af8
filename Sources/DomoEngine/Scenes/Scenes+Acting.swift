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
        let ofPlaces = elements.filter { world[$0].isInGroups }
        return listed(seenIn: scope, in: world) { script in
            Self.isAny(of: elements, among: script.ordered, in: world)
                || script.names.places.contains { name in
                    // A name that is unknown by now acts on nothing.
                    guard let place = try? world.path(named: name.text, seenIn: .everything) else { return false }
                    return ofPlaces.contains { world.path(of: $0).utf8.starts(with: "\(place)/".utf8) }
                }
        }
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
