public import DomoLanguage
import DomoModel

/// Where users placed elements and sectors on floor plans, by full path. These positions override those in house files,
/// and are stored separately because a file belongs to its author.
public struct PlanTable: Equatable, Sendable {
    private var positions: [String: ModelElement.Position] = [:]

    public init(_ moves: [PlanStep.Move] = []) { move(moves) }

    subscript(path: String) -> ModelElement.Position? { positions[path] }

    public mutating func move(_ moves: [PlanStep.Move]) {
        for move in moves { positions[move.path] = ModelElement.Position(x: move.x, y: move.y) }
    }

    /// All of them, by path.
    public var moves: [PlanStep.Move] {
        positions.sorted { $0.key < $1.key }.map { PlanStep.Move(path: $0, x: $1.x, y: $1.y) }
    }
}
