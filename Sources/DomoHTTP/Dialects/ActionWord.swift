import DomoModel

/// An action's name in a dialect.
enum ActionWord: String, Sendable, CaseIterable {
    case on, off, up, down, stop, level, text

    init(_ action: Value) {
        self =
            switch action {
            case .on: .on
            case .off: .off
            case .up: .up
            case .down: .down
            case .stop: .stop
            case .level: .level
            case .text: .text
            }
    }

    var takesValue: Bool { self == .level || self == .text }

    var number: Int {
        switch self {
        case .on: 0
        case .off: 1
        case .up: 2
        case .down: 3
        case .stop: 4
        case .level: 5
        case .text: 6
        }
    }
}
