import DomoLanguage
import DomoModel

// A scene is visible to those who see all elements that it names, directly or through scenes that it starts or stops.

extension Scenes {
    func shows(_ script: Script, in scope: Scope, world: borrowing some SceneWorld) -> Bool {
        guard scope.isLimited else { return true }
        return places(of: script, in: world)?.allSatisfy(scope.holds) ?? false
    }

    /// The full paths of all elements and places that a scene names, directly or through other scenes; nil if a name is
    /// unknown.
    func places(of script: Script, in world: borrowing some SceneWorld) -> [String]? {
        var paths: Set<String> = []
        var waiting = [script]
        var known: Set<String> = []
        while let script = waiting.popLast() {
            let names = script.names
            for name in names.elements {
                guard let element = try? world.element(named: name.text) else { return nil }
                paths.insert(world.path(of: element))
            }
            for name in names.places {
                // The result says that a name is unknown.
                guard let place = try? world.path(named: name.text, seenIn: .everything) else { return nil }
                paths.insert(place)
            }
            for name in names.scenes where known.insert(FoldedName.fold(name.text)).inserted {
                guard let called = book[named: name.text] else { return nil }
                waiting.append(called.script)
            }
        }
        return paths.sorted()
    }

    /// The places of a scene's event. Only needed if somebody is limited to places.
    func concerned(by script: Script, in world: borrowing some SceneWorld) -> [String]? {
        world.hasLimits ? places(of: script, in: world) : nil
    }

    // MARK: - Scenes by their names

    /// The number of visible scenes of the load.
    func count(seenIn scope: Scope, in world: borrowing some SceneWorld) -> Int {
        visibleScenes(in: scope, world: world).count
    }

    func visibleScenes(in scope: Scope, world: borrowing some SceneWorld) -> [SceneBook.Entry] {
        scope.isLimited ? book.entries.filter { shows($0.script, in: scope, world: world) } : book.entries
    }

    func scene(
        named name: String,
        seenIn scope: Scope,
        world: borrowing some SceneWorld
    ) throws(Fault) -> SceneBook.Entry {
        guard scope.isLimited else { return try book.entry(named: name) }
        guard let scene = book[named: name], shows(scene.script, in: scope, world: world) else {
            throw unknownScene(name, seenIn: scope, world: world)
        }
        return scene
    }

    /// Throws if no scene with the name is loaded, or if parts of it are not visible.
    func requireScene(named name: String, seenIn scope: Scope, in world: borrowing some SceneWorld) throws(Fault) {
        _ = try scene(named: name, seenIn: scope, world: world)
    }

    /// Throws if no scene with the name is loaded or running, or if parts of it are not visible.
    func requireVisible(named name: String, seenIn scope: Scope, in world: borrowing some SceneWorld) throws(Fault) {
        guard scope.isLimited else { return }
        let scripts = scripts(named: name)
        guard !scripts.isEmpty, scripts.allSatisfy({ shows($0, in: scope, world: world) }) else {
            throw unknownScene(name, seenIn: scope, world: world)
        }
    }

    /// The scripts of the loaded, the running and the queued scenes with a name.
    private func scripts(named name: String) -> [Script] {
        let key = FoldedName.fold(name)
        var scripts = queue.scripts(of: key)
        if let loaded = book[key: key] { scripts.append(loaded.script) }
        if let run = runs[key: key] { scripts.append(run.script) }
        return scripts
    }

    private func unknownScene(_ name: String, seenIn scope: Scope, world: borrowing some SceneWorld) -> Fault {
        .unknownScene(name, closest: closest(to: name, seenIn: scope, world: world))
    }

    /// The visible scene with the most similar name; nil if none is similar.
    func closest(to name: String, seenIn scope: Scope, world: borrowing some SceneWorld) -> String? {
        closestWord(to: name, among: visibleScenes(in: scope, world: world).map(\.name))
    }

    // MARK: - Ad-hoc scenes

    /// Limits an ad-hoc scene to what its sender sees: its names are resolved among visible elements, and it must not
    /// stop scenes that are not visible.
    ///
    /// - Returns: the script with full paths for element names; or the mistakes.
    func limited(
        _ script: Script,
        named name: String,
        to scope: Scope,
        world: borrowing some SceneWorld
    ) throws(Fault) -> (Script, [Script.Mistake]) {
        guard scope.isLimited else { return (script, []) }
        func isTaken(_ script: Script, _ group: String) -> Bool {
            script.group.map(FoldedName.fold) == group && !shows(script, in: scope, world: world)
        }
        let group = script.group.map(FoldedName.fold)
        let taken = scripts(named: name).contains { !shows($0, in: scope, world: world) }
        let others = book.entries.map(\.script) + runs.all.map(\.script)
        guard !taken, !others.contains(where: { other in group.map { isTaken(other, $0) } ?? false }) else {
            throw Fault(
                .notAllowed,
                "an ad-hoc scene can't be named \(Words.quoted(name))\(group == nil ? "" : " or use that group")",
                hint: "choose another name\(group == nil ? "" : " and group")"
            )
        }
        var mistakes: [Script.Mistake] = []
        func note(_ fault: Fault, at position: Script.Position) {
            mistakes.append(Script.Mistake(line: position.line, column: position.column, fault: fault))
        }
        for name in script.names.scenes {
            do throws(Fault) {
                _ = try scene(named: name.text, seenIn: scope, world: world)
            } catch {
                note(error, at: name.position)
            }
        }
        let whole = script.naming { name in
            do throws(Fault) {
                return world.path(of: try world.element(named: name.text, seenIn: scope))
            } catch {
                note(error, at: name.position)
                return name.text
            }
        } places: { name in
            do throws(Fault) {
                let path = try world.path(named: name.text, seenIn: scope)
                guard scope.holds(path) else {
                    throw Fault(.notAllowed, "\(path) is not yours as a whole", hint: "name the places in it instead")
                }
                return path
            } catch {
                note(error, at: name.position)
                return name.text
            }
        }
        return (whole, mistakes.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
    }
}
