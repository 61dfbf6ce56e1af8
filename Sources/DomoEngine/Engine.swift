import DomoLanguage
import DomoModel

/// Decides all that domo does. It does nothing itself: inputs come in with the moment at which they came, effects go out.
/// The same inputs from the same seed bring the same effects.
public struct Engine: Sendable {
    var catalog = Catalog()
    var state = StateTable()
    var delivery: Delivery
    var scenes: [SceneRunID: SceneRun] = [:]
    var effects: [Effect] = []
    /// When `Effect.wake` was last asked for; nil where none is outstanding.
    private var wakeAt: Instant?
    private var lastSceneRun: UInt64 = 0
    let started: Instant
    var loaded: Instant
    var accepted = 0
    var failed = 0

    /// - Parameter seed: for the jitter of retries.
    public init(seed: UInt64, at now: Instant) {
        delivery = Delivery(seed: seed)
        started = now
        loaded = now
    }

    /// True while something was sent and not reported.
    public var isSending: Bool { !delivery.flights.isEmpty }

    public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        handle(input, at: now, into: &effects)
        return effects
    }

    /// The same, for who has an array at hand to be filled: an engine is asked many thousand times a second.
    public mutating func handle(_ input: Input, at now: Instant, into out: inout [Effect]) {
        swap(&effects, &out)
        defer { swap(&effects, &out) }
        switch input {
        case .request(let request, let id, let cause): handle(request, id: id, by: cause, at: now)
        case .outcome(let id, let outcome): delivery.outcome(outcome, of: id, at: now)
        case .readings, .remembered: break
        case .wake:
            wakeAt = nil
        case .load(let catalog, let ids): load(catalog, ids: ids, at: now)
        case .loadFailed(let fault, let ids):
            for id in ids { effects.append(.reply(id, .fault(fault))) }
        case .stop: delivery.stop()
        case .giveUp: delivery.giveUp()
        }
        // Whatever came in: nothing is sent before what is due has ended.
        delivery.wake(at: now)
        settle(at: now)
        if let due = delivery.timers.earliest, wakeAt.map({ due < $0 }) ?? true {
            wakeAt = due
            effects.append(.wake(at: due))
        }
    }

    private mutating func handle(_ request: Request, id: RequestID, by cause: String, at now: Instant) {
        do throws(Fault) {
            switch request {
            case .list(let path, let recursive):
                effects.append(.reply(id, .listing(try listing(path, recursive: recursive))))
            case .show(let name):
                effects.append(.reply(id, .element(view(of: try element(named: name)))))
            case .order(let order):
                if order.explain {
                    effects.append(.reply(id, .explanation(Explanation(signals: [try explain(order)]))))
                } else {
                    delivery.submit(try pending(order, origin: .request(id), cause: cause, at: now), at: now)
                }
            case .watch(let path):
                effects.append(.reply(id, .watching(path: try path.map { path throws(Fault) in try wholePath(path) })))
            case .scene(let name, let explain):
                let scene = try scene(named: name)
                if explain {
                    effects.append(.reply(id, .explanation(self.explain(scene))))
                } else {
                    try start(scene, request: id, by: cause, at: now)
                }
            case .scenes: effects.append(.reply(id, .scenes(sceneList)))
            case .orders, .history, .stats, .export, .backup, .restore:
                throw Fault(.noHistory, "not yet")
            case .status: effects.append(.reply(id, .status(status)))
            case .reload: effects.append(.load(id))
            }
        } catch {
            effects.append(.reply(id, .fault(error)))
        }
    }

    // MARK: - Orders

    private mutating func pending(
        _ order: Order,
        origin: PendingOrder.Origin,
        cause: String,
        at now: Instant
    ) throws(Fault) -> PendingOrder {
        let id = try element(named: order.element)
        let action = try absoluteAction(order.wish, for: catalog.index[id])
        let server = try server(of: id)
        return PendingOrder(
            id: delivery.nextOrderID(),
            origin: origin,
            cause: cause,
            wish: order.wish,
            action: action,
            element: id,
            path: catalog.index.path(of: id),
            server: server,
            received: now,
            deadline: now + (order.deadline ?? catalog.servers[server].deadline)
        )
    }

    /// Carries out what delivery decided, and lets it send, until it has nothing more to do. What is sent may depend on
    /// what was carried out before.
    private mutating func settle(at now: Instant) {
        repeat {
            for step in delivery.takeSteps() { carryOut(step, at: now) }
            pump(at: now)
        } while !delivery.steps.isEmpty
    }

    private mutating func pump(at now: Instant) {
        guard delivery.hasReady else { return }
        let index = catalog.index
        let known = state
        delivery.pump(at: now) { order in
            Result { () throws(Fault) in try resolve(order.wish, for: order.element, in: index, state: known) }
        }
    }

    private mutating func carryOut(_ step: Delivery.Step, at now: Instant) {
        switch step {
        case .send(let id, let element, let action, let timeout, let server):
            let dispatch = Dispatch(id: id, target: target(element), action: action, timeout: timeout)
            effects.append(.send(dispatch, via: catalog.servers[server].driver))
        case .cancel(let id, let driver): effects.append(.cancel(id, via: driver))
        case .ended(let order, let ending): ended(order, ending, at: now)
        case .acceptedLate(let element, let action, let cause): accept(action, for: element, by: cause, at: now)
        case .inReach(let server): publish(server, isReachable: true, message: "in reach", at: now)
        case .outOfReach(let server, let reason):
            publish(server, isReachable: false, message: "out of reach: \(reason)", at: now)
        }
    }

    private mutating func ended(_ order: PendingOrder, _ ending: Ending, at now: Instant) {
        switch ending {
        case .accepted:
            accepted += 1
            if let action = order.action { accept(action, for: order.element, by: order.cause, at: now) }
            tell(order, .success(receipt(for: order, outcome: .accepted, at: now)), at: now)
            return
        case .superseded:
            tell(order, .success(receipt(for: order, outcome: .superseded, at: now)), at: now)
            return
        case .refused, .failed, .expired, .impossible, .fault: break
        }
        failed += 1
        if order.mayHaveActed, let action = order.action {
            let types = catalog.index[order.element].types
            publishReadings(of: order.element, state.doubt(action, for: order.element, types: types), at: now)
        }
        let fault = fault(for: order, ending)
        effects.append(
            .publish(Event(kind: .order, time: now.wall, path: order.path, message: fault.message, by: order.cause))
        )
        tell(order, .failure(fault), at: now)
    }

    private func receipt(
        for order: PendingOrder,
        outcome: OrderReceipt.Outcome,
        at now: Instant
    ) -> OrderReceipt {
        let action = order.action
        return OrderReceipt(
            id: order.id.number,
            element: order.path,
            type: (action?.type ?? .regulable).word,
            action: action?.value ?? order.wish.value,
            outcome: outcome,
            attempts: order.attempts,
            milliseconds: Double((now - order.received).nanoseconds / 1000) / 1000
        )
    }

    private mutating func accept(_ action: Action, for element: ElementID, by cause: String, at now: Instant) {
        let types = catalog.index[element].types
        let changed = state.accept(action, for: element, types: types, at: now.wall, by: cause)
        publishReadings(of: element, changed, at: now)
    }

    /// Answers whoever gave the order: a request, or the scene whose step it was.
    private mutating func tell(_ order: PendingOrder, _ result: Result<OrderReceipt, Fault>, at now: Instant) {
        switch order.origin {
        case .request(let id):
            switch result {
            case .success(let receipt): effects.append(.reply(id, .order(receipt)))
            case .failure(let fault): effects.append(.reply(id, .fault(fault)))
            }
        case .scene(let run):
            scenes[run]?.finishStep(result)
            advance(run, at: now)
        }
    }

    // MARK: - Scenes

    private mutating func start(
        _ scene: Catalog.Scene,
        request: RequestID,
        by cause: String,
        at now: Instant
    ) throws(Fault) {
        guard scenes.count < SceneRun.mostRuns else {
            throw Fault(.busy, "\(scenes.count) scenes are running already", hint: "try again when some have ended")
        }
        lastSceneRun += 1
        let id = SceneRunID(number: lastSceneRun)
        scenes[id] = SceneRun(request: request, name: scene.name, by: cause, steps: scene.script.steps)
        effects.append(
            .publish(Event(kind: .scene, time: now.wall, message: "scene \(scene.name) begins", by: cause))
        )
        advance(id, at: now)
    }

    /// Gives the next order of a scene, or ends it.
    private mutating func advance(_ id: SceneRunID, at now: Instant) {
        while let run = scenes[id] {
            guard let step = run.next else {
                scenes[id] = nil
                let report = run.report
                let end =
                    report.failed == 0 ? "is done" : "is done, \(report.failed) of \(report.steps.count) steps failed"
                effects.append(
                    .publish(Event(kind: .scene, time: now.wall, message: "scene \(run.name) \(end)", by: run.by))
                )
                effects.append(.reply(run.request, .scene(report)))
                return
            }
            do throws(Fault) {
                let cause = "scene \(run.name)"
                delivery.submit(try pending(step.order, origin: .scene(id), cause: cause, at: now), at: now)
                return
            } catch {
                scenes[id]?.finishStep(.failure(error))
            }
        }
    }
}
