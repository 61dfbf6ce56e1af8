import DomoLanguage
import DomoModel

// How scenes begin.

extension SceneMachine {
    /// More ad-hoc scenes at once than this are refused, those that wait for their turn counted.
    static let maxAdHocScenes = 64

    /// Starts a scene, or does what its policy says where it runs already.
    mutating func start(
        _ scene: SceneBook.Entry,
        _ start: SceneStart,
        isAdHoc: Bool = false,
        in world: SceneSurroundings
    ) throws(Fault) {
        guard !isStopping else { throw Delivery.stopping }
        if isAdHoc, runs.adHocCount + queue.adHocCount >= Self.maxAdHocScenes {
            throw Fault(
                .busy,
                "\(Self.maxAdHocScenes) scenes that stand in no file are running already",
                hint: "try again when some have ended"
            )
        }
        guard let run = runs[key: scene.key] else { return try begin(scene, start, isAdHoc: isAdHoc, in: world) }
        switch scene.script.again {
        case .restart:
            let message = "it was started again"
            dropQueued(scene.key, message: message, in: world)
            end(run.id, .stopped, message: message, in: world)
            try begin(scene, start, isAdHoc: isAdHoc, in: world)
        case .skip:
            let message = "it is running already"
            skip(scene, start.by, message, in: world)
            let report = SceneReport(scene: scene.name, outcome: .skipped, steps: [], failed: 0, message: message)
            answer(start.asker, report, in: world)
        case .queue: try enqueue(StartQueue.Entry(scene: scene, start: start, isAdHoc: isAdHoc))
        }
    }

    private mutating func begin(
        _ scene: SceneBook.Entry,
        _ start: SceneStart,
        isAdHoc: Bool,
        in world: SceneSurroundings
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

    private mutating func stopOthers(ofGroup scene: SceneBook.Entry, in world: SceneSurroundings) {
        guard let group = scene.script.group.map(FoldedName.fold) else { return }
        for other in runs.all where other.script.group.map(FoldedName.fold) == group {
            stopScene(other.key, message: "scene \(scene.name) of the same group began", in: world)
        }
    }

    /// - Throws: `loop`, which has been reported, where it did so too often.
    private mutating func noteSelfStart(
        of scene: SceneBook.Entry,
        _ start: SceneStart,
        in world: SceneSurroundings
    ) throws(Fault) {
        guard !chains.noteSelfStart(of: scene.key, at: world.now) else { return }
        let circle = start.chain.drop { $0 != scene.key }.map { book[key: $0]?.name ?? $0 } + [scene.name]
        let message =
            "it started itself more than \(SceneChains.maxSelfStarts) times in a minute: "
            + circle.joined(separator: " → ")
        dropQueued(scene.key, message: message, in: world)
        skip(scene, start.by, message, in: world)
        throw Fault(.loop, message, hint: "see what its triggers and its orders do to each other")
    }

    /// A scene that does not begin, though something wanted it to.
    mutating func skip(_ scene: SceneBook.Entry, _ by: Cause, _ message: String, in world: SceneSurroundings) {
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
        // Nothing is kept of an ad-hoc scene.
        guard scene.file != nil else { return }
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

    // MARK: - Waiting for its own end

    private mutating func enqueue(_ next: StartQueue.Entry) throws(Fault) {
        let key = next.scene.key
        if case .strand = next.start.asker, next.start.chain.contains(key) {
            throw Fault(.badRequest, "scene \(next.scene.name) would wait for its own end", hint: "let it end first")
        }
        guard !queue.isFull(for: key) else {
            throw Fault(
                .busy,
                "scene \(next.scene.name) waits \(StartQueue.maxPerScene) times for its own end already",
                hint: "try again later, or stop it"
            )
        }
        queue.append(next)
    }

    /// A run has ended: the next begins, as the scene is now.
    mutating func startQueued(_ key: String, in world: SceneSurroundings) {
        while runs[key: key] == nil, let next = queue.popFirst(of: key) {
            do throws(Fault) {
                let scene = next.isAdHoc ? next.scene : try book.entry(named: next.scene.name)
                try begin(scene, next.start, isAdHoc: next.isAdHoc, in: world)
            } catch {
                refuse(next.start.asker, error, in: world)
            }
        }
    }

    /// What waits for the end of a scene is not to begin any more.
    mutating func dropQueued(_ key: String, message: String, in world: SceneSurroundings) {
        for next in queue.removeAll(of: key) { answer(next.start.asker, next.stopped(message), in: world) }
    }
}
