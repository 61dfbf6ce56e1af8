import DomoLanguage

/// A scene's run; never used twice in the life of an engine.
struct SceneRunID: Hashable, Sendable {
    let number: UInt64
}

/// A scene on its way: its steps one after the other, each when the one before has ended, whether well or not.
struct SceneRun: Sendable {
    /// More runs at once than this are refused.
    static let mostRuns = 64

    let request: RequestID
    let name: String
    let by: String
    /// The text it started with: a load changes nothing for a run.
    let steps: [Script.Step]
    var done: [SceneReport.Step] = []

    /// The step whose turn it is.
    var next: Script.Step? { done.count < steps.count ? steps[done.count] : nil }

    mutating func finishStep(_ result: Result<OrderReceipt, Fault>) {
        let step = steps[done.count]
        var report = SceneReport.Step(line: step.position.line, step: step.text)
        switch result {
        case .success(let receipt): report.receipt = receipt
        case .failure(let fault): report.error = fault
        }
        done.append(report)
    }

    var report: SceneReport {
        SceneReport(
            scene: name,
            outcome: done.contains { $0.error != nil } ? .failed : .done,
            steps: done,
            failed: done.count { $0.error != nil }
        )
    }
}
