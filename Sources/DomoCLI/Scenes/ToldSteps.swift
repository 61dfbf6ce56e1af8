import DomoLanguage
import DomoModel

/// What has been told of a scene's run while it was on its way, so that nothing is told twice.
struct ToldSteps {
    /// Folded.
    private let scene: String
    /// That of its run; nil where it has none.
    private let tag: String?
    /// False until its run has been seen to begin: a scene may run already when it is started once more.
    private(set) var hasBegun = false
    /// How often each line was told of.
    private var lines: [Int: Int] = [:]
    /// The lines of which it was told what they say; that they have ended is then nothing new.
    private var logged: Set<Int> = []

    init(scene: String, tag: String? = nil) {
        self.scene = FoldedName.fold(scene)
        self.tag = tag
    }

    /// - Returns: whether the event is to be told.
    mutating func take(_ event: Event) -> Bool {
        guard event.kind == .scene, event.tag == tag, let name = event.scene, FoldedName.fold(name) == scene,
            let progress = event.progress
        else { return false }
        switch progress {
        case .begins:
            (hasBegun, lines, logged) = (true, [:], [])
            return true
        case .step, .failed, .log:
            // What can't be found again in the report is told there.
            guard hasBegun, let line = event.line else { return false }
            if progress == .step, logged.remove(line) != nil { return false }
            if progress == .log { logged.insert(line) }
            lines[line, default: 0] += 1
            return true
        // Both stand in the report.
        case .ended, .skipped: return false
        }
    }

    /// The steps of a report that have been told of, and those that have not.
    func parted(_ report: SceneReport) -> (told: [SceneReport.Step], rest: [SceneReport.Step]) {
        var lines = lines
        var told: [SceneReport.Step] = []
        var rest: [SceneReport.Step] = []
        for step in report.steps {
            if let count = lines[step.line], count > 0 {
                lines[step.line] = count - 1
                told.append(step)
            } else {
                rest.append(step)
            }
        }
        return (told, rest)
    }
}
