import DomoCalendar
import DomoLanguage
import DomoModel

// What people ask of scenes.

extension Engine {
    /// More are not told at once.
    private static let mostProblems = 50

    func requireShort(_ name: String) throws(Fault) {
        guard name.unicodeScalars.count <= Script.longestName else {
            throw Fault(
                .badRequest,
                "the scene's name has \(name.unicodeScalars.count) characters",
                hint: "a name has at most \(Script.longestName)"
            )
        }
    }

    // MARK: - Running and stopping

    /// - Parameter tag: of the one start that is meant; nil for the run there is, and all that wait for its end.
    mutating func stopScene(
        named name: String,
        tag: String?,
        for id: RequestID,
        by cause: Cause,
        at now: Instant
    ) throws(Fault) {
        let message = "\(cause) stopped it"
        let stopped: SceneReport?
        if let tag {
            stopped = stopStart(of: FoldedName.fold(name), tag: tag, message: message, at: now)
        } else {
            stopped = stopScene(named: name, message: message, at: now)
        }
        if let stopped {
            effects.append(.replyStored(id, .scene(stopped)))
            return
        }
        let scene: String
        if let other = run(named: name) { scene = other.name } else { scene = try book.entry(named: name).name }
        let report = SceneReport(
            scene: scene,
            outcome: .skipped,
            steps: [],
            failed: 0,
            message: "it was not running"
        )
        effects.append(.reply(id, .scene(report)))
    }

    /// Runs a scene that stands in no file that was loaded.
    mutating func run(
        _ lines: [String],
        named name: String,
        isExplained: Bool,
        _ start: SceneStart,
        seenIn scope: Scope,
        for id: RequestID,
        at now: Instant
    ) throws(Fault) {
        var (script, mistakes) = ScriptParser.parse(lines.joined(separator: "\n"))
        let name = script.name ?? name
        try requireShort(name)
        if mistakes.isEmpty { (script, mistakes) = try limited(script, named: name, to: scope) }
        let scene = Catalog.Scene(name: name, file: name, script: script)
        let found = mistakes.isEmpty ? SceneCheck.findings(in: scene, among: catalog) : []
        let problems = mistakes + found.filter { !$0.isWarning }.map(\.mistake)
        guard problems.isEmpty else {
            throw Fault(
                .badModel,
                problems.prefix(Self.mostProblems).map { Script.text(of: $0, in: name) }.joined(separator: "\n")
            )
        }
        let entry = SceneBook.Entry(name: name, file: nil, script: script, site: catalog.site(of: script))
        if isExplained {
            effects.append(.reply(id, .explanation(explain(entry))))
        } else {
            try self.start(entry, start, isHandedOver: true, at: now)
        }
    }

    // MARK: - What there is

    func sceneList(seenIn scope: Scope) -> SceneList {
        var scenes = book.entries.filter { shows($0.script, in: scope) }.map { view(of: $0) }
        // Handed over, or gone from the files since it began.
        let others = self.scenes.values.filter {
            book[key: FoldedName.fold($0.name)] == nil && shows($0.script, in: scope)
        }
        for run in others.sorted(by: { $0.id.number < $1.id.number }) {
            let entry = SceneBook.Entry(name: run.name, file: nil, script: run.script, site: run.site)
            scenes.append(view(of: entry))
        }
        return SceneList(scenes: scenes)
    }

    private func view(of scene: SceneBook.Entry) -> SceneList.Scene {
        let conditions = TimeConditions(scene.script.conditions, site: scene.site)
        let next = scene.file == nil ? nil : schedule.next(of: scene.key, where: conditions, at: now)
        return SceneList.Scene(
            name: scene.name,
            file: scene.file,
            steps: scene.script.allSteps.count,
            triggers: scene.file == nil ? [] : scene.script.triggers.map(\.text),
            next: next,
            local: next.map { scene.site.clock.rfc3339($0) },
            step: running[scene.key].flatMap { scenes[$0] }?.activity,
            last: scene.file == nil ? running[scene.key].flatMap { scenes[$0] }?.record : sceneRecords[scene.key],
            skipped: scene.file == nil ? nil : sceneSkips[scene.key]
        )
    }

    func calendar(_ question: CalendarQuestion, seenIn scope: Scope) throws(Fault) -> CalendarPage {
        let meant = try scenes(for: question.name, seenIn: scope)
        let site = (question.name == nil ? nil : meant.first?.site) ?? catalog.sites.first ?? Catalog.Site()
        let from = question.from.map { site.clock.moment(of: $0, now: now.wall) } ?? now.wall
        return CalendarPage(
            meant,
            from: from,
            until: from + question.length,
            most: CalendarQuestion.maxEntries
        )
    }

    /// A scene by its name, or those that act on a place or an element; all where nothing is named.
    func scenes(for name: String?, seenIn scope: Scope) throws(Fault) -> [SceneBook.Entry] {
        let seen = scope.isLimited ? book.entries.filter { shows($0.script, in: scope) } : book.entries
        guard let name else { return seen }
        if let scene = book[key: FoldedName.fold(name)], shows(scene.script, in: scope) { return [scene] }
        let path: String
        do throws(Fault) {
            path = try wholePath(name, seenIn: scope)
        } catch {
            guard error.code == .unknownPlace else { throw error }
            // It may as well be a mistyped scene.
            do throws(Fault) { return [try scene(named: name, seenIn: scope)] } catch let sceneFault {
                throw sceneFault.hint?.hasPrefix("did you mean") == true ? sceneFault : error
            }
        }
        return seen.filter { scene in
            scene.script.names.elements.contains { written in
                do throws(Fault) {
                    let element = catalog.index.path(of: try element(named: written.text))
                    return element == path || element.utf8.starts(with: "\(path)/".utf8)
                } catch {
                    return false
                }
            }
        }
    }

    // MARK: - Memory

    /// What an earlier life knew of scenes. None of them survives a restart.
    mutating func rememberScenes(_ memory: Memory, at now: Instant) {
        guard !hasStartedScenes else { return }
        hasStartedScenes = true
        for var record in memory.scenes {
            let key = FoldedName.fold(record.scene)
            guard sceneRecords[key] == nil else { continue }
            sceneRecords[key] = record
            guard record.outcome == nil else { continue }
            record.outcome = .lost
            record.ended = now.wall
            record.message = "the daemon ended while it ran"
            remember(record, at: now)
            effects.append(
                .publish(
                    Event(
                        kind: .scene,
                        time: now.wall,
                        message: record.message,
                        by: record.by,
                        scene: record.scene,
                        progress: .ended,
                        outcome: .lost,
                        places: book[key: key].flatMap { concerned(by: $0.script) }
                    )
                )
            )
        }
        makeUp(for: memory, at: now)
        startScenes(at: now)
    }
}
