import DomoLanguage
import DomoModel

// Starts of scenes.

extension Scenes {
    /// The maximum number of ad-hoc scenes, running or queued.
    static let maxAdHocScenes = 64
    /// How many of them are only for those who manage everything.
    static let reservedAdHocScenes = 16
    /// The maximum number of one account, a user or a tree of tokens, that does not.
    static let maxAdHocScenesOfAccount = 8

    /// Starts a scene, or applies its policy if it is already running.
    mutating func start(
        _ scene: SceneBook.Entry,
        _ start: SceneStart,
        isAdHoc: Bool = false,
        in world: borrowing some SceneWorld
    ) throws(Fault) {
        guard !isStopping else { throw Orders.stopping }
        try world.now.requireTime(until: start.until, "scene \(scene.name): the request arrived")
        if isAdHoc { try requireRoom(for: start.giver) }
        let scene = try scene.filled(with: start.values)
        guard let run = runs[key: scene.key] else { return try begin(scene, start, isAdHoc: isAdHoc, in: world) }
        switch scene.script.again {
        case .restart:
            let message = "it was started again"
            dropQueued(scene.key, message: message, in: world)
            end(run.id, .stopped, message: message, in: world)
            try begin(scene, start, isAdHoc: isAdHoc, in: world)
        case .skip:
            let message = "it is already running"
            skip(scene, start.by, message, SkipReason(.running), in: world)
            let report = SceneReport(scene: scene.name, outcome: .skipped, steps: [], failed: 0, message: message)
            answer(start.requester, report, in: world)
        case .queue: try enqueue(StartQueue.Entry(scene: scene, start: start, isAdHoc: isAdHoc))
        }
    }

    /// Some room is for those who manage everything, and no account takes all of the rest.
    private func requireRoom(for giver: SceneGiver?) throws(Fault) {
        let givers = runs.givers + queue.givers
        let isManager = giver?.isManager ?? true
        let most = Self.maxAdHocScenes - (isManager ? 0 : Self.reservedAdHocScenes)
        let own = givers.count { $0.account == giver?.account }
        guard runs.adHocCount + queue.adHocCount < most, isManager || own < Self.maxAdHocScenesOfAccount else {
            throw Fault(
                .busy,
                "\(isManager ? most : min(most, Self.maxAdHocScenesOfAccount)) ad-hoc scenes are already running",
                hint: "try again when some have ended"
            )
        }
    }

    /// Stops scenes that came with a request if who gave them has lost the right to it: a token that was revoked gives
    /// no more orders.
    mutating func stopForbidden(in world: borrowing some SceneWorld, right: (Principal) -> Access.Right) {
        func isAllowed(_ giver: SceneGiver?, _ script: Script) -> Bool {
            guard let giver else { return true }
            let right = right(giver.principal)
            guard right.role >= .act else { return false }
            guard right.opensDoors || givenDoor(movedBy: script, in: world) == nil else { return false }
            return !right.scope.isLimited || shows(script, in: right.scope, world: world)
        }
        for run in runs.all where !isAllowed(run.start.giver, run.script) {
            let message = "\(run.start.by.label) has no right to it any more"
            end(run.id, .stopped, message: message, in: world)
            startQueued(run.key, in: world)
        }
        var queue = queue
        let ended = queue.removeAll { !isAllowed($0.start.giver, $0.scene.script) }
        self.queue = queue
        for next in ended {
            answer(next.start.requester, next.stopped("\(next.start.by.label) has no right to it any more"), in: world)
        }
    }

    private mutating func begin(
        _ scene: SceneBook.Entry,
        _ start: SceneStart,
        isAdHoc: Bool,
        in world: borrowing some SceneWorld
    ) throws(Fault) {
        if start.chain.contains(scene.key) { try noteSelfStart(of: scene, start, in: world) }
        stopOthers(ofGroup: scene, in: world)
        let run = runs.begin(scene, start, isAdHoc: isAdHoc, at: world.now)
        chains.noteStart(of: scene.key, chain: start.chain)
        if !isAdHoc {
            records.noteBegin(run.record)
            decisions.append(.persist(.scene(run.record)))
        }
        publish(.begins, of: run, in: world)
    }

    private mutating func stopOthers(ofGroup scene: SceneBook.Entry, in world: borrowing some SceneWorld) {
        guard let group = scene.script.group.map(FoldedName.fold) else { return }
        for other in runs.all where other.script.group.map(FoldedName.fold) == group {
            stopScene(other.key, message: "scene \(scene.name) of the same group started", in: world)
        }
    }

    /// - Throws: `loop` if it did so too often; that has then been reported.
    private mutating func noteSelfStart(
        of scene: SceneBook.Entry,
        _ start: SceneStart,
        in world: borrowing some SceneWorld
    ) throws(Fault) {
        guard !chains.noteSelfStart(of: scene.key, at: world.now) else { return }
        let circle = start.chain.drop { $0 != scene.key }.map { book[key: $0]?.name ?? $0 } + [scene.name]
        let message =
            "it started itself more than \(SceneChains.maxSelfStarts) times in a minute: "
            + circle.joined(separator: " → ")
        dropQueued(scene.key, message: message, in: world)
        skip(scene, start.by, message, SkipReason(.loop), in: world)
        throw Fault(.loop, message, hint: "check whether its orders trigger it again")
    }

    /// Records a start that did not take place.
    mutating func skip(
        _ scene: SceneBook.Entry,
        _ by: Cause,
        _ message: String,
        _ reason: SkipReason? = nil,
        in world: borrowing some SceneWorld
    ) {
        let now = world.now
        let event = Event(
            kind: .scene,
            time: now.wall,
            message: message,
            by: by,
            scene: scene.name,
            progress: .skipped,
            outcome: .skipped,
            places: concerned(by: scene.script, in: world)
        )
        decisions.append(.publish(event))
        // Nothing is recorded for ad-hoc scenes.
        guard scene.file != nil else { return }
        var entry = HouseLogEntry(.notRun, at: now.wall, by: by, message: message)
        entry.scene = scene.name
        entry.reason = reason?.code
        entry.values = reason?.values
        entry.places = places(of: scene.script, in: world)
        decisions.append(.persist(.event(entry)))
        let record = SceneRecord(
            scene: scene.name,
            by: by,
            started: now.wall,
            ended: now.wall,
            outcome: .skipped,
            message: message
        )
        if records.noteSkip(record) { decisions.append(.persist(.scene(record))) }
    }

    // MARK: - Queued starts

    private mutating func enqueue(_ next: StartQueue.Entry) throws(Fault) {
        let key = next.scene.key
        if case .strand = next.start.requester, next.start.chain.contains(key) {
            throw Fault(.badRequest, "scene \(next.scene.name) would wait for its own end", hint: "let it end first")
        }
        guard !queue.isFull(for: key) else {
            throw Fault(
                .busy,
                "scene \(next.scene.name) is already queued \(StartQueue.maxPerScene) times",
                hint: "try again later, or stop it"
            )
        }
        queue.append(next)
    }

    /// A run has ended: the next queued start begins, with the present version of the scene.
    mutating func startQueued(_ key: String, in world: borrowing some SceneWorld) {
        while runs[key: key] == nil, let next = queue.popFirst(of: key) {
            do throws(Fault) {
                try world.now.requireTime(until: next.start.until, "scene \(next.scene.name): its turn came")
                let scene =
                    next.isAdHoc ? next.scene : try book.entry(named: next.scene.name).filled(with: next.start.values)
                try begin(scene, next.start, isAdHoc: next.isAdHoc, in: world)
            } catch {
                refuse(next.start.requester, error, in: world)
            }
        }
    }

    /// Drops the starts queued behind a scene.
    mutating func dropQueued(_ key: String, message: String, in world: borrowing some SceneWorld) {
        for next in queue.removeAll(of: key) { answer(next.start.requester, next.stopped(message), in: world) }
    }
}
