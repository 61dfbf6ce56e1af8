import Dispatch
import DomoLanguage
import Synchronization

@testable import DomoCLI

/// A daemon with one scene, whose events go to all watchers.
final class SceneDaemon: Sendable {
    private struct State {
        var lines: [String] = []
        var watchers: [FakeDaemon.Peer] = []
    }

    private let state = Mutex(State())
    private let stopped = DispatchSemaphore(value: 0)
    private let answer: @Sendable (String, SceneDaemon) -> String?
    private let daemon = Mutex<FakeDaemon?>(nil)

    /// - Parameter answer: answers lines other than `watch` and `scene stop`.
    init(answer: @escaping @Sendable (String, SceneDaemon) -> String?) {
        self.answer = answer
        let fake = FakeDaemon { [weak self] line, peer in self?.handle(line, from: peer) }
        daemon.withLock { $0 = fake }
    }

    var path: String { daemon.withLock { $0?.path ?? "" } }
    var lines: [String] { state.withLock { $0.lines } }

    private func handle(_ line: String, from peer: FakeDaemon.Peer) -> String? {
        state.withLock { $0.lines.append(line) }
        switch line {
        case "watch":
            state.withLock { $0.watchers.append(peer) }
            return SceneCommandTests.line(.watching(Watched()))
        case _ where line.hasPrefix("scene stop "):
            stopped.signal()
            return SceneCommandTests.line(
                .scene(SceneReport(scene: "Noche", outcome: .stopped, steps: [], failed: 0))
            )
        default: return answer(line, self)
        }
    }

    func report(_ event: Event) {
        var json = JSONWriter()
        json.value(event)
        json.newline()
        let text = String(decoding: json.bytes, as: UTF8.self)
        for watcher in state.withLock({ $0.watchers }) { watcher.send(text) }
    }

    func report(
        _ progress: SceneProgress,
        line: Int? = nil,
        _ message: String? = nil,
        scene: String = "Noche",
        tag: String? = nil
    ) {
        report(
            Event(
                kind: .scene,
                time: RenderingTests.time,
                message: message,
                scene: scene,
                progress: progress,
                line: line,
                tag: tag
            )
        )
    }

    func cutWatchers() {
        for watcher in state.withLock({ $0.watchers }) { watcher.hangUp() }
    }

    /// - Returns: false if nobody stopped the scene in time.
    func waitUntilStopped() -> Bool { stopped.wait(timeout: .now() + 300) == .success }
}
