import DomoLanguage
import DomoModel

// Connects the scenes with the rest of the engine: passes them inputs, and carries out their decisions.

extension Engine {
    /// Calls the scenes. They are taken out of the engine for the call, so that they can read the rest of it.
    mutating func callScenes<Result, Failure>(
        _ body: (inout Scenes, borrowing Engine) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var taken = Scenes()
        swap(&taken, &scenes)
        defer { swap(&taken, &scenes) }
        return try body(&taken, self)
    }

    /// Calls the scenes and carries out their decisions, also those made before a fault.
    mutating func withScenes<Failure>(
        _ body: (inout Scenes, borrowing Engine) throws(Failure) -> Void
    ) throws(Failure) {
        defer { carryOutSceneDecisions() }
        try callScenes(body)
    }

    // MARK: - Decisions

    private mutating func carryOutSceneDecisions() {
        while let decision = scenes.nextDecision() {
            switch decision {
            case .giveOrder(let order, let strand, let origin, let cause):
                give(order, of: strand, from: origin, by: cause)
            case .giveGroup(let group, let strand, let origin, let cause):
                do throws(Fault) {
                    let count = try give(group, of: strand, from: origin, by: cause)
                    callScenes { $0.groupGiven(count, for: strand, in: $1) }
                } catch {
                    callScenes { $0.orderRefused(error, for: strand, in: $1) }
                }
            case .raise(let notice, let strand): raise(notice, for: strand)
            case .resolve(let cause, let text, let strand): resolveNotices(about: cause, text: text, for: strand)
            case .call(let call, let text, let paths, let scene, let strand):
                begin(call, text: text, paths: paths, scene: scene, for: strand)
            case .withdrawOrder(let order): _ = orders.withdraw(order, with: Self.withdrawn)
            case .publish(let event): outbox.publish(event)
            case .persist(let record): outbox.persist(record)
            case .reply(let id, let reply): outbox.reply(id, reply)
            case .replyWhenStored(let id, let reply): outbox.replyStored(id, reply)
            }
        }
    }

    private static let withdrawn = Fault(
        .stopped,
        "the scene that gave the order was stopped",
        hint: "repeat the order if it is still wanted"
    )

    private mutating func give(_ order: Order, of strand: StrandID, from origin: OrderOrigin, by cause: Cause) {
        do throws(Fault) {
            var order = try pending(order, origin: .scene(strand, origin), cause: cause, at: now)
            if let principal = scenes.principal(of: strand) {
                try requireNoDoor(order, by: principal)
                try limit(step: &order, by: principal)
            }
            submit(order, at: now)
            callScenes { $0.orderGiven(order.id, for: strand, in: $1) }
        } catch {
            callScenes { $0.orderRefused(error, for: strand, in: $1) }
        }
    }

    // MARK: - Each input

    mutating func beginInputOfScenes() {
        let due = scenes.beginInput(at: now)
        if !due.isEmpty { withScenes { $0.startDue(due, in: $1) } }
    }

    mutating func endInputOfScenes() {
        scenes.persistHeartbeat(at: now)
        carryOutSceneDecisions()
    }

    mutating func wakeScenes() {
        while scenes.isDue(at: now) { withScenes { $0.wake(in: $1) } }
    }

    /// - Parameter isConfirmed: the changes were found by reading a bus.
    mutating func followSceneChanges(isConfirmed: Bool = false) {
        if scenes.hasChanges { withScenes { $0.followChanges(isConfirmed: isConfirmed, in: $1) } }
    }

    mutating func followInScenes(_ message: LinkMessage) {
        if scenes.isConcerned(with: message) { withScenes { $0.follow(message, in: $1) } }
    }

    /// Starts scenes whose triggers have fired, and continues those that run.
    mutating func advanceScenes() {
        followSceneChanges()
        while scenes.mayAdvance { withScenes { $0.advance(in: $1) } }
    }

    // MARK: - The house

    mutating func loadScenes(_ plan: ScenePlan) { withScenes { $0.load(plan, in: $1) } }
    mutating func restoreScenes(_ memory: Memory) { withScenes { $0.restore(memory, in: $1) } }
    mutating func stopScenes() { withScenes { $0.stop(in: $1) } }

    /// Stops scenes whose givers may not give such orders any more.
    mutating func stopForbiddenScenes() {
        guard scenes.hasGivenScenes else { return }
        withScenes { scenes, world in scenes.stopForbidden(in: world) { world.access.right(of: $0) } }
    }

    /// An endpoint that was unreachable answers again.
    mutating func noteReturn(of endpoint: EndpointID) {
        let houses = houses
        readings.resumeWatch(at: now) { houses.endpoint(of: $0, $1) == endpoint }
        links.noteReadings()
        scenes.noteReturn { houses.endpoints(of: $0).contains(endpoint) }
    }

    mutating func notifyScenes(of order: PendingOrder, _ result: Result<OrderReceipt, Fault>, for strand: StrandID) {
        withScenes { $0.orderEnded(order.id, result, for: strand, in: $1) }
    }

    // MARK: - Recording

    mutating func record(_ step: RecordStep, seenIn scope: Scope, by principal: Principal) throws(Fault) -> Recording {
        try callScenes { scenes, world throws(Fault) in try scenes.record(step, seenIn: scope, by: principal, in: world)
        }
    }

    mutating func noteForRecorder(_ value: Value, _ order: PendingOrder) {
        if scenes.isRecording { callScenes { $0.noteOrder(value, for: order.element, given: order.received, in: $1) } }
    }

    mutating func noteEcho(of value: Value, for element: ElementID) {
        if scenes.isRecording { callScenes { $0.noteEcho(of: value, for: element, in: $1) } }
    }

    mutating func noteAtWall(_ value: Value?, of element: ElementID) {
        if let value, scenes.isRecording { callScenes { $0.noteAtWall(value, of: element, in: $1) } }
    }

    // MARK: - Requests

    func explainScene(
        named name: String,
        values: [SceneValue],
        until: Timestamp?,
        seenIn scope: Scope
    ) throws(Fault) -> Explanation {
        try scenes.explanation(ofSceneNamed: name, values: values, until: until, seenIn: scope, in: self)
    }

    /// - Parameter id: the request that is answered when it has ended; nil if nobody waits for that.
    mutating func startScene(
        named name: String,
        values: [SceneValue] = [],
        tag: String? = nil,
        until: Timestamp? = nil,
        seenIn scope: Scope,
        for id: RequestID? = nil,
        by cause: Cause
    ) throws(Fault) {
        var start = SceneStart(by: cause, origin: .scene, requester: id.map { .request($0) }, tag: tag)
        start.values = values
        start.until = until
        try withScenes { scenes, world throws(Fault) in
            try scenes.start(named: name, seenIn: scope, start, in: world)
        }
    }

    /// Starts a scene for somebody known only by a telegram.
    mutating func startScene(named name: String, by cause: Cause) throws(Fault) {
        let start = SceneStart(by: cause, origin: .scene)
        try withScenes { scenes, world throws(Fault) in
            try scenes.start(named: name, seenIn: .everything, start, in: world)
        }
    }

    mutating func stopScene(
        named name: String,
        tag: String?,
        seenIn scope: Scope,
        for id: RequestID,
        by cause: Cause
    ) throws(Fault) {
        try withScenes { scenes, world throws(Fault) in
            try scenes.stopScene(named: name, tag: tag, seenIn: scope, for: id, by: cause, in: world)
        }
    }

    mutating func run(
        _ scene: AdHocScene,
        isExplained: Bool,
        tag: String?,
        until: Timestamp?,
        seenIn scope: Scope,
        for id: RequestID,
        by principal: Principal
    ) throws(Fault) {
        if isExplained {
            let explanation = try scenes.explanation(of: scene, seenIn: scope, in: self)
            outbox.reply(id, .explanation(explanation))
            return
        }
        var start = SceneStart(by: principal.cause, origin: .scene, requester: .request(id), tag: tag)
        start.until = until
        start.giver = SceneGiver(
            principal: principal,
            account: access.account(of: principal),
            isManager: access.managesAll(principal)
        )
        try withScenes { scenes, world throws(Fault) in try scenes.run(scene, seenIn: scope, start, in: world) }
    }
}
