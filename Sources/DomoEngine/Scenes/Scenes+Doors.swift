import DomoLanguage
import DomoModel

// The locks, gates, garages and doors that the steps of a scene have orders for, directly or through scenes that it
// starts.

extension Scenes {
    /// - Returns: the first such element, for people; nil if there is none.
    func door(movedBy script: Script, in world: borrowing some SceneWorld) -> String? {
        door(movedBy: script, seenIn: .everything, skipsPlaces: false, in: world)
    }

    /// The same for a scene that came with a request. The principal of its own orders is known while it runs, so those
    /// for places leave out doors; those of a scene that it starts do not.
    func door(movedBy scene: AdHocScene, seenIn scope: Scope, in world: borrowing some SceneWorld) -> String? {
        let script = ScriptParser.parse(scene.lines.joined(separator: "\n")).script
        return givenDoor(movedBy: script, seenIn: scope, in: world).map { "the scene has orders for \($0)" }
    }

    /// - Parameter script: of a scene that came with a request.
    func givenDoor(
        movedBy script: Script,
        seenIn scope: Scope = .everything,
        in world: borrowing some SceneWorld
    ) -> String? {
        door(movedBy: script, seenIn: scope, skipsPlaces: true, in: world)
    }

    private func door(
        movedBy script: Script,
        seenIn scope: Scope,
        skipsPlaces: Bool,
        in world: borrowing some SceneWorld
    ) -> String? {
        var known: Set<String> = []
        var waiting = [script]
        var (scope, skipsPlaces) = (scope, skipsPlaces)
        while let script = waiting.popLast() {
            for step in script.allSteps {
                switch step.kind {
                case .order(let order, _):
                    if let door = door(named: order.element, seenIn: scope, in: world) { return door }
                case .ramp(let element, to: _, over: _):
                    if let door = door(named: element.text, seenIn: scope, in: world) { return door }
                case .group(let group, _):
                    if !skipsPlaces, let door = world.door(movedBy: group) { return world.path(of: door) }
                case .scene(let name):
                    if known.insert(FoldedName.fold(name.text)).inserted, let called = book[named: name.text] {
                        waiting.append(Self.asCalled(called))
                    }
                case .waitUntil, .condition, .stopScene, .wait, .parallel, .log, .notify, .resolved, .call: break
                }
            }
            // What it starts are scenes of the house.
            (scope, skipsPlaces) = (.everything, false)
        }
        return nil
    }

    /// The script of a scene that another one starts, with its own values.
    private static func asCalled(_ scene: SceneBook.Entry) -> Script {
        do throws(Fault) {
            return try scene.filled(with: []).script
        } catch {
            // It needs values that the step does not have, so it does not start.
            return scene.script
        }
    }

    private func door(named name: String, seenIn scope: Scope, in world: borrowing some SceneWorld) -> String? {
        do throws(Fault) {
            let element = try world.element(named: name, seenIn: scope)
            return world.door(movedWith: element).map { "\(world.path(of: element)), which is a \($0.word)" }
        } catch {
            // The step fails, and says why.
            return nil
        }
    }
}
