import DomoLanguage
import DomoModel

/// A scene's run; never used twice in the life of an engine.
struct SceneRunID: Hashable, Sendable {
    let number: UInt64
}

/// One of the things that a run does at a time.
struct StrandID: Hashable, Sendable {
    let run: SceneRunID
    let number: Int
}

/// Who or what started a scene.
struct SceneStart: Sendable {
    enum Asker: Sendable {
        case request(RequestID)
        /// The step `scene` of another.
        case strand(StrandID)
    }

    var by: Cause
    /// What its orders come from.
    var origin: OrderOrigin
    /// The folded names of the scenes that led to this start, the first of them first.
    var chain: [String] = []
    /// Who is told how it ended.
    var asker: Asker?
    /// What it is known by to whoever asked for it.
    var tag: String?

    /// A chain with one more; each scene stands in it once, however often it was gone through.
    static func chain(_ chain: [String], then next: String) -> [String] { chain.filter { $0 != next } + [next] }
}

/// A scene on its way.
struct SceneRun: Sendable {
    let id: SceneRunID
    let name: String
    /// The text it started with: a load changes nothing for a run.
    let script: Script
    let site: Catalog.Site
    let start: SceneStart
    /// True where it came with the request, and stands in no file.
    let isHandedOver: Bool
    var record: SceneRecord
    var strands: [Int: Strand] = [:]
    private var lastStrand = 0
    /// The steps that have ended, in the order in which they did.
    var done: [SceneReport.Step] = []

    /// What its readings and orders are caused by.
    var cause: Cause { .scene(name) }

    init(
        id: SceneRunID,
        scene: SceneBook.Entry,
        start: SceneStart,
        isHandedOver: Bool,
        at now: Instant
    ) {
        self.id = id
        name = scene.name
        script = scene.script
        site = scene.site
        self.start = start
        self.isHandedOver = isHandedOver
        record = SceneRecord(scene: scene.name, by: start.by, started: now.wall)
    }

    /// - Returns: the number of a strand that takes these steps one after the other.
    mutating func addStrand(_ steps: [Script.Step], parent: Int?) -> StrandID {
        lastStrand += 1
        strands[lastStrand] = Strand(parent: parent, frames: [Strand.Frame(steps: steps)])
        return StrandID(run: id, number: lastStrand)
    }

    /// What it is doing now, for people.
    var activity: String? {
        let current = strands.sorted { $0.key < $1.key }.compactMap { _, strand -> String? in
            if case .children = strand.activity { return nil }
            return strand.current?.text
        }
        return current.isEmpty ? nil : current.joined(separator: ", ")
    }

    func report(_ outcome: SceneOutcome, message: String?) -> SceneReport {
        SceneReport(
            scene: name,
            outcome: outcome,
            steps: done,
            failed: done.count { $0.error != nil },
            message: message
        )
    }
}

/// Steps that are taken one after the other, each when the one before has ended, whether well or not.
struct Strand: Sendable {
    struct Frame: Sendable {
        let steps: [Script.Step]
        var next = 0
    }

    /// What the current step waits for.
    enum Activity: Sendable {
        /// Nothing: the next step may begin.
        case ready
        case order(OrderID)
        case time(Instant)
        case reading(SceneWatch)
        case ramp(Ramp)
        /// So many strands of its own.
        case children(Int)
        /// Another scene.
        case scene
    }

    /// The strand whose step it is a part of.
    let parent: Int?
    /// Blocks inside blocks, the innermost last.
    var frames: [Frame]
    var activity = Activity.ready
    var current: Script.Step?

    /// Takes the next step; nil where there is none.
    mutating func next() -> Script.Step? {
        while let frame = frames.indices.last {
            if frames[frame].next < frames[frame].steps.count {
                defer { frames[frame].next += 1 }
                current = frames[frame].steps[frames[frame].next]
                return current
            }
            frames.removeLast()
        }
        current = nil
        return nil
    }
}

/// `wait until`
struct SceneWatch: Sendable {
    let test: Script.Test
    let duration: Duration?
    /// Nil where it may take as long as it takes.
    let deadline: Instant?
    /// Since when it holds; nil while it doesn't.
    var holdsSince: Timestamp?

    init(_ test: Script.Test, for duration: Duration?, deadline: Instant?) {
        self.test = test
        self.duration = duration
        self.deadline = deadline
    }
}
