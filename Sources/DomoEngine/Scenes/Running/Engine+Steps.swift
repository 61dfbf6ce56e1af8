import DomoLanguage
import DomoModel

// The steps of a scene, one after the other.

extension Engine {
    /// What became of a step.
    enum StepResult {
        case order(OrderReceipt)
        case note(String?)
        case failure(Fault)
        /// It is nothing to be told of: the steps that it holds are.
        case silent
    }

    /// Lets every strand go on that waits for nothing.
    mutating func advanceScenes(at now: Instant) {
        while stepsLeft > 0, let strand = readyStrands.popFirst() {
            stepsLeft -= 1
            advance(strand, at: now)
        }
    }

    private mutating func endByItself(_ id: SceneRunID, _ outcome: SceneOutcome, at now: Instant) {
        let key = scenes[id].map { FoldedName.fold($0.name) }
        end(id, outcome, at: now)
        if let key { startQueued(key, at: now) }
    }

    private mutating func advance(_ id: StrandID, at now: Instant) {
        guard case .ready? = scenes[id.run]?.strands[id.number]?.activity else { return }
        guard let step = scenes[id.run]?.strands[id.number]?.next() else {
            strandEnded(id, at: now)
            return
        }
        do throws(Fault) {
            if let result = try take(step, in: id, at: now) { finish(id, result, at: now) }
        } catch {
            finish(id, .failure(error), at: now)
        }
    }

    private mutating func strandEnded(_ id: StrandID, at now: Instant) {
        guard let strand = scenes[id.run]?.strands.removeValue(forKey: id.number) else { return }
        guard let parent = strand.parent else {
            let hasFailed = scenes[id.run]?.done.contains { $0.error != nil } ?? false
            endByItself(id.run, hasFailed ? .failed : .done, at: now)
            return
        }
        guard case .children(let count)? = scenes[id.run]?.strands[parent]?.activity else { return }
        scenes[id.run]?.strands[parent]?.activity = .children(count - 1)
        if count == 1 { finish(StrandID(run: id.run, number: parent), .silent, at: now) }
    }

    /// The current step of a strand has ended.
    mutating func finish(_ id: StrandID, _ result: StepResult, at now: Instant) {
        guard let step = scenes[id.run]?.strands[id.number]?.current else { return }
        var report = SceneReport.Step(line: step.position.line, step: step.text)
        switch result {
        case .order(let receipt): report.receipt = receipt
        case .note(let note): report.note = note
        case .failure(let fault): report.error = fault
        case .silent:
            makeReady(id)
            return
        }
        scenes[id.run]?.done.append(report)
        guard let run = scenes[id.run] else { return }
        publish(
            report.error == nil ? .step : .failed,
            of: run,
            message: report.text,
            line: report.line,
            at: now
        )
        if report.error != nil, run.script.onFailure == .stop {
            scenes[id.run]?.strands[id.number]?.current = nil
            endByItself(id.run, .failed, at: now)
        } else {
            makeReady(id)
        }
    }

    private mutating func makeReady(_ id: StrandID) {
        scenes[id.run]?.strands[id.number]?.activity = .ready
        readyStrands.append(id)
    }

    mutating func setActivity(_ activity: Strand.Activity, of id: StrandID) {
        scenes[id.run]?.strands[id.number]?.activity = activity
    }

    /// Begins a step.
    ///
    /// - Returns: nil where its end is still to come.
    private mutating func take(_ step: Script.Step, in id: StrandID, at now: Instant) throws(Fault) -> StepResult? {
        guard let run = scenes[id.run] else { return nil }
        switch step.kind {
        case .order(let order, _):
            let given = try give(order, in: id, at: now)
            guard order.wait != .none else { return .note("given; its end is not waited for") }
            setActivity(.order(given), of: id)
            return nil
        case .ramp(let name, to: let target, over: let duration):
            return try beginRamp(of: name, to: target, over: duration, in: id, at: now)
        case .wait(let duration):
            setActivity(.time(now + duration), of: id)
            remind(.strand(id), at: now + duration)
            return nil
        case .waitUntil(let test, for: let duration, atMost: let patience):
            let deadline = patience.map { now + $0 }
            return try beginWatch(SceneWatch(test, for: duration, deadline: deadline), in: id, at: now)
        case .condition(let condition, let then, let otherwise):
            let (steps, why): ([Script.Step], String)
            switch try truth(of: condition, site: run.site, at: now) {
            case .holds: (steps, why) = (then, "")
            case .fails(let reason): (steps, why) = (otherwise, reason)
            case .unknown(let reason):
                throw Fault(.unknownState, reason, hint: "neither of its branches is taken while that is not known")
            }
            guard !steps.isEmpty else { return .note("not taken: \(why)") }
            scenes[id.run]?.strands[id.number]?.frames.append(Strand.Frame(steps: steps))
            return .silent
        case .parallel(let steps):
            guard !steps.isEmpty else { return .silent }
            guard scenes.values.reduce(steps.count, { $0 + $1.strands.count }) <= mostStrands else {
                throw Fault(.busy, "scenes do too much side by side", hint: "try again when some have ended")
            }
            setActivity(.children(steps.count), of: id)
            for step in steps {
                guard let child = scenes[id.run]?.addStrand([step], parent: id.number) else { continue }
                readyStrands.append(child)
            }
            return nil
        case .scene(let name):
            let start = SceneStart(
                by: run.cause,
                origin: run.start.origin,
                chain: SceneStart.chain(run.start.chain, then: FoldedName.fold(run.name)),
                asker: .strand(id)
            )
            setActivity(.scene, of: id)
            try self.start(try book.entry(named: name.text), start, at: now)
            return nil
        case .stopScene(let name):
            if self.run(named: name.text) == nil { _ = try book.entry(named: name.text) }
            let isRunning = self.run(named: name.text) != nil
            _ = stopScene(named: name.text, message: "\(run.cause) stopped it", at: now)
            return .note(isRunning ? nil : "it was not running")
        case .log(let text):
            publish(.log, of: run, message: text, line: step.position.line, at: now)
            return .silent
        }
    }

    /// Gives an order of a scene.
    mutating func give(_ order: Order, in id: StrandID, at now: Instant) throws(Fault) -> OrderID {
        guard let run = scenes[id.run] else { throw Orders.stopping }
        let pending = try pending(
            order,
            origin: .scene(id, run.start.origin),
            cause: run.cause,
            at: now
        )
        submit(pending, at: now)
        return pending.id
    }

    /// An order of a scene has ended.
    mutating func orderEnded(_ order: OrderID, _ result: Result<OrderReceipt, Fault>, for id: StrandID, at now: Instant)
    {
        switch scenes[id.run]?.strands[id.number]?.activity {
        case .order(order):
            switch result {
            case .success(let receipt): finish(id, .order(receipt), at: now)
            case .failure(let fault): finish(id, .failure(fault), at: now)
            }
        case .ramp(let ramp) where ramp.order == order: rampOrderEnded(ramp, result, for: id, at: now)
        default: break
        }
    }

    /// Another scene has ended that a step waited for.
    mutating func sceneEnded(_ report: SceneReport, for id: StrandID, at now: Instant) {
        guard case .scene? = scenes[id.run]?.strands[id.number]?.activity else { return }
        switch report.outcome {
        case .done: finish(id, .note(nil), at: now)
        case .skipped: finish(id, .note("skipped: \(report.message ?? "")"), at: now)
        case .stopped, .lost:
            let why = report.message.map { ": \($0)" } ?? ""
            finish(id, .failure(Fault(.stopped, "scene \(report.scene) was stopped\(why)")), at: now)
        case .failed:
            let first = report.steps.lazy.compactMap(\.error).first
            let fault = Fault(
                first?.code ?? .refusedByServer,
                "\(report.failed) of \(report.steps.count) steps of scene \(report.scene) failed"
                    + (first.map { ": \($0.message)" } ?? ""),
                hint: first?.hint
            )
            finish(id, .failure(fault), at: now)
        }
    }

    /// A moment has come that a strand waited for.
    mutating func strandIsDue(_ id: StrandID, at now: Instant) {
        switch scenes[id.run]?.strands[id.number]?.activity {
        case .time(let moment) where moment <= now: finish(id, .note(nil), at: now)
        case .reading(let watch): look(watch, for: id, isDue: true, at: now)
        case .ramp(let ramp): tick(ramp, for: id, at: now)
        default: break
        }
    }
}

extension SceneReport.Step {
    /// For people: `set Louver down: accepted, 34 ms`.
    fileprivate var text: String {
        // That of an `if` ends in one already.
        let step = step.hasSuffix(":") ? step : step + ":"
        if let error { return "\(step) \(error.message)" }
        if let receipt { return "\(step) \(receipt.outcome.rawValue)" }
        return note.map { "\(step) \($0)" } ?? self.step
    }
}
