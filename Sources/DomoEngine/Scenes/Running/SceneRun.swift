import DomoLanguage
import DomoModel

/// The ID of a scene's run, never reused by an engine.
struct SceneRunID: Hashable, Sendable {
    let number: UInt64
}

/// A thread of steps in a run.
struct StrandID: Hashable, Sendable {
    let run: SceneRunID
    let number: Int
}

/// Who or what started a scene.
struct SceneStart: Sendable {
    enum Requester: Sendable {
        case request(RequestID)
        /// The step `scene` of another scene.
        case strand(StrandID)
    }

    var by: Cause
    /// The origin of its orders.
    var origin: OrderOrigin
    /// The folded names of the scenes that led to this start, the first one first.
    var chain: [String] = []
    /// Those that the scene takes.
    var values: [SceneValue] = []
    /// Who gets the report.
    var requester: Requester?
    /// The tag that the client gave the start.
    var tag: String?
    /// When it must have begun; nil if it may begin at any time. A run that has begun then goes on.
    var until: Timestamp?
    /// Who gave a scene that came with a request; nil for scenes of the house, which have no limits of their own.
    var giver: SceneGiver?
}

/// Who gave a scene that came with a request: its orders count for their rate, and need their present right.
struct SceneGiver: Sendable {
    var principal: Principal
    var account: AccessRules.Account
    /// Whether they manage everything.
    var isManager: Bool
}

/// A running scene.
struct SceneRun: Sendable {
    let id: SceneRunID
    let name: String
    /// The text at the start: a load does not change a run.
    let script: Script
    let site: Catalog.Site
    let start: SceneStart
    /// True for a scene that came with the request and is in no file.
    let isAdHoc: Bool
    var record: SceneRecord
    var strands: [Int: Strand] = [:]
    private var lastStrand = 0
    /// The last answer of each call, by its name.
    var answers: [String: CallAnswer] = [:]
    /// The steps that have ended, in order of their ends.
    var done: [SceneReport.Step] = []

    var key: String { FoldedName.fold(name) }

    /// The cause of its readings and orders: a scene that came with a request may have any name.
    var cause: Cause { .scene(start.giver.map { "\(name) of \($0.principal.cause.label)" } ?? name) }

    init(
        id: SceneRunID,
        scene: SceneBook.Entry,
        start: SceneStart,
        isAdHoc: Bool,
        at now: Instant
    ) {
        self.id = id
        name = scene.name
        script = scene.script
        site = scene.site
        self.start = start
        self.isAdHoc = isAdHoc
        record = SceneRecord(scene: scene.name, by: start.by, started: now.wall)
    }

    /// - Returns: the ID of a new strand with these steps.
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
