import DomoLanguage

/// The running scenes, their strands, and which strands are ready.
struct SceneRuns: Sendable {
    private var runs: [SceneRunID: SceneRun] = [:]
    /// By the scene's key: a scene runs at most once at a time.
    private var running: [String: SceneRunID] = [:]
    /// Strands whose next step may begin; those that have ended are skipped.
    private var ready = Queue<StrandID>()
    private var lastNumber: UInt64 = 0

    var held: [String: Int] {
        ["scene runs": runs.count, "running scenes": running.count, "ready strands": ready.count]
    }

    var adHocCount: Int { runs.values.count(where: \.isAdHoc) }
    var strandCount: Int { runs.values.reduce(0) { $0 + $1.strands.count } }
    var givers: [SceneGiver] { runs.values.compactMap(\.start.giver) }

    /// The strands of scenes that came with a request.
    ///
    /// - Parameter account: nil for all accounts.
    func givenStrandCount(of account: AccessRules.Account? = nil) -> Int {
        runs.values.reduce(0) { sum, run in
            guard let giver = run.start.giver, account == nil || giver.account == account else { return sum }
            return sum + run.strands.count
        }
    }
    var hasReady: Bool { !ready.isEmpty }

    /// Oldest first.
    var all: [SceneRun] { runs.values.sorted { $0.id.number < $1.id.number } }

    subscript(id: SceneRunID) -> SceneRun? { runs[id] }
    subscript(strand id: StrandID) -> Strand? { runs[id.run]?.strands[id.number] }

    /// - Parameter key: the scene's key.
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

    /// - Returns: nil if it had already ended.
    mutating func end(_ id: SceneRunID) -> SceneRun? {
        guard let run = runs.removeValue(forKey: id) else { return nil }
        running[run.key] = nil
        return run
    }

    // MARK: - Strands

    /// The next strand that is ready and its next step; the step is nil if the strand has none left.
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

    mutating func note(_ answer: CallAnswer, to call: String, of id: SceneRunID) { runs[id]?.answers[call] = answer }

    mutating func forgetCurrentStep(of id: StrandID) { runs[id.run]?.strands[id.number]?.current = nil }

    /// Inserts a block of steps as the next ones.
    mutating func enter(_ steps: [Script.Step], in id: StrandID) {
        runs[id.run]?.strands[id.number]?.frames.append(Strand.Frame(steps: steps))
    }

    /// Gives each of the steps a strand of its own.
    mutating func split(_ id: StrandID, into steps: [Script.Step]) {
        setActivity(.children(steps.count), of: id)
        for step in steps {
            guard let child = runs[id.run]?.addStrand([step], parent: id.number) else { continue }
            ready.append(child)
        }
    }

    /// What remains after a strand's last step.
    enum Rest {
        /// It was the run's first strand: all steps have ended.
        case nothing
        /// Other strands of the block are still running.
        case siblings
        /// The block of the parent strand has ended.
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
