import DomoLanguage
import DomoModel

// Ends of scenes.

extension Scenes {
    /// Ends a run. Orders that were sent continue; waiting ones are withdrawn. The starts queued behind it are not
    /// handled here.
    ///
    /// - Returns: nil if it had already ended.
    @discardableResult
    mutating func end(
        _ id: SceneRunID,
        _ outcome: SceneOutcome,
        message: String? = nil,
        in world: borrowing some SceneWorld
    ) -> SceneReport? {
        guard var run = runs.end(id) else { return nil }
        for number in run.strands.keys { endWait(StrandID(run: id, number: number)) }
        for (_, strand) in run.strands.sorted(by: { $0.key < $1.key }) { abandon(strand, of: &run, in: world) }
        run.record.ended = world.now.wall
        run.record.outcome = outcome
        run.record.failed = run.done.count { $0.error != nil }
        let first = run.done.first { $0.error != nil }
        run.record.message = message ?? first?.error.map { "line \(first?.line ?? 0): \($0.message)" }
        if !run.isAdHoc {
            records.note(run.record)
            decisions.append(.persist(.scene(run.record)))
            keep(run.record, places: places(of: run.script, in: world))
        } else if book[key: run.key] == nil {
            chains.forget(run.key)
        }
        publish(.ended, of: run, message: message ?? run.failures, outcome: outcome, in: world)
        let report = run.report(outcome, message: message)
        answer(run.start.requester, report, in: world)
        queue.removeAll(requestedBy: id)
        stopScenes(requestedBy: run, in: world)
        return report
    }

    /// Keeps the end of a run in the log of the house.
    mutating func keep(_ record: SceneRecord, places: [String]?) {
        var entry = HouseLogEntry(.scene, at: record.ended ?? record.started, by: record.by, message: record.message)
        entry.scene = record.scene
        entry.outcome = record.outcome
        entry.places = places
        decisions.append(.persist(.event(entry)))
    }

    /// Records the state of a step that was interrupted.
    private mutating func abandon(_ strand: Strand, of run: inout SceneRun, in world: borrowing some SceneWorld) {
        guard let step = strand.current else { return }
        let note: String
        switch strand.activity {
        case .ready, .children, .giving, .givingGroup, .notifying: return
        case .order(let order): note = withdraw(order, in: world) ? "withdrawn" : "sent; its outcome was not awaited"
        case .ramp(let ramp):
            if let order = ramp.order { _ = withdraw(order, in: world) }
            note = "stopped at \(ramp.level)"
        case .time, .reading: note = "wait cancelled"
        case .scene: note = "stopped as well"
        case .calling: note = "the answer was not awaited"
        }
        run.done.append(SceneReport.Step(line: step.position.line, step: step.text, note: note))
    }

    /// - Returns: false if it was already sent.
    private mutating func withdraw(_ order: OrderID, in world: borrowing some SceneWorld) -> Bool {
        guard world.isWithdrawable(order) else { return false }
        decisions.append(.withdrawOrder(order))
        return true
    }

    /// A run has finished its last step.
    mutating func endByItself(_ id: SceneRunID, _ outcome: SceneOutcome, in world: borrowing some SceneWorld) {
        let key = runs[id]?.key
        end(id, outcome, in: world)
        if let key { startQueued(key, in: world) }
    }

    // MARK: - Stopping

    /// Stops a scene by its key, and the starts queued behind it.
    ///
    /// - Returns: the report; nil if it was not running.
    @discardableResult
    mutating func stopScene(_ key: String, message: String, in world: borrowing some SceneWorld) -> SceneReport? {
        dropQueued(key, message: message, in: world)
        guard let run = runs[key: key] else { return nil }
        return end(run.id, .stopped, message: message, in: world)
    }

    /// Stops a single start, whether running or queued.
    ///
    /// - Returns: the report; nil if no start has the tag.
    mutating func stopStart(
        of key: String,
        tag: String,
        message: String,
        in world: borrowing some SceneWorld
    ) -> SceneReport? {
        if let waiting = queue.remove(key, tag: tag) {
            let report = waiting.stopped(message)
            answer(waiting.start.requester, report, in: world)
            return report
        }
        guard let run = runs[key: key], run.start.tag == tag else { return nil }
        let report = end(run.id, .stopped, message: message, in: world)
        startQueued(key, in: world)
        return report
    }

    /// Scenes started by the steps of a run end with it.
    private mutating func stopScenes(requestedBy run: SceneRun, in world: borrowing some SceneWorld) {
        for other in runs.all {
            guard case .strand(let strand) = other.start.requester, strand.run == run.id else { continue }
            stopScene(other.key, message: "\(run.cause.label), which started it, ended", in: world)
        }
    }

    /// Stops all scenes because the daemon is stopping.
    mutating func stop(in world: borrowing some SceneWorld) {
        for run in runs.all where runs[run.id] != nil {
            stopScene(run.key, message: "the daemon is stopping", in: world)
        }
        persistLastHeartbeat(at: world.now)
        isStopping = true
    }
}

extension SceneRun {
    /// For people; nil if no step failed.
    fileprivate var failures: String? {
        let failed = done.count { $0.error != nil }
        return failed == 0 ? nil : "\(failed) of \(done.count) steps failed"
    }
}
