import DomoLanguage
import DomoModel
import Logging

// How the log tells what happens to scenes.

extension Event {
    /// A scene that does what it should is logged for those who look for a fault: a week of a healthy house fits a screen.
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
