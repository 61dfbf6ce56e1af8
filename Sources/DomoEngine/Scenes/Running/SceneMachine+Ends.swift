import DomoLanguage
import DomoModel

// How scenes end.

extension SceneMachine {
    /// Ends a run. What it has sent goes on; what waits to be sent does not. Who waits for its end is not looked at.
    ///
    /// - Returns: nil where it had ended before.
    @discardableResult
    mutating func end(
        _ id: SceneRunID,
        _ outcome: SceneOutcome,
        message: String? = nil,
        in world: SceneSurroundings
    ) -> SceneReport? {
        guard var run = runs.end(id) else { return nil }
        for number in run.strands.keys { waits[StrandID(run: id, number: number)] = nil }
        for (_, strand) in run.strands.sorted(by: { $0.key < $1.key }) { abandon(strand, of: &run, in: world) }
        run.record.ended = world.now.wall
        run.record.outcome = outcome
        run.record.failed = run.done.count { $0.error != nil }
        let first = run.done.first { $0.error != nil }
        run.record.message = message ?? first?.error.map { "line \(first?.line ?? 0): \($0.message)" }
        if !run.isAdHoc {
            records.note(run.record)
            decisions.append(.persist(.scene(run.record)))
        } else if book[key: run.key] == nil {
            chains.forget(run.key)
        }
        publish(.ended, of: run, message: message ?? run.failures, outcome: outcome, in: world)
        let report = run.report(outcome, message: message)
        answer(run.start.asker, report, in: world)
        queue.removeAll(askedBy: id)
        stopScenes(askedBy: run, in: world)
        return report
    }

    /// Notes what became of a step that was cut short.
    private mutating func abandon(_ strand: Strand, of run: inout SceneRun, in world: SceneSurroundings) {
        guard let step = strand.current else { return }
        let note: String
        switch strand.activity {
        case .ready, .children, .giving: return
        case .order(let order): note = withdraw(order, in: world) ? "withdrawn" : "sent; its end was not waited for"
        case .ramp(let ramp):
            if let order = ramp.order { _ = withdraw(order, in: world) }
            note = "stopped at \(ramp.level)"
        case .time, .reading: note = "not waited for"
        case .scene: note = "stopped with it"
        }
        run.done.append(SceneReport.Step(line: step.position.line, step: step.text, note: note))
    }

    /// - Returns: false where it was sent already.
    private mutating func withdraw(_ order: OrderID, in world: SceneSurroundings) -> Bool {
        guard world.isWithdrawable(order) else { return false }
        decisions.append(.withdrawOrder(order))
        return true
    }

    /// A run has taken its last step.
    mutating func endByItself(_ id: SceneRunID, _ outcome: SceneOutcome, in world: SceneSurroundings) {
        let key = runs[id]?.key
        end(id, outcome, in: world)
        if let key { startQueued(key, in: world) }
    }

    // MARK: - Stopping

    /// Stops a scene by its key, and what waits for its end.
    ///
    /// - Returns: what was done of it; nil where it was not running.
    @discardableResult
    mutating func stopScene(_ key: String, message: String, in world: SceneSurroundings) -> SceneReport? {
        dropQueued(key, message: message, in: world)
        guard let run = runs[key: key] else { return nil }
        return end(run.id, .stopped, message: message, in: world)
    }

    /// Stops one start alone, whether it runs or waits for the run before it.
    ///
    /// - Returns: what was done of it; nil where there is none of that tag.
    mutating func stopStart(
        of key: String,
        tag: String,
        message: String,
        in world: SceneSurroundings
    ) -> SceneReport? {
        if let waiting = queue.remove(key, tag: tag) {
            let report = waiting.stopped(message)
            answer(waiting.start.asker, report, in: world)
            return report
        }
        guard let run = runs[key: key], run.start.tag == tag else { return nil }
        let report = end(run.id, .stopped, message: message, in: world)
        startQueued(key, in: world)
        return report
    }

    /// What a run has begun by its steps ends with it.
    private mutating func stopScenes(askedBy run: SceneRun, in world: SceneSurroundings) {
        for other in runs.all {
            guard case .strand(let strand) = other.start.asker, strand.run == run.id else { continue }
            stopScene(other.key, message: "\(run.cause), which began it, ended", in: world)
        }
    }

    /// All that run end with the daemon.
    mutating func stop(in world: SceneSurroundings) {
        for run in runs.all where runs[run.id] != nil {
            stopScene(run.key, message: "the daemon is stopping", in: world)
        }
        markEnd(at: world.now)
        isStopping = true
    }
}

extension SceneRun {
    /// For people; nil where no step failed.
    fileprivate var failures: String? {
        let failed = done.count { $0.error != nil }
        return failed == 0 ? nil : "\(failed) of \(done.count) steps failed"
    }
}
