import DomoLanguage
import DomoModel
import Logging
import Testing

@testable import DomoDaemon

struct EventLogTests {
    @Test(arguments: [
        (SceneProgress.begins, nil, Logger.Level.info), (.step, nil, .debug), (.log, nil, .notice),
        (.skipped, SceneOutcome.skipped, .notice), (.failed, nil, .warning), (.ended, .done, .info),
        (.ended, .failed, .warning), (.ended, .stopped, .warning), (.ended, .lost, .warning),
    ])
    func aSceneIsToldAsLoudlyAsItDeserves(progress: SceneProgress, outcome: SceneOutcome?, level: Logger.Level) {
        let now = Timestamp(milliseconds: 0)
        let event = Event(kind: .scene, time: now, scene: "Noche", progress: progress, outcome: outcome)
        #expect(event.sceneLevel == level)
    }

    @Test func whatIsSaidOfALineNamesTheSceneAndTheLine() {
        let now = Timestamp(milliseconds: 0)
        var event = Event(kind: .scene, time: now, message: "set Lamp on", scene: "Noche", progress: .step, line: 3)
        #expect(event.sceneText == "scene Noche, line 3: set Lamp on")
        event.line = nil
        event.message = "scene Noche is done"
        #expect(event.sceneText == "scene Noche is done")
    }
}
