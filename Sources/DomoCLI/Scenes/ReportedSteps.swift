import DomoLanguage
import DomoModel

/// The steps of a running scene that have been reported, so that none is reported twice.
struct ReportedSteps {
    /// Folded.
    private let scene: String
    /// The tag of the run; nil if it has none.
    private let tag: String?
    /// False until its run begins: an earlier run of the scene may still be active.
    private(set) var hasBegun = false
    /// How often each line was reported.
    private var lines: [Int: Int] = [:]
    /// The `log` lines that were reported, whose end is not reported again.
    private var logged: Set<Int> = []

    init(scene: String, tag: String? = nil) {
        self.scene = FoldedName.fold(scene)
        self.tag = tag
    }

    /// - Returns: whether to report the event.
    mutating func handle(_ event: Event) -> Bool {
        guard event.kind == .scene, event.tag == tag, let name = event.scene, FoldedName.fold(name) == scene,
            let progress = event.progress
        else { return false }
        switch progress {
        case .begins:
            (hasBegun, lines, logged) = (true, [:], [])
            return true
        case .step, .failed, .log:
            // An event without a line is left to the report.
            guard hasBegun, let line = event.line else { return false }
            if progress == .step, logged.remove(line) != nil { return false }
            if progress == .log { logged.insert(line) }
            lines[line, default: 0] += 1
            return true
        // Both are in the report.
        case .ended, .skipped: return false
        }
    }

    /// Splits the steps of a report into those that have been reported and the rest.
    func split(_ report: SceneReport) -> (reported: [SceneReport.Step], rest: [SceneReport.Step]) {
        var lines = lines
        var reported: [SceneReport.Step] = []
        var rest: [SceneReport.Step] = []
        for step in report.steps {
            if let count = lines[step.line], count > 0 {
                lines[step.line] = count - 1
                reported.append(step)
            } else {
                rest.append(step)
            }
        }
        return (reported, rest)
    }
}
