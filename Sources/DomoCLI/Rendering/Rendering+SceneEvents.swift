import DomoLanguage
import DomoModel

extension Rendering {
    /// The progress of a running scene, for the user who started it.
    func progress(_ event: Event) -> String {
        let message = DisplayText.safe(event.message ?? event.line.map { "line \($0)" } ?? "")
        return switch event.progress {
        case .begins: style.heading(DisplayText.safe(event.scene ?? "")) + "\n"
        case .failed: "  " + style.bad("failed: " + message) + "\n"
        case .log: "  " + style.doubtful("log: ") + message + "\n"
        case .step, .ended, .skipped, nil: "  \(message)\n"
        }
    }

    /// The same for `watch`: one line.
    func sceneEvent(_ event: Event, _ scene: String, _ progress: SceneProgress) -> String {
        let message = event.message.map { DisplayText.safe($0) }
        let line = event.line.map { style.faint(" line \($0)") } ?? ""
        let what =
            switch progress {
            case .begins: "begins" + (message.map { ": \($0)" } ?? "")
            case .step: "step" + line + ": " + (message ?? "done")
            case .failed: style.bad("failed") + line + ": " + (message ?? "")
            case .log: "log" + line + ": " + (message ?? "")
            case .ended:
                paint(event.outcome)(event.outcome?.rawValue ?? "ended") + (message.map { ": \($0)" } ?? "")
            case .skipped: style.doubtful("skipped") + (message.map { ": \($0)" } ?? "")
            }
        let by = event.by.map { "  " + style.faint("by " + DisplayText.safe($0.label)) } ?? ""
        return style.faint(LocalTime.text(event.time)) + "  scene " + style.heading(DisplayText.safe(scene)) + "  "
            + what + by + "\n"
    }
}
