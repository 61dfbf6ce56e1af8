/// What people order becomes a scene.
public enum RecordStep: Equatable, Sendable {
    case begin(name: String)
    case stop
}

extension RecordStep {
    init(_ arguments: Arguments) {
        self = arguments.operands[0] == "stop" ? .stop : .begin(name: arguments.operands[0])
    }

    var words: [String] {
        switch self {
        case .begin(let name): [Words.quoted(name)]
        case .stop: ["stop"]
        }
    }
}
