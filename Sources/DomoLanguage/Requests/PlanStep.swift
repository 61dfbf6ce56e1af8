import DomoModel

/// A command of `plan`.
public enum PlanStep: Equatable, Sendable {
    case show(place: String)
    /// - Parameter place: must contain everything that is moved; nil for any place.
    case move([Move], in: String?)

    /// The new position of an element or a sector on the plan of the place that contains it.
    public struct Move: Equatable, Sendable {
        public var path: String
        /// A fraction of the plan's width and height, 0–1, in steps of 0.0001.
        public var x: Double
        public var y: Double

        public init(path: String, x: Double, y: Double) { (self.path, self.x, self.y) = (path, x, y) }
    }

    /// The maximum number of moves in one request.
    static let maxMoves = 256
}

extension PlanStep {
    /// Reads `move PATH X Y`.
    init(moves arguments: Arguments) throws(UsageError) {
        var moves: [Move] = []
        for first in stride(from: 0, to: arguments.operands.count, by: 3) {
            moves.append(
                Move(
                    path: arguments.operands[first],
                    x: try arguments.operand(first + 1, Self.readFraction),
                    y: try arguments.operand(first + 2, Self.readFraction)
                )
            )
        }
        self = .move(moves, in: arguments.value("--in"))
    }

    /// The words after the verb.
    var words: [String] {
        switch self {
        case .show(let place): ["show", Words.quoted(place)]
        case .move(let moves, let place):
            (place.map { ["--in", Words.quoted($0)] } ?? []) + ["move"]
                + moves.flatMap { [Words.quoted($0.path), Self.written($0.x), Self.written($0.y)] }
        }
    }

    private static func written(_ fraction: Double) -> String { String((fraction * 10_000).rounded() / 10_000) }

    private static func readFraction(_ text: String) throws(Fault) -> Double {
        guard let fraction = Double(text), (0...1).contains(fraction) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a position on a plan",
                hint: "use a number from 0 to 1: 0 is the left or top edge, 1 the right or bottom edge"
            )
        }
        return (fraction * 10_000).rounded() / 10_000
    }
}
