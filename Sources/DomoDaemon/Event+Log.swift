import DomoLanguage
import Logging

// How the log tells what happens to scenes.

extension Event {
    /// A scene that does what it should is told quietly, and step by step only to who asks for it.
    var sceneLevel: Logger.Level {
        switch progress {
        case .begins, nil: .info
        case .step: .debug
        case .log, .skipped: .notice
        case .failed: .warning
        case .ended:
            switch outcome {
            case .failed, .stopped, .lost: .warning
            case .done, .skipped, nil: .info
            }
        }
    }

    /// What is said of a line does not name the scene by itself.
    var sceneText: String {
        guard let scene, let line else { return message ?? "" }
        return "scene \(scene), line \(line): \(message ?? "")"
    }
}
