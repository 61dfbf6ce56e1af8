import DomoLanguage
import DomoModel
import Logging

// Log lines of scene events.

extension Event {
    /// A scene that runs normally is logged at debug level, so that a week of a healthy house fits on a screen.
    var sceneLevel: Logger.Level {
        switch progress {
        case .begins, .step, nil: .debug
        case .log: .notice
        case .skipped: .info
        case .failed: .warning
        case .ended:
            switch outcome {
            case .failed, .stopped, .lost: .warning
            case .done, .skipped, nil: .debug
            }
        }
    }

    var sceneText: String {
        let name = "scene \(scene ?? "")"
        let place = line.map { ", line \($0)" } ?? ""
        let tail = message.map { ": \($0)" } ?? ""
        switch progress {
        case .begins: return "\(name) started, by \(by?.description ?? "")"
        case .step, .log, nil: return name + place + tail
        case .failed: return "\(name)\(place) failed\(tail)"
        case .ended: return "\(name) \(outcome == .lost ? "was lost" : "ended, \(outcome?.rawValue ?? "")")\(tail)"
        case .skipped: return "\(name) not started\(tail)"
        }
    }
}
