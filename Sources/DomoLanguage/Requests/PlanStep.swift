import DomoModel

/// What is to be done with floor plans.
public enum PlanStep: Equatable, Sendable {
    case show(place: String)
    /// - Parameter place: what all of them have to be in; nil for anywhere.
    case move([Move], in: String?)

    /// Where an element or a sector stands on the plan of the place that holds it.
    public struct Move: Equatable, Sendable {
        public var path: String
        /// In parts of the plan's width and height, 0–1, in steps of 0.0001.
        public var x: Double
        public var y: Double

        public init(path: String, x: Double, y: Double) { (self.path, self.x, self.y) = (path, x, y) }
    }

    /// So many things are moved at a time.
    static let maxMoves = 256
    static let words = ["show", "move"]
}

extension PlanStep {
    init(_ arguments: Arguments) throws(Misread) {
        let (operands, place) = (arguments.operands, arguments.value("--in"))
        switch (operands[0], operands.count) {
        case ("show", 2) where place == nil: self = .show(place: operands[1])
        case ("move", let count) where count % 3 == 1:
            var moves: [Move] = []
            for first in stride(from: 1, to: count, by: 3) {
                moves.append(
                    Move(
                        path: operands[first],
                        x: try arguments.operand(first + 1, Self.readPart),
                        y: try arguments.operand(first + 2, Self.readPart)
                    )
                )
            }
            self = .move(moves, in: place)
        default: throw arguments.misread("can't be understood as show or move")
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

    private static func written(_ part: Double) -> String { String((part * 10_000).rounded() / 10_000) }

    private static func readPart(_ text: String) throws(Fault) -> Double {
        guard let part = Double(text), (0...1).contains(part) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a position on a plan",
                hint: "use 0–1: parts of its width from the left, of its height from the top"
            )
        }
        return (part * 10_000).rounded() / 10_000
    }
}
