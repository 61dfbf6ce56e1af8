import DomoCalendar
import DomoLanguage
import DomoModel

/// A scene of the load as listed, except for its next time.
struct ListedScene: Sendable {
    /// The maximum number of times to check for one list when finding next starts. The rest of the scenes have none.
    static let maxChecks = 500_000

    var scene: SceneBook.Entry
    /// What it is doing; nil if it is not running.
    var step: String?
    var last: SceneRecord?
    var skipped: SceneRecord?

    func view(_ schedule: Schedule, checks: inout Int, at now: Instant) -> SceneList.Scene {
        let next = schedule.next(of: scene.key, checks: &checks, at: now)
        return SceneList.Scene(
            name: scene.name,
            labels: ModelLabels(scene.script.labels),
            file: scene.file,
            steps: scene.stepCount,
            triggers: scene.script.triggers.map(\.text),
            next: next,
            local: next.map { scene.site.clock.rfc3339($0) },
            step: step,
            last: last,
            skipped: skipped
        )
    }
}

extension SceneRun {
    /// The listed form of a run whose scene is not in the load.
    var view: SceneList.Scene {
        SceneList.Scene(
            name: name,
            file: nil,
            steps: script.allSteps.count,
            triggers: [],
            next: nil,
            local: nil,
            step: activity,
            last: record,
            skipped: nil
        )
    }
}
