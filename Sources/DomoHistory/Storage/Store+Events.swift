import DomoLanguage
import DomoModel

// The events of the house.

extension Store {
    /// How many events are added before they are trimmed.
    private static let trimEvery = 100
    /// The maximum number of paths that are stored with an event; more are shortened to their houses.
    private static let maxPlaces = 64

    /// Stores an event, or counts it with an earlier one.
    func put(_ entry: HouseLogEntry) throws {
        guard try !isKnown(entry) else { return }
        let cause = try entry.by.map { try id(of: $0) }
        if let span = entry.kind.span {
            try database.run(
                """
                UPDATE events SET count = count + ?, until = max(until, ?) WHERE id = (
                    SELECT max(id) FROM events INDEXED BY events_by_kind WHERE kind = ? AND subject IS ?
                        AND cause IS ? AND reason IS ? AND message IS ? AND time > ?
                )
                """,
                entry.count ?? 1,
                (entry.last ?? entry.time).milliseconds,
                entry.kind.rawValue,
                entry.subject,
                cause,
                entry.storedReason,
                entry.message,
                entry.time.milliseconds - span.milliseconds
            )
            if database.changes > 0 { return }
        }
        try database.run(
            """
            INSERT INTO events (id, kind, time, until, count, cause, subject, value, reason, message, places)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            try nextPosition(),
            entry.kind.rawValue,
            entry.time.milliseconds,
            (entry.last ?? entry.time).milliseconds,
            entry.count ?? 1,
            cause,
            entry.subject,
            entry.outcome?.rawValue ?? entry.value,
            entry.storedReason,
            entry.message.map { String($0.prefix(300)) },
            entry.places.map(Self.stored)
        )
        try trimEvents(of: entry.kind, entry.subject)
        untrimmedEvents += 1
        if untrimmedEvents >= Self.trimEvery { try trimEvents() }
    }

    /// Whether the log shows this already: a link that was lost is still lost, also after a restart of the daemon; one
    /// that was not lost is not back.
    private func isKnown(_ entry: HouseLogEntry) throws -> Bool {
        guard entry.kind == .linkLost || entry.kind == .linkBack else { return false }
        let wasLost = try database.integer(
            """
            SELECT (SELECT max(id) FROM events WHERE kind = 'link-lost' AND subject = ?1)
                > coalesce((SELECT max(id) FROM events WHERE kind = 'link-back' AND subject = ?1), 0)
            """,
            entry.link
        )
        return (wasLost == 1) == (entry.kind == .linkLost)
    }

    private static func stored(_ places: [String]) -> String {
        let places = places.count <= maxPlaces ? places : Set(places.map { String($0.prefix { $0 != "/" }) }).sorted()
        return jsonArray(places)
    }

    private func trimEvents(of kind: HouseLogEntry.Kind, _ subject: String?) throws {
        try database.run(
            """
            DELETE FROM events WHERE kind = ?1 AND subject IS ?2 AND id <= (
                SELECT id FROM events INDEXED BY events_by_kind WHERE kind = ?1 AND subject IS ?2
                ORDER BY id DESC LIMIT 1 OFFSET ?3
            )
            """,
            kind.rawValue,
            subject,
            HouseLogEntry.Kind.maxEventsOfSubject
        )
    }

    /// Deletes what is over the bound of each kind.
    private func trimEvents() throws {
        for kind in HouseLogEntry.Kind.allCases where kind.isEvent {
            try database.run(
                """
                DELETE FROM events WHERE kind = ?1 AND id <= (
                    SELECT id FROM events WHERE kind = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2
                )
                """,
                kind.rawValue,
                HouseLogEntry.Kind.maxEvents
            )
        }
        untrimmedEvents = 0
    }

    /// Deletes events that ended before a time, and shortens the list of holes.
    func expireEvents(before end: Timestamp) throws {
        try transaction { database in
            try database.run("DELETE FROM events WHERE until < ?", end.milliseconds)
            try trimEvents()
            try mergeHoles()
        }
    }
}

extension HouseLogEntry {
    /// A word and its values, each on a line.
    fileprivate var storedReason: String? {
        reason.map { reason in
            ([reason.rawValue] + (values ?? []).map { String($0.map { $0 == "\n" ? " " : $0 }) }).joined(
                separator: "\n"
            )
        }
    }

    /// The columns that `init(event:)` reads.
    static let eventColumns = """
        events.id, events.kind, time, until, count, \(Cause.columns), subject, value, reason, message
        """

    /// - Parameter row: a row of `events` joined with `causes`.
    /// - Returns: nil for an event of a newer version of domo.
    init?(event row: Row) {
        guard let kind = Kind(rawValue: row[1]) else { return nil }
        self.init(
            kind,
            at: Timestamp(stored: row[2]),
            by: row.isNull(5) ? nil : Cause(row: row, at: 5),
            message: row[10]
        )
        let times: Int = row[4]
        if times > 1 { (count, last) = (times, Timestamp(stored: row[3])) }
        let subject: String? = row[7]
        switch kind {
        case .scene:
            scene = subject
            outcome = (row[8] as String?).flatMap(SceneOutcome.init(rawValue:))
        case .notRun: scene = subject
        case .linkLost, .linkBack: link = subject
        case .input, .difference:
            element = subject
            value = row[8]
        case .started, .change, .ordered, .failedOrder: break
        }
        let words = (row[9] as String?)?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
        reason = words.first.flatMap(Reason.init(rawValue:))
        if reason != nil, words.count > 1 { values = Array(words.dropFirst()) }
    }

    /// Its approximate size in memory, in bytes.
    var weight: Int {
        ([by?.description, subject, value, message] + (places ?? []) + (values ?? []))
            .reduce(320) { $0 + ($1?.utf8.count ?? 0) }
    }

    /// An upper estimate of its length in JSON.
    var size: Int {
        ([by?.description, subject, value, message] + (values ?? [])).reduce(400) { $0 + ($1.map(jsonLength) ?? 0) }
    }
}

/// For a parameter of `json_each`: there may be thousands.
func jsonArray(_ texts: [String]) -> String {
    var json = JSONWriter()
    json.array(texts) { $0.string($1) }
    return String(decoding: json.bytes, as: UTF8.self)
}
