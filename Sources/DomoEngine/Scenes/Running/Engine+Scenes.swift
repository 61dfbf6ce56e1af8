import DomoLanguage
import DomoModel

// How scenes end, and who is told.

extension Engine {
    /// A scene that does not begin, though something wanted it to.
    mutating func skip(_ scene: SceneBook.Entry, _ by: Cause, _ message: String, at now: Instant) {
        effects.append(
            .publish(
                Event(
                    kind: .scene,
                    time: now.wall,
                    message: message,
                    by: by,
                    scene: scene.name,
                    progress: .skipped,
                    outcome: .skipped,
                    places: concerned(by: scene.script)
                )
            )
        )
        // Nothing is kept of what was handed over.
        guard scene.file != nil else { return }
        let record = SceneRecord(
            scene: scene.name,
            by: by,
            started: now.wall,
            ended: now.wall,
            outcome: .skipped,
            message: message
        )
        // How it ended when it ran last stays beside it.
        if let last = sceneRecords[scene.key], last.outcome != .skipped {
            sceneSkips[scene.key] = record
        } else {
            remember(record, at: now)
        }
    }

    // MARK: - The end

    /// Ends a run. What it has sent goes on; what waits to be sent does not. Who waits for its end is not looked at.
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
        for number in run.strands.keys { watching[StrandID(run: id, number: number)] = nil }
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
        dropQueued(askedBy: id)
        stopScenes(askedBy: run, at: now)
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
        case .time, .reading: note = "not waited for"
        case .scene: note = "stopped with it"
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

    /// Stops a scene by its name, and what waits for its end.
    ///
    /// - Returns: what was done of it; nil where it was not running.
    mutating func stopScene(named name: String, message: String, at now: Instant) -> SceneReport? {
        let key = FoldedName.fold(name)
        dropQueued(key, message: message, at: now)
        guard let id = running[key] else { return nil }
        return end(id, .stopped, message: message, at: now)
    }

    /// Stops one start alone, whether it runs or waits for the run before it.
    ///
    /// - Returns: what was done of it; nil where there is none of that tag.
    mutating func stopStart(of key: String, tag: String, message: String, at now: Instant) -> SceneReport? {
        if let waiting = takeQueued(key, tag: tag) {
            let report = waiting.stopped(message)
            answer(waiting.start.asker, report, at: now)
            return report
        }
        guard let id = running[key], scenes[id]?.start.tag == tag else { return nil }
        let report = end(id, .stopped, message: message, at: now)
        startQueued(key, at: now)
        return report
    }

    /// What a run has begun by its steps ends with it.
    private mutating func stopScenes(askedBy run: SceneRun, at now: Instant) {
        let begun = scenes.values.filter { other in
            if case .strand(let strand) = other.start.asker { strand.run == run.id } else { false }
        }
        for other in begun.sorted(by: { $0.id.number < $1.id.number }) {
            _ = stopScene(named: other.name, message: "\(run.cause), which began it, ended", at: now)
        }
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
                    outcome: outcome,
                    tag: run.start.tag,
                    places: concerned(by: run.script)
                )
            )
        )
    }
}

extension SceneRun {
    /// For people; nil where no step failed.
    fileprivate var failures: String? {
        let failed = done.count { $0.error != nil }
        return failed == 0 ? nil : "\(failed) of \(done.count) steps failed"
    }
}
