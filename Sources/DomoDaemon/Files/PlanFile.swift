import DomoEngine
import DomoLanguage
import Glibc

/// Where users put things on floor plans, in a file of the state folder: each line is a path and its two numbers, as words
/// of the language.
struct PlanFile: Sendable {
    private static let maxBytes = 4 * 1024 * 1024

    let path: String

    init(folder: String) { path = "\(folder)/positions" }

    /// Reads it. Blocks.
    ///
    /// - Parameter warn: what can't be read.
    func read(warn: (String) -> Void) -> PlanTable {
        let text: String
        do throws(FileBytes.Fault) {
            text = String(decoding: try FileBytes.read(path, longest: Self.maxBytes), as: UTF8.self)
        } catch {
            if error.code != ENOENT { warn("\(path): can't be read: \(error.message)") }
            return PlanTable()
        }
        var moves: [PlanStep.Move] = []
        for (number, line) in text.split(separator: "\n").enumerated() {
            if let move = Self.move(line) {
                moves.append(move)
            } else {
                warn("\(path):\(number + 1): can't be read; what it places is where the house file says")
            }
        }
        return PlanTable(moves)
    }

    private static func move(_ line: some StringProtocol) -> PlanStep.Move? {
        do {
            guard case .plan(.move(let moves))? = try RequestParser.parse("plan move \(line)"), moves.count == 1 else {
                return nil
            }
            return moves[0]
        } catch {
            return nil
        }
    }

    /// Writes it whole. Blocks.
    func write(_ positions: PlanTable) throws(FileBytes.Fault) {
        let text = positions.moves.map { "\(Words.quoted($0.path)) \($0.x) \($0.y)\n" }.joined()
        try FileBytes.replace(path, with: Array(text.utf8))
    }
}
