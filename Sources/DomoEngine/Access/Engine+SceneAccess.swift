import DomoLanguage
import DomoModel

// Who sees a scene: whoever sees all elements that it speaks of, and that the scenes do which it starts or stops.

extension Engine {
    func shows(_ script: Script, in scope: Scope) -> Bool {
        guard scope.isLimited else { return true }
        return places(of: script)?.allSatisfy(scope.holds) ?? false
    }

    /// What an event of a scene concerns. Nobody asks for it where nobody is limited.
    func concerned(by script: Script) -> [String]? {
        access.hasLimits ? places(of: script) : nil
    }

    /// The whole paths of all elements that a scene speaks of, also through others; nil where one of the names is not
    /// found.
    private func places(of script: Script) -> [String]? {
        var paths: Set<String> = []
        var waiting = [script]
        var known: Set<String> = []
        while let script = waiting.popLast() {
            let names = script.names
            for name in names.elements {
                guard let element = try? element(named: name.text) else { return nil }
                paths.insert(catalog.index.path(of: element))
            }
            for name in names.scenes where known.insert(FoldedName.fold(name.text)).inserted {
                guard let called = try? book.entry(named: name.text) else { return nil }
                waiting.append(called.script)
            }
        }
        return paths.sorted()
    }

    // MARK: - Scenes by their names

    func scene(named name: String, seenIn scope: Scope) throws(Fault) -> SceneBook.Entry {
        let scene: SceneBook.Entry
        do throws(Fault) {
            scene = try book.entry(named: name)
        } catch {
            throw scope.isLimited ? unknownScene(name, seenIn: scope) : error
        }
        guard shows(scene.script, in: scope) else { throw unknownScene(name, seenIn: scope) }
        return scene
    }

    /// Throws where nothing of that name is loaded or runs, or some of it isn't seen.
    func requireVisible(scene name: String, seenIn scope: Scope) throws(Fault) {
        guard scope.isLimited else { return }
        let scripts = scripts(named: name)
        guard !scripts.isEmpty, scripts.allSatisfy({ shows($0, in: scope) }) else {
            throw unknownScene(name, seenIn: scope)
        }
    }

    /// Of what is loaded, runs, or waits for its turn.
    private func scripts(named name: String) -> [Script] {
        let key = FoldedName.fold(name)
        var scripts = (queued[key] ?? []).map(\.scene.script)
        if let loaded = book[key: key] { scripts.append(loaded.script) }
        if let run = run(named: name) { scripts.append(run.script) }
        return scripts
    }

    private func unknownScene(_ name: String, seenIn scope: Scope) -> Fault {
        .unknownScene(name, among: book.entries.filter { shows($0.script, in: scope) }.map(\.name))
    }

    // MARK: - Ad-hoc scenes

    /// A scene that came with a request of somebody who is limited to places: its names mean what is seen of them, and it
    /// must not stop what isn't seen.
    ///
    /// - Returns: the script with whole paths for names of elements; or what is wrong with it.
    func limited(_ script: Script, named name: String, to scope: Scope) throws(Fault) -> (Script, [Script.Mistake]) {
        guard scope.isLimited else { return (script, []) }
        func isTaken(_ script: Script, _ group: String) -> Bool {
            script.group.map(FoldedName.fold) == group && !shows(script, in: scope)
        }
        let group = script.group.map(FoldedName.fold)
        let taken = scripts(named: name).contains { !shows($0, in: scope) }
        let others = book.entries.map(\.script) + scenes.values.map(\.script)
        guard !taken, !others.contains(where: { other in group.map { isTaken(other, $0) } ?? false }) else {
            throw Fault(
                .notAllowed,
                "an ad-hoc scene can't be named \(Words.quoted(name))\(group == nil ? "" : " or be of that group")",
                hint: "choose another name\(group == nil ? "" : " and group")"
            )
        }
        var mistakes: [Script.Mistake] = []
        func note(_ fault: Fault, at position: Script.Position) {
            mistakes.append(Script.Mistake(line: position.line, column: position.column, fault: fault))
        }
        for name in script.names.scenes {
            do throws(Fault) {
                _ = try scene(named: name.text, seenIn: scope)
            } catch {
                note(error, at: name.position)
            }
        }
        let whole = script.namingElements { name in
            do throws(Fault) {
                return catalog.index.path(of: try element(named: name.text, seenIn: scope))
            } catch {
                note(error, at: name.position)
                return name.text
            }
        }
        return (whole, mistakes.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
    }
}
