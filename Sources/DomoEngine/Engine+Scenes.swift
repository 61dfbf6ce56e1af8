import DomoLanguage
import DomoModel

// How scenes begin and end.

extension Engine {
    /// More scenes at once than this that stand in no file are refused.
    static let mostHandedOver = 64
    /// As often as this a scene may wait for its own end.
    static let mostQueued = 16
    /// A scene that starts itself, straight or through others, may do so this often within `loopWindow`.
    static let mostSelfStarts = 10
    static let loopWindow: Duration = .seconds(60)

    func run(named name: String) -> SceneRun? { running[FoldedName.fold(name)].flatMap { scenes[$0] } }

    // MARK: - The beginning

    /// Starts a scene, or does what its policies say in the place of that.
    mutating func start(
        _ scene: SceneBook.Entry,
        _ start: SceneStart,
        isHandedOver: Bool = false,
        at now: Instant
    ) throws(Fault) {
        guard !delivery.isStopping else { throw Delivery.stopping }
        let key = scene.key
        if start.chain.contains(key), let fault = noteSelfStart(of: scene, start, at: now) {
            if let id = running[key] { end(id, .stopped, message: fault.message, at: now) }
            skip(scene, start.by, fault.message, at: now)
            throw fault
        }
        if let id = running[key] {
            switch scene.script.again {
            case .restart: end(id, .stopped, message: "it was started again", at: now)
            case .skip:
                let message = "it is running already"
                skip(scene, start.by, message, at: now)
                answer(
                    start.asker,
                    SceneReport(scene: scene.name, outcome: .skipped, steps: [], failed: 0, message: message),
                    at: now
                )
                return
            case .queue:
                if case .strand = start.asker, start.chain.contains(key) {
                    throw Fault(.badRequest, "scene \(scene.name) would wait for its own end", hint: "let it end first")
                }
                guard queued[key, default: []].count < Self.mostQueued else {
                    throw Fault(
                        .busy,
                        "scene \(scene.name) waits \(Self.mostQueued) times for its own end already",
                        hint: "try again later, or stop it"
                    )
                }
                queued[key, default: []].append(QueuedScene(scene: scene, start: start, isHandedOver: isHandedOver))
                return
            }
        }
        if isHandedOver, scenes.values.count(where: \.isHandedOver) >= Self.mostHandedOver {
            throw Fault(
                .busy,
                "\(Self.mostHandedOver) scenes that stand in no file are running already",
                hint: "try again when some have ended"
            )
        }
        stopOthers(ofGroup: scene, at: now)
        lastSceneRun += 1
        let id = SceneRunID(number: lastSceneRun)
        var run = SceneRun(id: id, scene: scene, start: start, isHandedOver: isHandedOver, at: now)
        readyStrands.append(run.addStrand(scene.script.steps, parent: nil))
        scenes[id] = run
        running[key] = id
        chains[key] = start.chain
        if !isHandedOver { remember(run.record, at: now) }
        publish(.begins, of: run, at: now)
    }

    private mutating func stopOthers(ofGroup scene: SceneBook.Entry, at now: Instant) {
        guard let group = scene.script.group.map(FoldedName.fold) else { return }
        let others = scenes.values.filter { $0.script.group.map(FoldedName.fold) == group }
        for other in others.sorted(by: { $0.id.number < $1.id.number }) {
            queued[FoldedName.fold(other.name)] = nil
            end(other.id, .stopped, message: "scene \(scene.name) of the same group began", at: now)
        }
    }

    /// - Returns: why it must not start, where it did so too often.
    private mutating func noteSelfStart(of scene: SceneBook.Entry, _ start: SceneStart, at now: Instant) -> Fault? {
        var starts = (selfStarts[scene.key] ?? []).filter { now - $0 < Self.loopWindow }
        defer { selfStarts[scene.key] = starts }
        guard starts.count >= Self.mostSelfStarts else {
            starts.append(now)
            return nil
        }
        let circle = start.chain.drop { $0 != scene.key }.map { book[key: $0]?.name ?? $0 } + [scene.name]
        return Fault(
            .busy,
            "it started itself more than \(Self.mostSelfStarts) times in a minute: "
                + circle.joined(separator: " → "),
            hint: "see what its triggers and its orders do to each other"
        )
    }

    /// A scene that does not begin, though something wanted it to.
    mutating func skip(_ scene: SceneBook.Entry, _ by: String, _ message: String, at now: Instant) {
        effects.append(
            .publish(
                Event(
                    kind: .scene,
                    time: now.wall,
                    message: message,
                    by: by,
                    scene: scene.name,
                    progress: .skipped,
                    outcome: .skipped
                )
            )
        )
        guard running[scene.key] == nil else { return }
        remember(
            SceneRecord(
                scene: scene.name,
                by: by,
                started: now.wall,
                ended: now.wall,
                outcome: .skipped,
                message: message
            ),
            at: now
        )
    }

    // MARK: - The end

    /// Ends a run. What it has sent goes on; what waits to be sent does not.
    ///
    /// - Returns: nil where it had ended before.
    @discardableResult
    mutating func end(
        _ id: SceneRunID,
        _ outcome: SceneOutcome,
        message: String? = nil,
        at now: Instant
    ) -> SceneReport? {
        guard var run = scenes.removeValue(forKey: id) else { return nil }
        let key = FoldedName.fold(run.name)
        running[key] = nil
        for (_, strand) in run.strands.sorted(by: { $0.key < $1.key }) { abandon(strand, of: &run, at: now) }
        run.record.ended = now.wall
        run.record.outcome = outcome
        run.record.failed = run.done.count { $0.error != nil }
        let first = run.done.first { $0.error != nil }
        run.record.message = message ?? first?.error.map { "line \(first?.line ?? 0): \($0.message)" }
        if !run.isHandedOver {
            remember(run.record, at: now)
        } else if book[key: key] == nil {
            chains[key] = nil
            selfStarts[key] = nil
        }
        publish(.ended, of: run, message: message ?? run.failures, outcome: outcome, at: now)
        let report = run.report(outcome, message: message)
        answer(run.start.asker, report, at: now)
        startQueued(key, at: now)
        return report
    }

    /// Says of a step that was cut short what became of it.
    private mutating func abandon(_ strand: Strand, of run: inout SceneRun, at now: Instant) {
        guard let step = strand.current else { return }
        let note: String
        switch strand.activity {
        case .ready, .children: return
        case .order(let order): note = withdraw(order) ? "withdrawn" : "sent; its end was not waited for"
        case .ramp(let ramp):
            if let order = ramp.order { _ = withdraw(order) }
            note = "stopped at \(ramp.level)"
        case .time, .reading, .scene: note = "not waited for"
        }
        run.done.append(SceneReport.Step(line: step.position.line, step: step.text, note: note))
    }

    /// - Returns: false where it was sent already.
    private mutating func withdraw(_ order: OrderID) -> Bool {
        delivery.withdraw(
            order,
            with: Fault(.stopped, "the scene that gave the order was stopped", hint: "give it again if it is wanted")
        )
    }

    private mutating func startQueued(_ key: String, at now: Instant) {
        guard var waiting = queued.removeValue(forKey: key), !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        if !waiting.isEmpty { queued[key] = waiting }
        do throws(Fault) {
            try start(next.scene, next.start, isHandedOver: next.isHandedOver, at: now)
        } catch {
            refuse(next.start.asker, error, at: now)
        }
    }

    /// Stops a scene by its name, and what waits for its end.
    ///
    /// - Returns: what was done of it; nil where it was not running.
    mutating func stopScene(named name: String, message: String, at now: Instant) -> SceneReport? {
        let key = FoldedName.fold(name)
        for next in queued.removeValue(forKey: key) ?? [] {
            answer(
                next.start.asker,
                SceneReport(scene: next.scene.name, outcome: .stopped, steps: [], failed: 0, message: message),
                at: now
            )
        }
        guard let id = running[key] else { return nil }
        return end(id, .stopped, message: message, at: now)
    }

    /// All that run end with the daemon.
    mutating func stopScenes(at now: Instant) {
        for id in scenes.keys.sorted(by: { $0.number < $1.number }) {
            guard let run = scenes[id] else { continue }
            _ = stopScene(named: run.name, message: "the daemon is stopping", at: now)
        }
    }

    // MARK: - Who is told

    mutating func answer(_ asker: SceneStart.Asker?, _ report: SceneReport, at now: Instant) {
        switch asker {
        case .request(let id): effects.append(.replyStored(id, .scene(report)))
        case .strand(let strand): sceneEnded(report, for: strand, at: now)
        case nil: break
        }
    }

    mutating func refuse(_ asker: SceneStart.Asker?, _ fault: Fault, at now: Instant) {
        switch asker {
        case .request(let id): effects.append(.reply(id, .fault(fault)))
        case .strand(let strand): finish(strand, .failure(fault), at: now)
        case nil: break
        }
    }

    mutating func remember(_ record: SceneRecord, at now: Instant) {
        sceneRecords[FoldedName.fold(record.scene)] = record
        effects.append(.persist(.scene(record)))
    }

    mutating func publish(
        _ progress: SceneProgress,
        of run: SceneRun,
        message: String? = nil,
        line: Int? = nil,
        outcome: SceneOutcome? = nil,
        at now: Instant
    ) {
        effects.append(
            .publish(
                Event(
                    kind: .scene,
                    time: now.wall,
                    message: message,
                    by: run.start.by,
                    scene: run.name,
                    progress: progress,
                    line: line,
                    outcome: outcome
                )
            )
        )
    }
}

/// A start that waits for the end of the run before it.
struct QueuedScene: Sendable {
    var scene: SceneBook.Entry
    var start: SceneStart
    var isHandedOver: Bool
}

extension SceneRun {
    /// For people; nil where no step failed.
    fileprivate var failures: String? {
        let failed = done.count { $0.error != nil }
        return failed == 0 ? nil : "\(failed) of \(done.count) steps failed"
    }
}
