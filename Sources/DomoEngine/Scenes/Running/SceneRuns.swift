import DomoLanguage

/// The scenes that are running, their strands, and which of those may go on.
struct SceneRuns: Sendable {
    private var runs: [SceneRunID: SceneRun] = [:]
    /// By the scene's key: each runs once at a time.
    private var running: [String: SceneRunID] = [:]
    /// Strands whose next step may begin; those that ended meanwhile are skipped when their turn comes.
    private var ready = Queue<StrandID>()
    private var lastNumber: UInt64 = 0

    var held: [String: Int] {
        ["scene runs": runs.count, "running scenes": running.count, "ready strands": ready.count]
    }

    var adHocCount: Int { runs.values.count(where: \.isAdHoc) }
    var strandCount: Int { runs.values.reduce(0) { $0 + $1.strands.count } }
    var hasReady: Bool { !ready.isEmpty }

    /// The oldest first.
    var all: [SceneRun] { runs.values.sorted { $0.id.number < $1.id.number } }

    subscript(id: SceneRunID) -> SceneRun? { runs[id] }
    subscript(strand id: StrandID) -> Strand? { runs[id.run]?.strands[id.number] }

    /// - Parameter key: a scene's.
    subscript(key key: String) -> SceneRun? { running[key].flatMap { runs[$0] } }

    mutating func begin(_ scene: SceneBook.Entry, _ start: SceneStart, isAdHoc: Bool, at now: Instant) -> SceneRun {
        lastNumber += 1
        let id = SceneRunID(number: lastNumber)
        var run = SceneRun(id: id, scene: scene, start: start, isAdHoc: isAdHoc, at: now)
        ready.append(run.addStrand(scene.script.steps, parent: nil))
        runs[id] = run
        running[scene.key] = id
        return run
    }

    /// - Returns: nil where it had ended before.
    mutating func end(_ id: SceneRunID) -> SceneRun? {
        guard let run = runs.removeValue(forKey: id) else { return nil }
        running[run.key] = nil
        return run
    }

    // MARK: - Strands

    /// The next strand that may take a step, and that step; the step is nil where the strand has taken its last.
    mutating func nextStep() -> (strand: StrandID, step: Script.Step?)? {
        while let id = ready.popFirst() {
            guard case .ready? = self[strand: id]?.activity else { continue }
            return (id, runs[id.run]?.strands[id.number]?.next())
        }
        return nil
    }

    mutating func makeReady(_ id: StrandID) {
        setActivity(.ready, of: id)
        ready.append(id)
    }

    mutating func setActivity(_ activity: Strand.Activity, of id: StrandID) {
        runs[id.run]?.strands[id.number]?.activity = activity
    }

    /// The current step of a strand has ended.
    mutating func note(_ report: SceneReport.Step, of id: SceneRunID) { runs[id]?.done.append(report) }

    mutating func forgetCurrentStep(of id: StrandID) { runs[id.run]?.strands[id.number]?.current = nil }

    /// A block of steps is taken next.
    mutating func enter(_ steps: [Script.Step], in id: StrandID) {
        runs[id.run]?.strands[id.number]?.frames.append(Strand.Frame(steps: steps))
    }

    /// Each of the steps gets a strand of its own.
    mutating func split(_ id: StrandID, into steps: [Script.Step]) {
        setActivity(.children(steps.count), of: id)
        for step in steps {
            guard let child = runs[id.run]?.addStrand([step], parent: id.number) else { continue }
            ready.append(child)
        }
    }

    /// What is left when a strand has taken its last step.
    enum Rest {
        /// It was the run's first: all steps have ended.
        case nothing
        /// Others of the same block are on their way.
        case siblings
        /// The block of this strand has ended.
        case parent(StrandID)
    }

    mutating func endStrand(_ id: StrandID) -> Rest? {
        guard let strand = runs[id.run]?.strands.removeValue(forKey: id.number) else { return nil }
        guard let number = strand.parent else { return .nothing }
        let parent = StrandID(run: id.run, number: number)
        guard case .children(let count)? = self[strand: parent]?.activity else { return nil }
        setActivity(.children(count - 1), of: parent)
        return count == 1 ? .parent(parent) : .siblings
    }
}
