import DomoEngine
import DomoLanguage
import DomoSystem
import Glibc
import Synchronization

/// The positions that users chose on floor plans, in a file in the state folder: each line is a path and two numbers,
/// as words of the command language.
final class PlanStore: Sendable {
    private static let maxBytes = 4 * 1024 * 1024

    /// Nil if positions are not stored.
    let path: String?
    private let stored: Mutex<PlanTable>

    /// Reads the file. Blocks.
    ///
    /// - Parameters:
    ///   - folder: nil if positions are not stored.
    ///   - warn: called for each line that can't be read.
    init(folder: String?, warn: (String) -> Void = { _ in }) {
        path = folder.map { "\($0)/positions" }
        stored = Mutex(path.map { Self.read($0, warn) } ?? PlanTable())
    }

    /// The stored positions.
    var positions: PlanTable { stored.withLock { $0 } }

    /// Stores moves, all or nothing. Blocks.
    ///
    /// - Returns: all positions.
    func move(_ moves: [PlanStep.Move]) throws(FileBytes.Fault) -> PlanTable {
        try stored.withLock { stored throws(FileBytes.Fault) in
            var positions = stored
            positions.move(moves)
            if let path {
                let text = positions.moves.map { "\(Words.quoted($0.path)) \($0.x) \($0.y)\n" }.joined()
                try FileBytes.replace(path, with: Array(text.utf8))
            }
            stored = positions
            return positions
        }
    }

    private static func read(_ path: String, _ warn: (String) -> Void) -> PlanTable {
        let text: String
        do throws(FileBytes.Fault) {
            text = String(decoding: try FileBytes.read(path, maxBytes: maxBytes), as: UTF8.self)
        } catch {
            if error.code != ENOENT { warn("\(path): can't be read: \(error.message)") }
            return PlanTable()
        }
        var moves: [PlanStep.Move] = []
        for (number, line) in text.split(separator: "\n").enumerated() {
            if let move = move(line) {
                moves.append(move)
            } else {
                warn("\(path):\(number + 1): invalid line; its position in the house file is used")
            }
        }
        return PlanTable(moves)
    }

    private static func move(_ line: some StringProtocol) -> PlanStep.Move? {
        do {
            guard case .plan(.move(let moves, in: nil))? = try RequestParser.parse("plan move \(line)"),
                moves.count == 1
            else {
                return nil
            }
            return moves[0]
        } catch {
            return nil
        }
    }
}
