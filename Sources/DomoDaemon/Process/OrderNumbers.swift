import DomoHistory
import DomoModel
import DomoSystem
import Glibc
import Synchronization

/// Order numbers. None is used twice, whatever happens to the database and however the daemon ends: a block of them is
/// reserved in a small separate file before the first of it is used.
final class OrderNumbers: Sendable {
    /// What the database knows about order numbers.
    enum Database: Equatable {
        /// There is no database.
        case off
        case unreadable
        /// The highest stored number.
        case last(UInt64)
    }

    struct Start: Equatable {
        /// The first order gets the number after this.
        var last: UInt64
        /// Numbers up to this are reserved; nil if they can't be.
        var reserved: UInt64?
        /// Warnings for the administrator.
        var warnings: [String] = []
    }

    /// The contents of the file.
    private enum Stored: Equatable {
        case nothing
        case unreadable(reason: String)
        case last(UInt64)
    }

    /// The size of a block. A burst of orders uses less than half of it before the next block is reserved.
    static let block: UInt64 = 10_000
    /// "00000000000000012345\n": a fixed length, so that it can be overwritten on a full disk.
    private static let digits = 20

    private let path: String
    private let clock: @Sendable () -> Timestamp
    /// Held while the file is written.
    private let file = Mutex<Void>(())

    init(folder: String, clock: @escaping @Sendable () -> Timestamp = wallClock) {
        path = "\(folder)/\(StateFolder.orderNumbers)"
        self.clock = clock
    }

    /// Determines the first number, and reserves the first block. Blocks.
    func start(_ database: Database) -> Start {
        var start: Start
        switch (stored, database) {
        case (.last(let number), .last(let other)): start = Start(last: max(number, other))
        case (.last(let number), .off), (.last(let number), .unreadable): start = Start(last: number)
        case (.nothing, .last(let number)): start = Start(last: number)
        case (.nothing, .off): start = Start(last: 0)
        case (.unreadable(let reason), .last(let number)):
            // The database may lack the last orders before a crash.
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

    /// Reserves numbers on its own thread.
    ///
    /// - Parameter done: called on any thread, with an error message if it failed.
    func reserve(upTo number: UInt64, done: @escaping @Sendable (_ problem: String?) -> Void) {
        do throws(ThreadFault) {
            try WorkerThread.start(name: "domo-numbers") { [self] in
                do throws(FileBytes.Fault) {
                    try store(number)
                    done(nil)
                } catch {
                    done("\(path): can't be written: \(error.message)")
                }
            }
        } catch {
            done("\(path): can't be written: \(error)")
        }
    }

    /// Stores the last used number when the daemon ends, so that the next run uses the rest of the block. Blocks.
    func end(last: UInt64) throws(FileBytes.Fault) { try store(last) }

    /// A number above all used ones when those are not known: made from the wall clock, plus random bits; only random
    /// if the clock is not set.
    func unusedNumber() -> UInt64 {
        let seconds = clock().milliseconds / 1000
        // A machine without a clock starts in 1970 at each boot. JSON represents integers exactly up to 2^53.
        guard (1_000_000_000..<4_000_000_000).contains(seconds) else { return .random(in: 1 << 52..<1 << 53 - 1 << 40) }
        return UInt64(seconds) << 20 | .random(in: 0..<1 << 20)
    }

    private var stored: Stored {
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            bytes = try FileBytes.read(path, maxBytes: 64)
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
                // On a full disk the existing file can be overwritten: it is so small that the write is atomic.
                guard [ENOSPC, EDQUOT].contains(error.code) else { throw error }
                try FileBytes.overwrite(path, with: Array(line.utf8))
            }
        }
    }
}

/// The numbers that a runtime may use.
struct NumberReservation {
    /// The maximum number of orders in one request.
    private static let margin: UInt64 = 1000

    enum Step: Equatable {
        case nothing
        case reserve(upTo: UInt64)
        /// The next block is not reserved in time.
        case leave
    }

    let numbers: OrderNumbers
    private var reserved: UInt64
    private var isReserving = false
    /// True while unreserved numbers are in use, from a range that was never used before.
    private var isBeyond: Bool

    init(_ numbers: OrderNumbers, _ start: OrderNumbers.Start) {
        self.numbers = numbers
        isBeyond = start.reserved == nil
        reserved = start.reserved ?? start.last + OrderNumbers.block
    }

    /// The next step after an order got the number `last`.
    mutating func step(last: UInt64) -> Step {
        if !isReserving, last + OrderNumbers.block / 2 >= reserved {
            isReserving = true
            return .reserve(upTo: last + OrderNumbers.block)
        }
        guard last + Self.margin >= reserved, !isBeyond else { return .nothing }
        isBeyond = true
        return .leave
    }

    /// - Returns: true if the reservation came too late or failed: numbers of another range are to be used.
    mutating func hasReserved(upTo number: UInt64, isDone: Bool, last: UInt64) -> Bool {
        isReserving = false
        if isDone, last <= number {
            isBeyond = false
            reserved = number
            return false
        }
        // Retried after half a block.
        reserved = last + OrderNumbers.block
        defer { isBeyond = true }
        return !isBeyond
    }
}
