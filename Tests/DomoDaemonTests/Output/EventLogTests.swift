import DomoLanguage
import DomoModel
import Logging
import Testing

@testable import DomoDaemon

struct EventLogTests {
    @Test(arguments: [
        (SceneProgress.begins, nil, Logger.Level.debug), (.step, nil, .debug), (.log, nil, .notice),
        (.skipped, SceneOutcome.skipped, .info), (.failed, nil, .warning), (.ended, .done, .debug),
        (.ended, .failed, .warning), (.ended, .stopped, .warning), (.ended, .lost, .warning),
    ])
    func sceneLogLevelDependsOnTheOutcome(progress: SceneProgress, outcome: SceneOutcome?, level: Logger.Level) {
        let now = Timestamp(milliseconds: 0)
        let event = Event(kind: .scene, time: now, scene: "Noche", progress: progress, outcome: outcome)
        #expect(event.sceneLevel == level)
    }

    @Test func lineMessageNamesTheSceneAndTheLine() {
        let now = Timestamp(milliseconds: 0)
        var event = Event(kind: .scene, time: now, message: "set Lamp on", scene: "Noche", progress: .step, line: 3)
        #expect(event.sceneText == "scene Noche, line 3: set Lamp on")
        event.progress = .failed
        #expect(event.sceneText == "scene Noche, line 3 failed: set Lamp on")
    }

    @Test func runMessageNamesTheScene() {
        let now = Timestamp(milliseconds: 0)
        func text(_ progress: SceneProgress, _ outcome: SceneOutcome? = nil, _ message: String? = nil) -> String {
            let event = Event(
                kind: .scene,
                time: now,
                message: message,
                by: .user("ana"),
                scene: "Noche",
                progress: progress,
                outcome: outcome
            )
            return event.sceneText
        }
        #expect(text(.begins) == "scene Noche started, by ana")
        #expect(text(.ended, .done) == "scene Noche ended, done")
        #expect(text(.ended, .stopped, "eva stopped it") == "scene Noche ended, stopped: eva stopped it")
        #expect(
            text(.ended, .lost, "the daemon ended while it ran")
                == "scene Noche was lost: the daemon ended while it ran"
        )
        #expect(
            text(.skipped, .skipped, "it is running already") == "scene Noche not started: it is running already"
        )
    }
}
