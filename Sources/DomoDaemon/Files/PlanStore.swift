import DomoEngine
import DomoLanguage
import DomoSystem
import Glibc
import Synchronization

/// The positions that users chose on floor plans, in a file in the state folder: each line is a path and two numbers,
/// as words of the command language.
final class PlanStore: Sendable {
    /// Enough for 100,000 elements.
    private static let maxBytes = 32 * 1024 * 1024

    /// Nil if positions are not stored.
    private let file: StateFile?
    private let stored: Mutex<PlanTable>

    /// Reads the file. Blocks.
    ///
    /// - Parameters:
    ///   - folder: nil if positions are not stored.
    ///   - warn: called for each line that can't be read.
    init(folder: String?, warn: (String) -> Void = { _ in }) {
        file = folder.map { StateFile("\($0)/positions", maxBytes: Self.maxBytes) }
        stored = Mutex(file.map { Self.read($0, warn) } ?? PlanTable())
    }

    var path: String? { file?.path }

    /// The stored positions.
    var positions: PlanTable { stored.withLock { $0 } }

    /// Stores moves, all or nothing. Blocks.
    ///
    /// - Returns: all positions.
    func move(_ moves: [PlanStep.Move]) throws(FileBytes.Fault) -> PlanTable {
        try stored.withLock { stored throws(FileBytes.Fault) in
            var positions = stored
            positions.move(moves)
            if let file {
                let text = positions.moves.map { "\(Words.quoted($0.path)) \($0.x) \($0.y)\n" }.joined()
                try file.replace(with: Array(text.utf8))
            }
            stored = positions
            return positions
        }
    }

    private static func read(_ file: StateFile, _ warn: (String) -> Void) -> PlanTable {
        let path = file.path
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            guard let stored = try file.read() else { return PlanTable() }
            bytes = stored
        } catch {
            let problem = "\(path): can't be read: \(error.message)"
            warn(problem + (file.moveAside().map { "; the file is now \($0)" } ?? "; it is not overwritten"))
            return PlanTable()
        }
        let text = String(decoding: bytes, as: UTF8.self)
        var isDamaged = false
        var moves: [PlanStep.Move] = []
        for (number, line) in text.split(separator: "\n").enumerated() {
            if let move = move(line) {
                moves.append(move)
            } else {
                warn("\(path):\(number + 1): invalid line; its position in the house file is used")
                isDamaged = true
            }
        }
        if isDamaged {
            do throws(FileBytes.Fault) {
                warn("\(path): damaged; a copy of it is \(try file.keepCopy(of: bytes))")
            } catch {
                warn("\(path): damaged, and can't be copied: \(error.message); it is not overwritten")
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
