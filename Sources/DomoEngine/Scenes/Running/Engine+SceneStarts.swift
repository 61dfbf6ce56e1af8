import DomoLanguage
import DomoModel

// How scenes begin.

extension Engine {
    /// More scenes at once than this that stand in no file are refused, those that wait for their turn counted.
    static let mostHandedOver = 64
    /// As often as this a scene may wait for its own end.
    static let mostQueued = 16
    /// A scene that starts itself, straight or through others, may do so this often within `loopWindow`.
    static let mostSelfStarts = 10
    static let loopWindow: Duration = .seconds(60)

    func run(named name: String) -> SceneRun? { running[FoldedName.fold(name)].flatMap { scenes[$0] } }

    /// Starts a scene, or does what its policy says where it runs already.
    mutating func start(
        _ scene: SceneBook.Entry,
        _ start: SceneStart,
        isHandedOver: Bool = false,
        at now: Instant
    ) throws(Fault) {
        guard !orders.isStopping else { throw Orders.stopping }
        let waiting = queued.values.reduce(0) { $0 + $1.count(where: \.isHandedOver) }
        if isHandedOver, scenes.values.count(where: \.isHandedOver) + waiting >= Self.mostHandedOver {
            throw Fault(
                .busy,
                "\(Self.mostHandedOver) scenes that stand in no file are running already",
                hint: "try again when some have ended"
            )
        }
        guard let id = running[scene.key] else { return try begin(scene, start, isHandedOver: isHandedOver, at: now) }
        switch scene.script.again {
        case .restart:
            let message = "it was started again"
            dropQueued(scene.key, message: message, at: now)
            end(id, .stopped, message: message, at: now)
            try begin(scene, start, isHandedOver: isHandedOver, at: now)
        case .skip:
            let message = "it is running already"
            skip(scene, start.by, message, at: now)
            let report = SceneReport(scene: scene.name, outcome: .skipped, steps: [], failed: 0, message: message)
            answer(start.asker, report, at: now)
        case .queue: try queue(QueuedScene(scene: scene, start: start, isHandedOver: isHandedOver))
        }
    }

    private mutating func begin(
        _ scene: SceneBook.Entry,
        _ start: SceneStart,
        isHandedOver: Bool,
        at now: Instant
    ) throws(Fault) {
        let key = scene.key
        if start.chain.contains(key) { try noteSelfStart(of: scene, start, at: now) }
        stopOthers(ofGroup: scene, at: now)
        lastSceneRun += 1
        let id = SceneRunID(number: lastSceneRun)
        var run = SceneRun(id: id, scene: scene, start: start, isHandedOver: isHandedOver, at: now)
        readyStrands.append(run.addStrand(scene.script.steps, parent: nil))
        scenes[id] = run
        running[key] = id
        chains[key] = start.chain
        if !isHandedOver {
            sceneSkips[key] = nil
            remember(run.record, at: now)
        }
        publish(.begins, of: run, at: now)
    }

    private mutating func stopOthers(ofGroup scene: SceneBook.Entry, at now: Instant) {
        guard let group = scene.script.group.map(FoldedName.fold) else { return }
        let others = scenes.values.filter { $0.script.group.map(FoldedName.fold) == group }
        for other in others.sorted(by: { $0.id.number < $1.id.number }) {
            _ = stopScene(named: other.name, message: "scene \(scene.name) of the same group began", at: now)
        }
    }

    /// - Throws: `loop`, which has been told, where it did so too often.
    private mutating func noteSelfStart(of scene: SceneBook.Entry, _ start: SceneStart, at now: Instant) throws(Fault) {
        var starts = (selfStarts[scene.key] ?? []).filter { now - $0 < Self.loopWindow }
        defer { selfStarts[scene.key] = starts }
        guard starts.count >= Self.mostSelfStarts else {
            starts.append(now)
            return
        }
        let circle = start.chain.drop { $0 != scene.key }.map { book[key: $0]?.name ?? $0 } + [scene.name]
        let message =
            "it started itself more than \(Self.mostSelfStarts) times in a minute: " + circle.joined(separator: " → ")
        dropQueued(scene.key, message: message, at: now)
        skip(scene, start.by, message, at: now)
        throw Fault(.loop, message, hint: "see what its triggers and its orders do to each other")
    }

    // MARK: - Waiting for its own end

    private mutating func queue(_ next: QueuedScene) throws(Fault) {
        let key = next.scene.key
        if case .strand = next.start.asker, next.start.chain.contains(key) {
            throw Fault(.badRequest, "scene \(next.scene.name) would wait for its own end", hint: "let it end first")
        }
        guard queued[key, default: []].count < Self.mostQueued else {
            throw Fault(
                .busy,
                "scene \(next.scene.name) waits \(Self.mostQueued) times for its own end already",
                hint: "try again later, or stop it"
            )
        }
        queued[key, default: []].append(next)
    }

    /// A run has ended: the next begins, as the scene is now.
    mutating func startQueued(_ key: String, at now: Instant) {
        while running[key] == nil, var waiting = queued.removeValue(forKey: key), !waiting.isEmpty {
            let next = waiting.removeFirst()
            if !waiting.isEmpty { queued[key] = waiting }
            do throws(Fault) {
                let scene = next.isHandedOver ? next.scene : try book.entry(named: next.scene.name)
                try begin(scene, next.start, isHandedOver: next.isHandedOver, at: now)
            } catch {
                refuse(next.start.asker, error, at: now)
            }
        }
    }

    /// What waits for the end of a scene is not to begin any more.
    mutating func dropQueued(_ key: String, message: String, at now: Instant) {
        for next in queued.removeValue(forKey: key) ?? [] {
            answer(next.start.asker, next.stopped(message), at: now)
        }
    }

    /// Takes out the one of that tag.
    mutating func takeQueued(_ key: String, tag: String) -> QueuedScene? {
        guard var waiting = queued[key], let place = waiting.firstIndex(where: { $0.start.tag == tag }) else {
            return nil
        }
        let found = waiting.remove(at: place)
        queued[key] = waiting.isEmpty ? nil : waiting
        return found
    }

    /// Nobody waits any more for what the steps of a run have asked for.
    mutating func dropQueued(askedBy run: SceneRunID) {
        for (key, waiting) in queued {
            let rest = waiting.filter { next in
                if case .strand(let strand) = next.start.asker { strand.run != run } else { true }
            }
            queued[key] = rest.isEmpty ? nil : rest
        }
    }
}

/// A start that waits for the end of the run before it.
struct QueuedScene: Sendable {
    var scene: SceneBook.Entry
    var start: SceneStart
    var isHandedOver: Bool

    func stopped(_ message: String) -> SceneReport {
        SceneReport(scene: scene.name, outcome: .stopped, steps: [], failed: 0, message: message)
    }
}
