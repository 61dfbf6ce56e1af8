import DomoCalendar
import DomoLanguage
import DomoModel

// Requests about scenes.

extension Scenes {
    /// The maximum number of mistakes in one reply.
    private static let maxMistakes = 50

    func requireShort(_ name: String) throws(Fault) {
        guard name.unicodeScalars.count <= Script.maxNameLength else {
            throw Fault(
                .badRequest,
                "the scene name has \(name.unicodeScalars.count) characters",
                hint: "use at most \(Script.maxNameLength)"
            )
        }
    }

    // MARK: - Running and stopping

    /// Starts a scene by name. The request is answered when it has ended.
    ///
    /// - Parameter scope: what the requesting principal sees; also below.
    mutating func start(
        named name: String,
        seenIn scope: Scope,
        _ start: SceneStart,
        in world: borrowing some SceneWorld
    ) throws(Fault) {
        let scene = try scene(named: name, seenIn: scope, world: world)
        try self.start(scene, start, in: world)
        recorder?.note(scene: scene.name, at: world.now)
    }

    /// What a scene would send.
    func explanation(
        ofSceneNamed name: String,
        values: [SceneValue] = [],
        until: Timestamp? = nil,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> Explanation {
        let entry = try scene(named: name, seenIn: scope, world: world)
        try world.now.requireTime(until: until, "scene \(entry.name): the request arrived")
        let scene = try entry.filled(with: values)
        var explanation = SceneForecast(scene, book: book, in: world).explanation
        let conditions = scene.script.conditions.map { explained($0, site: scene.site, in: world) }
        if !conditions.isEmpty { explanation.conditions = conditions }
        return explanation
    }

    private func explained(
        _ condition: Condition,
        site: Catalog.Site,
        in world: borrowing some SceneWorld
    ) -> Explanation.Condition {
        do throws(Fault) {
            return switch try truth(of: condition, site: site, in: world) {
            case .holds: .init(text: condition.text, holds: true)
            case .fails(let reason): .init(text: condition.text, holds: false, reason: reason)
            case .unknown(let reason): .init(text: condition.text, holds: nil, reason: reason)
            }
        } catch {
            return .init(text: condition.text, holds: nil, reason: error.message)
        }
    }

    /// - Parameter tag: the tag of a single start; nil for the present run and all queued starts.
    mutating func stopScene(
        named name: String,
        tag: String?,
        seenIn scope: Scope,
        for id: RequestID,
        by cause: Cause,
        in world: borrowing some SceneWorld
    ) throws(Fault) {
        try requireVisible(named: name, seenIn: scope, in: world)
        let message = "\(cause.label) stopped it"
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

    /// Parses and checks an ad-hoc scene.
    ///
    /// - Throws: `badModel` with all errors in it.
    private func entry(
        _ scene: AdHocScene,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> SceneBook.Entry {
        let (name, script, found) = try read(scene, seenIn: scope, in: world)
        let problems = found.filter { !$0.isWarning }
        guard problems.isEmpty else {
            throw Fault(
                .badModel,
                problems.prefix(Self.maxMistakes).map { Script.text(of: $0.mistake, in: name) }.joined(separator: "\n")
            )
        }
        // Else everybody with a token could reach the network of the house through domo.
        guard !script.hasCalls else {
            throw Fault(
                .notAllowed,
                "\"call\" can only be used by scenes in the scene folder",
                hint: "an administrator can save the scene there: domo script save"
            )
        }
        return SceneBook.Entry(name: name, file: nil, script: script, site: world.site(of: script))
    }

    /// - Parameter isLoaded: whether to check it as the text of a file.
    private func read(
        _ scene: AdHocScene,
        isLoaded: Bool = false,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> (name: String, script: Script, findings: [SceneCheck.Finding]) {
        var (script, mistakes) = ScriptParser.parse(scene.lines.joined(separator: "\n"))
        let name = script.name ?? scene.name
        try requireShort(name)
        // What was read of a text with syntax errors is checked too; warnings about it could be wrong.
        let hasSyntaxErrors = !mistakes.isEmpty
        let (limited, unseen) = try limited(script, named: name, to: scope, world: world)
        (script, mistakes) = (limited, mistakes + unseen)
        let found = mistakes.map { SceneCheck.Finding(file: name, mistake: $0, isWarning: false) }
        guard unseen.isEmpty else { return (name, script, found) }
        let scene = Catalog.Scene(name: name, file: name, script: script)
        let checked = world.findings(in: scene, isLoaded: isLoaded)
        return (name, script, found + checked.filter { !$0.isWarning || !hasSyntaxErrors })
    }

    /// The diagnostics of a scene's text, in order.
    func diagnostics(
        of scene: AdHocScene,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> [SceneCheck.Finding] {
        let found = try read(scene, isLoaded: true, seenIn: scope, in: world).findings
        return found.sorted { ($0.mistake.line, $0.mistake.column) < ($1.mistake.line, $1.mistake.column) }
    }

    func file(
        ofSceneNamed name: String,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> (name: String, file: String) {
        let scene = try scene(named: name, seenIn: scope, world: world)
        guard let file = scene.file else { throw Fault.unknownScene(name, closest: nil) }
        return (scene.name, file)
    }

    mutating func run(
        _ scene: AdHocScene,
        seenIn scope: Scope,
        _ start: SceneStart,
        in world: borrowing some SceneWorld
    ) throws(Fault) {
        try self.start(try entry(scene, seenIn: scope, in: world), start, isAdHoc: true, in: world)
    }

    /// What an ad-hoc scene would send.
    func explanation(
        of scene: AdHocScene,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> Explanation {
        SceneForecast(try entry(scene, seenIn: scope, in: world).filled(with: []), book: book, in: world).explanation
    }

    // MARK: - Lists

    func list(seenIn scope: Scope, in world: borrowing some SceneWorld) -> LongAnswer {
        let leftOut = scope.isLimited ? [] : book.leftOut.map { SceneList.LeftOut(name: $0.name, problem: $0.problem) }
        return list(visibleScenes(in: scope, world: world), leftOut: leftOut, seenIn: scope, in: world)
    }

    /// What runs now, as `list` shows it.
    func running(seenIn scope: Scope, in world: borrowing some SceneWorld) -> LongAnswer {
        list(visibleScenes(in: scope, world: world).filter { runs[key: $0.key] != nil }, seenIn: scope, in: world)
    }

    private func list(
        _ scenes: [SceneBook.Entry],
        leftOut: [SceneList.LeftOut] = [],
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) -> LongAnswer {
        let loaded = scenes.map { listed($0) }
        // Ad-hoc scenes, and scenes that were removed from the files while running.
        let others = runs.all.filter { book[key: $0.key] == nil && shows($0.script, in: scope, world: world) }
        let (schedule, now) = (schedule, world.now)
        return LongAnswer {
            var checks = ListedScene.maxChecks
            let scenes = loaded.map { $0.view(schedule, checks: &checks, at: now) } + others.map(\.view)
            return .scenes(SceneList(scenes: scenes, leftOut: leftOut.isEmpty ? nil : leftOut))
        }
    }

    func calendar(
        _ question: CalendarQuestion,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> LongAnswer {
        let meant = try scenes(for: question.name, seenIn: scope, in: world)
        let site = (question.name == nil ? nil : meant.first?.site) ?? world.sites.first ?? Catalog.Site()
        let now = world.now.wall
        let from = question.from.map { site.clock.moment(of: $0, now: now) } ?? now
        return LongAnswer {
            let until = from + question.length
            return .calendar(CalendarPage(meant, from: from, until: until, maxEntries: CalendarQuestion.maxEntries))
        }
    }

    /// Throws if the name in a calendar query is unknown or not visible.
    func requireCalendar(of name: String, seenIn scope: Scope, in world: borrowing some SceneWorld) throws(Fault) {
        _ = try scenes(for: name, seenIn: scope, in: world)
    }

    /// The scene with a name, or the scenes that act on a place or an element; all without a name.
    func scenes(
        for name: String?,
        seenIn scope: Scope,
        in world: borrowing some SceneWorld
    ) throws(Fault) -> [SceneBook.Entry] {
        let seen = visibleScenes(in: scope, world: world)
        guard let name else { return seen }
        if let scene = book[key: FoldedName.fold(name)], shows(scene.script, in: scope, world: world) { return [scene] }
        let path: String
        do throws(Fault) {
            path = try world.path(named: name, seenIn: scope)
        } catch {
            // It may also be a mistyped scene.
            guard error.code == .unknownPlace, let closest = closest(to: name, seenIn: scope, world: world)
            else { throw error }
            throw Fault.unknownScene(name, closest: closest)
        }
        func isIn(_ outer: String, _ inner: String) -> Bool {
            inner == outer || inner.utf8.starts(with: "\(outer)/".utf8)
        }
        return seen.filter { scene in
            let names = scene.script.names
            // Names that are unknown by now are in no place.
            let elements = names.elements.compactMap { written in
                (try? world.element(named: written.text)).map { world.path(of: $0) }
            }
            let places = names.places.compactMap { try? world.path(named: $0.text, seenIn: .everything) }
            return elements.contains { isIn(path, $0) } || places.contains { isIn(path, $0) || isIn($0, path) }
        }
    }
}
