import DomoHistory
import DomoModel
import DomoSystem
import Glibc
import Synchronization

/// The numbers of orders, of which none is given twice, whatever becomes of the database and however the daemon ends: a
/// block of them is reserved in a small file of its own before the first of it is given.
final class OrderNumbers: Sendable {
    /// What the database knows of numbers.
    enum Database: Equatable {
        /// There is none, and nothing was ever stored.
        case off
        case unreadable
        /// The highest number that is stored.
        case last(UInt64)
    }

    struct Start: Equatable {
        /// The first order gets the number after this.
        var last: UInt64
        /// Numbers up to this are reserved; nil where they can't be.
        var reserved: UInt64?
        /// What the administrator should hear.
        var warnings: [String] = []
    }

    /// What the file says.
    private enum Stored: Equatable {
        case nothing
        case unreadable(reason: String)
        case last(UInt64)
    }

    /// So many are reserved at once. A burst of orders uses up less than half of them before the next block is reserved.
    static let block: UInt64 = 10_000
    /// "00000000000000012345\n": always as long, so that it can be written over on a disk that is full.
    private static let digits = 20

    private let path: String
    private let clock: @Sendable () -> Timestamp
    /// Held while the file is written.
    private let file = Mutex<Void>(())

    init(folder: String, clock: @escaping @Sendable () -> Timestamp = wallClock) {
        path = "\(folder)/order-numbers"
        self.clock = clock
    }

    /// Finds out where to go on, and reserves the first block. Blocks.
    func start(_ database: Database) -> Start {
        var start: Start
        switch (stored, database) {
        case (.last(let number), .last(let other)): start = Start(last: max(number, other))
        case (.last(let number), .off), (.last(let number), .unreadable): start = Start(last: number)
        case (.nothing, .last(let number)): start = Start(last: number)
        case (.nothing, .off): start = Start(last: 0)
        case (.unreadable(let reason), .last(let number)):
            // The last orders before a crash may be missing in the database.
            start = Start(last: number + 2 * Self.block)
            start.warnings = ["\(path): \(reason); orders are numbered from \(start.last + 1) on"]
        case (.nothing, .unreadable):
            start = Start(last: unusedNumber())
            start.warnings = ["\(path): missing, and the database can't be read; " + numbered(from: start.last)]
        case (.unreadable(let reason), .off), (.unreadable(let reason), .unreadable):
            start = Start(last: unusedNumber())
            start.warnings = ["\(path): \(reason); " + numbered(from: start.last)]
        }
        do throws(FileBytes.Fault) {
            try store(start.last + Self.block)
            start.reserved = start.last + Self.block
        } catch {
            start.last = max(start.last, unusedNumber())
            start.warnings.append("\(path): can't be written: \(error.message); " + numbered(from: start.last))
        }
        return start
    }

    private func numbered(from last: UInt64) -> String {
        "orders are numbered from \(last + 1) on, which no earlier order used"
    }

    /// Reserves numbers on a thread of its own.
    ///
    /// - Parameter done: called on that thread with what went wrong.
    func reserve(upTo number: UInt64, done: @escaping @Sendable (_ problem: String?) -> Void) {
        WorkerThread.start(name: "domo-numbers") { [self] in
            do throws(FileBytes.Fault) {
                try store(number)
                done(nil)
            } catch {
                done("\(path): can't be written: \(error.message)")
            }
        }
    }

    /// The daemon ends: what is left of the block is given by its next run. Blocks.
    func end(last: UInt64) throws(FileBytes.Fault) { try store(last) }

    /// A number after which none was given, where nobody knows which were: it is made of the wall clock's seconds and,
    /// where they may have been shown before, of chance.
    func unusedNumber() -> UInt64 {
        let seconds = clock().milliseconds / 1000
        // A machine without a clock begins in 1970 again and again. JSON holds whole numbers up to 2^53.
        guard (1_000_000_000..<4_000_000_000).contains(seconds) else { return .random(in: 1 << 52..<1 << 53 - 1 << 40) }
        return UInt64(seconds) << 20 | .random(in: 0..<1 << 20)
    }

    private var stored: Stored {
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            bytes = try FileBytes.read(path, longest: 64)
        } catch {
            return error.code == ENOENT ? .nothing : .unreadable(reason: "can't be read: \(error.message)")
        }
        let line = String(decoding: bytes, as: UTF8.self).utf8.dropLast()
        guard bytes.count == Self.digits + 1, bytes.last == UInt8(ascii: "\n"),
            line.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(Substring(line)),
            number <= UInt64(Int64.max)
        else { return .unreadable(reason: "is damaged") }
        return .last(number)
    }

    private func store(_ number: UInt64) throws(FileBytes.Fault) {
        let digits = String(number)
        let line = String(repeating: "0", count: Self.digits - digits.utf8.count) + digits + "\n"
        try file.withLock { _ throws(FileBytes.Fault) in
            do throws(FileBytes.Fault) {
                try FileBytes.replace(path, with: Array(line.utf8))
            } catch {
                // On a disk that is full the file that is there can be written over: as small as it is, that is done
                // in one piece.
                guard [ENOSPC, EDQUOT].contains(error.code) else { throw error }
                try FileBytes.overwrite(path, with: Array(line.utf8))
            }
        }
    }
}

/// How far the numbers reach that a runtime may give.
struct NumberReservation {
    /// A request brings no more orders than this at once.
    private static let margin: UInt64 = 1000

    enum Step: Equatable {
        case nothing
        case reserve(upTo: UInt64)
        /// The next block comes too late.
        case leave
    }

    let numbers: OrderNumbers
    private var reserved: UInt64
    private var isReserving = false
    /// True while numbers are given that can't be reserved, and were never given before.
    private var isBeyond: Bool

    init(_ numbers: OrderNumbers, _ start: OrderNumbers.Start) {
        self.numbers = numbers
        isBeyond = start.reserved == nil
        reserved = start.reserved ?? start.last + OrderNumbers.block
    }

    /// What to do after an order got the number `last`.
    mutating func step(last: UInt64) -> Step {
        if !isReserving, last + OrderNumbers.block / 2 >= reserved {
            isReserving = true
            return .reserve(upTo: last + OrderNumbers.block)
        }
        guard last + Self.margin >= reserved, !isBeyond else { return .nothing }
        isBeyond = true
        return .leave
    }

    /// - Returns: true where the numbers up to there were reserved too late, or could not be: others are to be given.
    mutating func hasReserved(upTo number: UInt64, isDone: Bool, last: UInt64) -> Bool {
        isReserving = false
        if isDone, last <= number {
            isBeyond = false
            reserved = number
            return false
        }
        // It is tried again after half a block.
        reserved = last + OrderNumbers.block
        defer { isBeyond = true }
        return !isBeyond
    }
}
