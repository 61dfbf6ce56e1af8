import DomoCalendar
import DomoLanguage
import DomoModel

// What people ask of scenes.

extension SceneMachine {
    /// More are not reported at once.
    private static let maxMistakes = 50

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

    mutating func start(named name: String, _ start: SceneStart, in world: SceneSurroundings) throws(Fault) {
        let scene = try book.entry(named: name)
        try self.start(scene, start, in: world)
        recorder?.note(scene: scene.name, at: world.now)
    }

    func explanation(ofSceneNamed name: String, in world: SceneSurroundings) throws(Fault) -> Explanation {
        SceneForecast(try book.entry(named: name), book: book, in: world).explanation
    }

    /// - Parameter tag: of the one start that is meant; nil for the run there is, and all that wait for its end.
    mutating func stopScene(
        named name: String,
        tag: String?,
        for id: RequestID,
        by cause: Cause,
        in world: SceneSurroundings
    ) throws(Fault) {
        let message = "\(cause) stopped it"
        let key = FoldedName.fold(name)
        let stopped: SceneReport?
        if let tag {
            stopped = stopStart(of: key, tag: tag, message: message, in: world)
        } else {
            stopped = stopScene(key, message: message, in: world)
        }
        if let stopped {
            decisions.append(.replyWhenStored(id, .scene(stopped)))
            return
        }
        let scene: String
        if let other = runs[key: key] { scene = other.name } else { scene = try book.entry(named: name).name }
        let report = SceneReport(
            scene: scene,
            outcome: .skipped,
            steps: [],
            failed: 0,
            message: "it was not running"
        )
        decisions.append(.reply(id, .scene(report)))
    }

    /// A scene that came with its request.
    ///
    /// - Throws: `badModel` with all that is wrong in it.
    func adHocScene(
        _ lines: [String],
        named name: String,
        in world: SceneSurroundings
    ) throws(Fault) -> SceneBook.Entry {
        let (script, mistakes) = ScriptParser.parse(lines.joined(separator: "\n"))
        let name = script.name ?? name
        try requireShort(name)
        let scene = Catalog.Scene(name: name, file: name, script: script)
        let found = mistakes.isEmpty ? world.findings(in: scene) : []
        let problems = mistakes + found.filter { !$0.isWarning }.map(\.mistake)
        guard problems.isEmpty else {
            throw Fault(
                .badModel,
                problems.prefix(Self.maxMistakes).map { Script.text(of: $0, in: name) }.joined(separator: "\n")
            )
        }
        return SceneBook.Entry(name: name, file: nil, script: script, site: world.site(of: script))
    }

    mutating func run(
        _ lines: [String],
        named name: String,
        _ start: SceneStart,
        in world: SceneSurroundings
    ) throws(Fault) {
        try self.start(try adHocScene(lines, named: name, in: world), start, isAdHoc: true, in: world)
    }

    func explanation(of lines: [String], named name: String, in world: SceneSurroundings) throws(Fault) -> Explanation {
        SceneForecast(try adHocScene(lines, named: name, in: world), book: book, in: world).explanation
    }

    // MARK: - What there is

    func list(at now: Instant) -> SceneList {
        var scenes = book.entries.map { view(of: $0, at: now) }
        // Ad-hoc scenes, and those that are gone from the files since they began.
        for run in runs.all where book[key: run.key] == nil {
            let entry = SceneBook.Entry(name: run.name, file: nil, script: run.script, site: run.site)
            scenes.append(view(of: entry, at: now))
        }
        return SceneList(scenes: scenes)
    }

    private func view(of scene: SceneBook.Entry, at now: Instant) -> SceneList.Scene {
        let isAdHoc = scene.file == nil
        let conditions = TimeConditions(scene.script.conditions, site: scene.site)
        let next = isAdHoc ? nil : schedule.next(of: scene.key, where: conditions, at: now)
        let run = runs[key: scene.key]
        return SceneList.Scene(
            name: scene.name,
            file: scene.file,
            steps: scene.script.allSteps.count,
            triggers: isAdHoc ? [] : scene.script.triggers.map(\.text),
            next: next,
            local: next.map { scene.site.clock.rfc3339($0) },
            step: run?.activity,
            last: isAdHoc ? run?.record : records.last(of: scene.key),
            skipped: isAdHoc ? nil : records.skip(of: scene.key)
        )
    }

    func calendar(_ question: CalendarQuestion, in world: SceneSurroundings) throws(Fault) -> CalendarPage {
        let meant = try scenes(for: question.name, in: world)
        let site = (question.name == nil ? nil : meant.first?.site) ?? world.sites.first ?? Catalog.Site()
        let now = world.now.wall
        let from = question.from.map { site.clock.moment(of: $0, now: now) } ?? now
        return CalendarPage(
            meant,
            from: from,
            until: from + question.length,
            most: CalendarQuestion.mostEntries
        )
    }

    /// A scene by its name, or those that act on a place or an element; all where nothing is named.
    private func scenes(for name: String?, in world: SceneSurroundings) throws(Fault) -> [SceneBook.Entry] {
        guard let name else { return book.entries }
        if let scene = book[key: FoldedName.fold(name)] { return [scene] }
        let path: String
        do throws(Fault) {
            path = try world.path(named: name)
        } catch {
            // It may as well be a mistyped scene.
            guard error.code == .unknownPlace, let closest = book.closest(to: name) else { throw error }
            throw Fault.unknownScene(name, closest: closest)
        }
        return book.entries.filter { scene in
            scene.script.names.elements.contains { written in
                do throws(Fault) {
                    let element = world.path(of: try world.element(named: written.text))
                    return element == path || element.utf8.starts(with: "\(path)/".utf8)
                } catch {
                    return false
                }
            }
        }
    }
}
