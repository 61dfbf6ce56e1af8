import Dispatch
import DomoLanguage
import Glibc
import Synchronization
import Testing

@testable import DomoCLI

/// A scene that is stopped while it runs.
extension SceneCommandTests {
    @Test(arguments: [false, true])
    func stoppedSceneReportsItsSteps(json: Bool) throws {
        let interruption = try Interruption(takesSignals: false)
        let daemon = SceneDaemon { _, daemon in
            daemon.report(.begins)
            daemon.report(.step, line: 1, "set Luz on: accepted, 3 ms")
            guard daemon.waitUntilStopped() else { return nil }
            let steps = [Self.step(1, "set Luz on")]
            return Self.line(.scene(SceneReport(scene: "Noche", outcome: .stopped, steps: steps, failed: 0)))
        }
        interruption.note(.interrupt)
        let (output, status) = try Self.run(daemon, json: json, watches: !json, interruption: interruption)
        #expect(status == .interrupted)
        if json {
            #expect(output.hasPrefix(#"{"scene":"Noche","outcome":"stopped","steps":[{"line":1,"#))
        } else {
            #expect(output == "Noche\n  set Luz on: accepted, 3 ms\nNoche  stopped\n")
        }
    }

    @Test func stopBeforeTheStartIsRepeated() throws {
        let interruption = try Interruption(takesSignals: false)
        let stops = Mutex(0)
        let stopped = DispatchSemaphore(value: 0)
        let fake = FakeDaemon { line in
            if line == "scene stop noche" {
                let isFirst = stops.withLock {
                    $0 += 1
                    return $0 == 1
                }
                defer { stopped.signal() }
                let report = SceneReport(scene: "Noche", outcome: .stopped, steps: [], failed: 0)
                return Self.line(isFirst ? .fault(Fault(.unknownScene, "it is not running")) : .scene(report))
            }
            for _ in 1...2 { _ = stopped.wait(timeout: .now() + 60) }
            return Self.line(.scene(SceneReport(scene: "Noche", outcome: .stopped, steps: [], failed: 0)))
        }
        interruption.note(.interrupt)
        let status = try SceneConversation(json: true, write: { _ in }).run(
            CheckedLine(.scene(name: "noche", explain: false)),
            name: "noche",
            client: ControlClient(socket: [fake.path]),
            events: nil,
            interruption: interruption
        )
        #expect(status == .interrupted)
        #expect(stops.withLock { $0 } == 2)
    }

    @Test func sceneThatDoesNotStopTimesOut() throws {
        let interruption = try Interruption(takesSignals: false)
        let daemon = SceneDaemon { _, _ in "" }
        interruption.note(.terminate)
        let (output, status) = try Self.run(
            daemon,
            json: true,
            watches: false,
            interruption: interruption,
            patience: .milliseconds(50)
        )
        #expect(status == .terminated)
        #expect(output.hasPrefix(#"{"error":{"code":"deadline-passed","message":"noche did not stop within 50ms""#))
    }

    @Test func secondSignalEndsAtOnce() throws {
        let interruption = try Interruption(takesSignals: false)
        let daemon = SceneDaemon { _, _ in "" }
        interruption.note(.interrupt)
        interruption.note(.terminate)
        let (output, status) = try Self.run(daemon, json: true, watches: false, interruption: interruption)
        #expect(status == .interrupted)
        #expect(output.contains("stopped waiting for"))
    }
}
