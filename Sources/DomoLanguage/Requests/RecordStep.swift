/// A command of `record`, which makes a scene of the orders that people give.
public enum RecordStep: Equatable, Sendable {
    case begin(name: String)
    case stop
}

extension RecordStep {
    var words: [String] {
        switch self {
        case .begin(let name): [Words.quoted(name)]
        case .stop: ["stop"]
        }
    }
}
