import CSQLite
import DomoLanguage

/// What is wrong with a database.
enum Problem: Error, Equatable {
    /// It was written by a newer version of domo.
    case newer(version: Int)
    /// It was written by domo before its first release.
    case older(version: Int)
    /// It belongs to another program.
    case foreign
    /// It has an unknown table, index, view or trigger, or lacks one of domo's (nil).
    case otherParts(String?)
    /// It was damaged several times.
    case damagedAgain
    /// It was queried while closed.
    case closed
    /// It contains times outside the calendar.
    case times
    /// It contains order numbers out of range.
    case numbers
    /// Another daemon has it open.
    case inUse
    /// Its lock file is a symbolic link.
    case lockIsLink

    static func text(of error: any Error, file: String) -> String {
        "\(file): \(words(for: error))\((error as? Problem)?.advice ?? "")"
    }

    /// What the administrator can do.
    private var advice: String {
        switch self {
        case .newer: "; install that version, or move the file away"
        case .older: "; move the file away, then domod creates a new one"
        case .foreign: "; move it away, or set another file"
        case .inUse: "; stop that domod, or set another file"
        case .otherParts, .damagedAgain, .closed, .times, .numbers, .lockIsLink: ""
        }
    }

    /// Whether the file itself is damaged: then it is moved away.
    static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? SQLiteError else { return false }
        return [SQLITE_CORRUPT, SQLITE_NOTADB].contains(error.kind)
    }

    static func words(for error: any Error) -> String {
        if let problem = error as? Problem { return problem.words }
        return (error as? SQLiteError).map(words) ?? "\(error)"
    }

    private var words: String {
        switch self {
        case .newer(let version): "it was written by a newer version of domo (schema version \(version))"
        case .older(let version): "it was written by domo before its first release (schema version \(version))"
        case .foreign: "it is the database of another program"
        case .otherParts(let part): part.map { "unexpected \($0.prefix(80))" } ?? "tables or indexes are missing"
        case .damagedAgain: "it was damaged three times within an hour; check the disk"
        case .closed: "it is not open"
        case .times: "it contains times outside the years 1 to 9999"
        case .numbers: "it contains order numbers that are negative or above \(OrderRecord.maxNumber)"
        case .inUse: "another domod is using it"
        case .lockIsLink: "its lock file, which ends in .lock, is a symbolic link; remove the link"
        }
    }

    private static func words(for error: SQLiteError) -> String {
        let detail = error.message
        return switch error.kind {
        case SQLITE_FULL: "the disk is full; free some space"
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            "it can't be written; check the permissions of the file and its folder (\(detail))"
        case SQLITE_CANTOPEN: "it can't be opened; check the file, its folder and their permissions (\(detail))"
        case SQLITE_IOERR: "disk error (\(detail), \(error.code)); check the disk and its free space"
        case SQLITE_BUSY, SQLITE_LOCKED: "another program has locked it; stop that program"
        case SQLITE_CORRUPT, SQLITE_NOTADB: "it is damaged (\(detail))"
        default: "\(detail) (\(error.code))"
        }
    }
}
