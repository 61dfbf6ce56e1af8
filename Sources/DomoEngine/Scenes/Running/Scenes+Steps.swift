import DomoLanguage
import DomoModel

// The steps of a scene.

extension Scenes {
    /// The result of a step.
    enum StepResult {
        case order(OrderReceipt)
        case note(String?)
        case failure(Fault)
        /// Nothing to report: the steps inside it are reported.
        case silent
    }

    /// True if a strand may take a step now.
    var mayAdvance: Bool { stepsLeft > 0 && runs.hasReady }

    /// Advances every ready strand, up to the first order, which needs its number before the next one.
    mutating func advance(in world: borrowing some SceneWorld) {
        while stepsLeft > 0, !isGiving, let (strand, step) = runs.nextStep() {
            stepsLeft -= 1
            guard let step else {
                strandEnded(strand, in: world)
                continue
            }
            do throws(Fault) {
                if let result = try beginStep(step, in: strand, world: world) { finish(strand, result, in: world) }
            } catch {
                finish(strand, .failure(error), in: world)
            }
        }
    }

    private mutating func strandEnded(_ id: StrandID, in world: borrowing some SceneWorld) {
        switch runs.endStrand(id) {
        case .nothing:
            let hasFailed = runs[id.run]?.done.contains { $0.error != nil } ?? false
            endByItself(id.run, hasFailed ? .failed : .done, in: world)
        case .parent(let parent): finish(parent, .silent, in: world)
        case .siblings, nil: break
        }
    }

    /// The current step of a strand has ended.
    mutating func finish(_ id: StrandID, _ result: StepResult, in world: borrowing some SceneWorld) {
        guard let step = runs[strand: id]?.current else { return }
        var report = SceneReport.Step(line: step.position.line, step: step.text)
        switch result {
        case .order(let receipt): report.receipt = receipt
        case .note(let note): report.note = note
        case .failure(let fault): report.error = fault
        case .silent:
            runs.makeReady(id)
            return
        }
        runs.note(report, of: id.run)
        guard let run = runs[id.run] else { return }
        publish(
            report.error == nil ? .step : .failed,
            of: run,
            message: report.text,
            line: report.line,
            in: world
        )
        if report.error != nil, run.script.onFailure == .stop {
            runs.forgetCurrentStep(of: id)
            endByItself(id.run, .failed, in: world)
        } else {
            runs.makeReady(id)
        }
    }

    /// Begins a step.
    ///
    /// - Returns: nil if it ends later.
    private mutating func beginStep(
        _ step: Script.Step,
        in id: StrandID,
        world: borrowing some SceneWorld
    ) throws(Fault) -> StepResult? {
        guard let run = runs[id.run] else { return nil }
        let now = world.now
        switch step.kind {
        case .order(let order, _):
            give(order, in: id)
            return nil
        case .group(let group, _):
            runs.setActivity(.givingGroup, of: id)
            isGiving = true
            decisions.append(.giveGroup(group, for: id, from: run.start.origin, by: run.cause))
            return nil
        case .ramp(let name, to: let target, over: let duration):
            try beginRamp(of: name, to: target, over: duration, in: id, world: world)
            return nil
        case .wait(let duration):
            runs.setActivity(.time(now + duration), of: id)
            remind(.strand(id), at: now + duration)
            return nil
        case .waitUntil(let test, for: let duration, atMost: let patience):
            let deadline = patience.map { now + $0 }
            try beginWait(SceneWait(test, for: duration, deadline: deadline), in: id, world: world)
            return nil
        case .condition(let condition, let then, let otherwise):
            return try enter(condition, then, otherwise, in: id, of: run, world: world)
        case .parallel(let steps):
            guard !steps.isEmpty else { return .silent }
            guard hasRoom(for: steps.count, of: run.start.giver) else {
                throw Fault(.busy, "too many steps of scenes run in parallel", hint: "try again when some have ended")
            }
            runs.split(id, into: steps)
            return nil
        case .scene(let name):
            let start = SceneStart(
                by: run.cause,
                origin: run.start.origin,
                chain: SceneChains.chain(run.start.chain, then: run.key),
                requester: .strand(id)
            )
            runs.setActivity(.scene, of: id)
            try self.start(try book.entry(named: name.text), start, in: world)
            return nil
        case .stopScene(let name):
            let key = FoldedName.fold(name.text)
            let isRunning = runs[key: key] != nil
            if !isRunning { _ = try book.entry(named: name.text) }
            stopScene(key, message: "\(run.cause.label) stopped it", in: world)
            return .note(isRunning ? nil : "it was not running")
        case .log(let text):
            guard lines.take(for: run.key, at: now) else {
                return .note("not logged: a scene logs at most \(SceneLines.max) lines in a minute")
            }
            publish(.log, of: run, message: text, line: step.position.line, in: world)
            return .silent
        case .notify(let notice):
            try raise(notice, line: step.position.line, in: id, of: run, world: world)
            return nil
        case .resolved(let resolution):
            try resolve(resolution, in: id, of: run, world: world)
            return nil
        case .call(let call):
            try begin(call, in: id, of: run, world: world)
            return nil
        }
    }

    private mutating func enter(
        _ condition: Condition,
        _ then: [Script.Step],
        _ otherwise: [Script.Step],
        in id: StrandID,
        of run: SceneRun,
        world: borrowing some SceneWorld
    ) throws(Fault) -> StepResult {
        let (steps, why): ([Script.Step], String)
        switch try truth(of: condition, site: run.site, answers: run.answers, in: world) {
        case .holds: (steps, why) = (then, "")
        case .fails(let reason): (steps, why) = (otherwise, reason)
        case .unknown(let reason):
            throw Fault(.unknownState, reason, hint: "neither branch is taken while that is not known")
        }
        guard !steps.isEmpty else { return .note("not taken: \(why)") }
        runs.enter(steps, in: id)
        return .silent
    }

    // MARK: - Orders

    /// Gives an order of a scene; `orderGiven` or `orderRefused` follows.
    ///
    /// - Parameter ramp: the ramp that the level belongs to.
    mutating func give(_ order: Order, in id: StrandID, of ramp: Ramp? = nil) {
        guard let run = runs[id.run] else { return }
        runs.setActivity(.giving(order, ramp), of: id)
        isGiving = true
        decisions.append(.giveOrder(order, for: id, from: run.start.origin, by: run.cause))
    }

    mutating func orderGiven(_ number: OrderID, for id: StrandID, in world: borrowing some SceneWorld) {
        isGiving = false
        guard case .giving(let order, let ramp)? = runs[strand: id]?.activity else { return }
        if var ramp {
            ramp.order = number
            runs.setActivity(.ramp(ramp), of: id)
        } else if order.wait == .none {
            finish(id, .note("given; its outcome is not awaited"), in: world)
        } else {
            runs.setActivity(.order(number), of: id)
        }
    }

    mutating func orderRefused(_ fault: Fault, for id: StrandID, in world: borrowing some SceneWorld) {
        isGiving = false
        switch runs[strand: id]?.activity {
        case .giving, .givingGroup, .notifying: finish(id, .failure(fault), in: world)
        case .ready, .order, .time, .reading, .ramp, .children, .scene, .calling, nil: break
        }
    }

    /// The orders of a step for a place were given.
    mutating func groupGiven(_ count: Int, for id: StrandID, in world: borrowing some SceneWorld) {
        isGiving = false
        guard case .givingGroup? = runs[strand: id]?.activity else { return }
        let what = count == 1 ? "1 order given; its outcome is" : "\(count) orders given; their outcomes are"
        finish(id, .note(count == 0 ? "nothing to do: no device is on" : "\(what) not awaited"), in: world)
    }

    mutating func orderEnded(
        _ order: OrderID,
        _ result: Result<OrderReceipt, Fault>,
        for id: StrandID,
        in world: borrowing some SceneWorld
    ) {
        switch runs[strand: id]?.activity {
        case .order(order):
            switch result {
            case .success(let receipt): finish(id, .order(receipt), in: world)
            case .failure(let fault): finish(id, .failure(fault), in: world)
            }
        case .ramp(let ramp) where ramp.order == order: rampOrderEnded(ramp, result, for: id, in: world)
        case .ready, .giving, .givingGroup, .order, .time, .reading, .ramp, .children, .scene, .notifying, .calling,
            nil:
            break
        }
    }

    // MARK: - Ends of waits

    /// A scene started by a step has ended.
    mutating func sceneEnded(_ report: SceneReport, for id: StrandID, in world: borrowing some SceneWorld) {
        guard case .scene? = runs[strand: id]?.activity else { return }
        switch report.outcome {
        case .done: finish(id, .note(nil), in: world)
        case .skipped: finish(id, .note("skipped: \(report.message ?? "")"), in: world)
        case .stopped, .lost:
            let why = report.message.map { ": \($0)" } ?? ""
            finish(id, .failure(Fault(.stopped, "scene \(report.scene) was stopped\(why)")), in: world)
        case .failed:
            let first = report.steps.lazy.compactMap(\.error).first
            let fault = Fault(
                first?.code ?? .refusedByServer,
                "\(report.failed) of \(report.steps.count) steps of scene \(report.scene) failed"
                    + (first.map { ": \($0.message)" } ?? ""),
                hint: first?.hint
            )
            finish(id, .failure(fault), in: world)
        }
    }

    /// A strand's timer has expired.
    mutating func strandIsDue(_ id: StrandID, in world: borrowing some SceneWorld) {
        switch runs[strand: id]?.activity {
        case .time(let moment) where moment <= world.now: finish(id, .note(nil), in: world)
        case .reading(let wait): check(wait, for: id, in: world)
        case .ramp(let ramp): tick(ramp, for: id, in: world)
        case .ready, .giving, .givingGroup, .order, .time, .children, .scene, .notifying, .calling, nil: break
        }
    }
}

extension SceneReport.Step {
    /// For people: `set Louver down: accepted, 34 ms`.
    fileprivate var text: String {
        // An `if` already ends with a colon.
        let step = step.hasSuffix(":") ? step : step + ":"
        if let error { return "\(step) \(error.message)" }
        if let receipt { return "\(step) \(receipt.outcome.rawValue)" }
        return note.map { "\(step) \($0)" } ?? self.step
    }
}
