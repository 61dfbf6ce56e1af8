import DomoCalendar
import DomoLanguage
import DomoModel

/// A scene of the load as a list shows it, but for its next time.
struct ListedScene: Sendable {
    /// At how many times is looked for one list, to find when scenes start next. For those that are left is not looked.
    static let maxLooks = 500_000

    var scene: SceneBook.Entry
    /// What it is doing; nil where it does not run.
    var step: String?
    var last: SceneRecord?
    var skipped: SceneRecord?

    func view(_ schedule: Schedule, looks: inout Int, at now: Instant) -> SceneList.Scene {
        let next = schedule.next(of: scene.key, looks: &looks, at: now)
        return SceneList.Scene(
            name: scene.name,
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
    /// As a list shows it where it is of no scene of the load.
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
