import DomoLanguage
import DomoModel

// The scenes that move an element.

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
        var checks = Self.maxChecks
        var acting: [SceneList.Scene] = []
        for scene in visibleScenes(in: scope, world: world) where acting.count < Self.maxActing {
            let acts =
                scene.script.ordered.contains { name in
                    do throws(Fault) {
                        return elements.contains(try world.element(named: name.text))
                    } catch {
                        return false
                    }
                }
                || scene.script.names.places.contains { name in
                    // A name that is unknown by now acts on nothing.
                    guard let place = try? world.path(named: name.text, seenIn: .everything) else { return false }
                    return elements.contains { world.path(of: $0).utf8.starts(with: "\(place)/".utf8) }
                }
            if acts { acting.append(listed(scene).view(schedule, checks: &checks, at: world.now)) }
        }
        return acting
    }

    /// The scenes with a trigger on one of the elements.
    func started(
        by elements: Set<ElementID>,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) -> [SceneList.Scene] {
        var checks = Self.maxChecks
        var started: [SceneList.Scene] = []
        for scene in visibleScenes(in: scope, world: world) where started.count < Self.maxActing {
            let starts = scene.script.triggering.contains { name in
                do throws(Fault) {
                    return elements.contains(try world.element(named: name.text))
                } catch {
                    return false
                }
            }
            if starts { started.append(listed(scene).view(schedule, checks: &checks, at: world.now)) }
        }
        return started
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
            case .group, .waitUntil, .condition, .scene, .stopScene, .wait, .parallel, .log: nil
            }
        }
    }
}
