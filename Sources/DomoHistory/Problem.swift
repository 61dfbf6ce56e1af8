import CSQLite
import DomoLanguage

/// What is wrong with a database, in words.
enum Problem: Error, Equatable {
    /// Written by a later domo.
    case newer(version: Int)
    /// Another program's.
    case foreign
    /// It has a table, an index, a view or a trigger that is not domo's, or lacks one of domo's: nil.
    case otherParts(String?)
    /// It was damaged again and again.
    case damagedAgain
    /// A question was asked while it is closed.
    case closed
    /// It holds times that no calendar has.
    case times
    /// It holds numbers of orders after which there are none left.
    case numbers
    /// Another daemon has it open.
    case inUse
    /// The lock beside it leads somewhere else.
    case lockIsLink

    static func text(of error: any Error, file: String) -> String {
        "\(file): \(words(for: error))\(advice(for: error))"
    }

    /// What its keeper can do.
    private static func advice(for error: any Error) -> String {
        switch error {
        case Problem.newer: "; install that one, or move the file away"
        case Problem.foreign: "; move it away, or set another file"
        case Problem.inUse: "; stop that one, or set another file"
        default: ""
        }
    }

    /// True where the file itself is broken: it is put aside.
    static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? SQLiteError else { return false }
        return [SQLITE_CORRUPT, SQLITE_NOTADB].contains(error.kind)
    }

    static func words(for error: any Error) -> String {
        switch error {
        case Problem.newer(let version):
            "it was written by a later domo (version \(version) of its tables)"
        case Problem.foreign: "its tables are not those of domo, but of another program"
        case Problem.otherParts(let part):
            part.map { "\($0.prefix(80)) is not what domo creates" } ?? "it lacks tables or indexes of domo"
        case Problem.damagedAgain: "it was damaged three times within an hour; check the disk"
        case Problem.closed: "it is not open"
        case Problem.times: "it holds times outside the years 1 to 9999"
        case Problem.numbers: "it holds orders with a number that is negative or above \(OrderRecord.maxNumber)"
        case Problem.inUse: "another domod uses it"
        case Problem.lockIsLink: "the lock beside it, with .lock at the end of its name, is a symbolic link; remove it"
        case let error as SQLiteError: words(for: error)
        default: "\(error)"
        }
    }

    private static func words(for error: SQLiteError) -> String {
        let detail = error.message
        return switch error.kind {
        case SQLITE_FULL: "the disk is full; make room"
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            "it can't be written; check the rights of the file and its folder (\(detail))"
        case SQLITE_CANTOPEN: "it can't be opened; check the file, its folder and their rights (\(detail))"
        case SQLITE_IOERR: "the disk fails (\(detail), \(error.code)); check it, and its room"
        case SQLITE_BUSY, SQLITE_LOCKED: "another program keeps it locked; end that program"
        case SQLITE_CORRUPT, SQLITE_NOTADB: "it is damaged (\(detail))"
        default: "\(detail) (\(error.code))"
        }
    }
}
