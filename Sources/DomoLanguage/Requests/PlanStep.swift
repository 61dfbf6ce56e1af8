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
    static let words = ["show", "move"]
}

extension PlanStep {
    init(_ arguments: Arguments) throws(UsageError) {
        let (operands, place) = (arguments.operands, arguments.value("--in"))
        switch (operands[0], operands.count) {
        case ("show", 2) where place == nil: self = .show(place: operands[1])
        case ("move", let count) where count % 3 == 1:
            var moves: [Move] = []
            for first in stride(from: 1, to: count, by: 3) {
                moves.append(
                    Move(
                        path: operands[first],
                        x: try arguments.operand(first + 1, Self.readFraction),
                        y: try arguments.operand(first + 2, Self.readFraction)
                    )
                )
            }
            self = .move(moves, in: place)
        default: throw arguments.wrongArguments("plan", commands: Self.words)
        }
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
