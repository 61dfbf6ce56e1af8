public import DomoLanguage
import DomoModel

/// Where users put elements and sectors on floor plans, by whole paths. It goes before what house files say, and is kept
/// beside them: a file is its author's.
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
