import DomoLanguage
import DomoModel
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

    var sceneText: String {
        let name = "scene \(scene ?? "")"
        let place = line.map { ", line \($0)" } ?? ""
        let tail = message.map { ": \($0)" } ?? ""
        switch progress {
        case .begins: return "\(name) begins, by \(by?.description ?? "")"
        case .step, .log, nil: return name + place + tail
        case .failed: return "\(name)\(place) failed\(tail)"
        case .ended: return "\(name) \(outcome == .lost ? "was lost" : "ended, \(outcome?.rawValue ?? "")")\(tail)"
        case .skipped: return "\(name) does not begin\(tail)"
        }
    }
}
