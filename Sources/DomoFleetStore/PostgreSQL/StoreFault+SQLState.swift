extension StoreFault.Kind {
    /// - Parameter sqlState: a code of PostgreSQL 15, appendix A.
    init(sqlState: String) {
        switch sqlState {
        // The server shuts down, starts, or has ended this connection.
        case "57P01", "57P02", "57P03", "57P04", "57P05", "25P03": self = .lost
        // serialization_failure, deadlock_detected, lock_not_available, query_canceled, object_in_use
        case "40001", "40P01", "55P03", "57014", "55006": self = .busy
        case "42501": self = .denied
        default:
            switch sqlState.prefix(2) {
            case "08": self = .lost
            case "53": self = .exhausted
            // data exception, integrity constraint violation, program limit exceeded
            case "22", "23", "54": self = .data
            // invalid authorization, no such database
            case "28", "3D": self = .denied
            default: self = .refused
            }
        }
    }
}

extension StoreFault {
    /// An error that the server reported.
    init(sqlState: String, message: String, detail: String?) {
        let kind = Kind(sqlState: sqlState)
        self.init(
            kind,
            "PostgreSQL: \(message)\(detail.map { " (\($0))" } ?? "")",
            hint: kind.hint,
            sqlState: sqlState
        )
    }

    /// - Parameter text: what libpq said; it may have several lines.
    static func lost(_ text: String) -> StoreFault {
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let message = lines.isEmpty ? "the connection to PostgreSQL broke" : lines.joined(separator: "; ")
        return StoreFault(.lost, message, hint: Kind.lost.hint)
    }
}

extension StoreFault.Kind {
    fileprivate var hint: String {
        switch self {
        case .lost: "check that the server runs and can be reached"
        case .busy: "try again"
        case .exhausted: "free disk space or memory of the server, or raise its max_connections"
        case .data: "the value can't be stored"
        case .denied: "check the user, its password and its rights"
        case .schema: "install the version of domo that fits the database"
        case .refused: "report this as a defect, unless somebody changed the tables"
        }
    }
}
