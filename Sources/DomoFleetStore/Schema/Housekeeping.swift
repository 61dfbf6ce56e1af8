/// Makes partitions ahead of time, and deletes what is older than the retention. Several workers may do this at once.
public struct Housekeeping {
    public struct Outcome: Equatable, Sendable {
        /// The names of the partitions that were made and dropped.
        public var made: [String] = []
        public var dropped: [String] = []
        /// How many records lie in the default partition, because the clock of their house is wrong by years.
        public var misplaced: Int64 = 0
        /// Set if another worker or a long query was in the way; the next round goes on.
        public var postponed: StoreFault?
    }

    private struct Partition {
        var name: String
        var start: Int64
        var end: Int64
    }

    /// How many bad reports are kept: a house may send any number.
    static let maxBadReports: Int64 = 10_000

    private let connection: StoreConnection
    private let retention: ReportRetention

    public init(_ connection: StoreConnection, _ retention: ReportRetention) {
        self.connection = connection
        self.retention = retention
    }

    /// - Parameter now: milliseconds since 1970. If this clock is more than a day ahead of the last report, the last
    ///   report counts: a clock that jumps must not delete everything.
    public func run(now: Int64) throws(StoreFault) -> Outcome {
        var outcome = Outcome()
        do throws(StoreFault) {
            let now = try trusted(now)
            let keptFrom = try keep(from: retention.keptFrom(at: now))
            while let name = try makeNext(from: keptFrom, upTo: retention.lastStart(at: now)) {
                outcome.made.append(name)
            }
            while let name = try dropNext(before: keptFrom) { outcome.dropped.append(name) }
            outcome.misplaced = try tidyDefault(keptFrom: keptFrom)
            try tidyLosses(keptFrom: keptFrom)
        } catch {
            guard error.kind == .busy else { throw error }
            outcome.postponed = error
        }
        return outcome
    }

    private func trusted(_ now: Int64) throws(StoreFault) -> Int64 {
        guard let last = try connection.run("SELECT max(stored) FROM house_state").integer(0, 0) else { return now }
        return min(now, last + ReportRetention.day)
    }

    /// Records before this are no longer stored. It never goes back: what was deleted must not be stored again.
    private func keep(from time: Int64) throws(StoreFault) -> Int64 {
        try connection.run("UPDATE retention SET kept_from = $1 WHERE kept_from < $1", [.integer(time)])
        return try connection.run("SELECT kept_from FROM retention").integer(0, 0) ?? time
    }

    /// Runs a step that only one worker may take at a time, and that does not wait long for others: writers queue up
    /// behind it.
    private func step<Result>(_ body: () throws(StoreFault) -> Result) throws(StoreFault) -> Result {
        try connection.transaction { () throws(StoreFault) in
            try connection.run("SET LOCAL lock_timeout = 3000")
            try connection.run("SELECT pg_advisory_xact_lock($1)", [.integer(Schema.Lock.housekeeping.rawValue)])
            return try body()
        }
    }

    // MARK: - Partitions

    /// The partitions, except the default one, from the first on.
    private func partitions() throws(StoreFault) -> [Partition] {
        let rows = try connection.run(
            """
            SELECT name, (substring(bound from 'FROM \\(''?(-?[0-9]+)'))::bigint AS start,
                (substring(bound from 'TO \\(''?(-?[0-9]+)'))::bigint
            FROM (
                SELECT quote_ident(c.relname) AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
                FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                WHERE i.inhparent = 'report'::regclass
            ) AS child
            WHERE bound <> 'DEFAULT' ORDER BY start
            """
        )
        var partitions: [Partition] = []
        for row in 0..<rows.count {
            guard let name = rows.text(row, 0), let start = rows.integer(row, 1), let end = rows.integer(row, 2) else {
                throw StoreFault(
                    .schema,
                    "the bounds of the partition \(rows.text(row, 0) ?? "?") of fleet.report are not two times",
                    hint: "detach it, or give it bounds in milliseconds"
                )
            }
            partitions.append(Partition(name: name, start: start, end: end))
        }
        return partitions
    }

    /// Makes the earliest missing partition.
    /// - Returns: its name; nil if none is missing.
    private func makeNext(from keptFrom: Int64, upTo lastStart: Int64) throws(StoreFault) -> String? {
        try step { () throws(StoreFault) in
            var start = keptFrom / retention.span * retention.span
            var end = start + retention.span
            // Another partition may have another length, if the setting was changed.
            for known in try partitions() where known.end > start {
                end = start + retention.span
                guard known.start <= start else {
                    end = min(end, known.start)
                    break
                }
                start = known.end
                end = (start / retention.span + 1) * retention.span
            }
            guard start <= lastStart else { return nil }
            return try make(from: start, to: end)
        }
    }

    private func make(from start: Int64, to end: Int64) throws(StoreFault) -> String {
        let day = "to_char(to_timestamp($1::bigint / 1000) AT TIME ZONE 'UTC', 'YYYYMMDD')"
        let name = "report_\(try connection.run("SELECT \(day)", [.integer(start)]).text(0, 0) ?? String(start))"
        // Attaching locks only the default partition against writers; CREATE … PARTITION OF would lock all. Records that
        // came before their partition are moved out of the default one.
        try connection.run(
            script: """
                CREATE TABLE \(name) (LIKE report INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
                ALTER TABLE \(name) ADD CONSTRAINT bounds CHECK (time >= \(start) AND time < \(end));
                LOCK TABLE report_default IN ACCESS EXCLUSIVE MODE;
                WITH early AS (DELETE FROM report_default WHERE time >= \(start) AND time < \(end) RETURNING *)
                INSERT INTO \(name) SELECT * FROM early;
                ALTER TABLE report ATTACH PARTITION \(name) FOR VALUES FROM (\(start)) TO (\(end));
                ALTER TABLE \(name) DROP CONSTRAINT bounds;
                """
        )
        return name
    }

    private func dropNext(before keptFrom: Int64) throws(StoreFault) -> String? {
        try step { () throws(StoreFault) in
            guard let old = try partitions().first(where: { $0.end <= keptFrom }) else { return nil }
            try connection.run("DROP TABLE \(old.name)")
            return old.name
        }
    }

    /// Deletes what is older than the retention from the default partition; absurd times by the day of their arrival.
    /// - Returns: how many records are left there.
    private func tidyDefault(keptFrom: Int64) throws(StoreFault) -> Int64 {
        try connection.run(
            """
            DELETE FROM report_default
            WHERE time >= $2 AND time < $1
                OR received < (to_timestamp($1::bigint / 1000) AT TIME ZONE 'UTC')::date
            """,
            [.integer(keptFrom), .integer(Schema.firstPlausibleTime)]
        )
        return try connection.run("SELECT count(*) FROM report_default").integer(0, 0) ?? 0
    }

    private func tidyLosses(keptFrom: Int64) throws(StoreFault) {
        let isOld = "< to_timestamp($1::bigint / 1000)"
        try connection.run("DELETE FROM gap WHERE noticed \(isOld)", [.integer(keptFrom)])
        // A hole is kept as long as the records around it; other days are over.
        try connection.run(
            "DELETE FROM house_day WHERE day \(isOld) OR day < current_date - 1 AND records_out = 0 AND bad_out = 0",
            [.integer(keptFrom)]
        )
        try connection.run(
            """
            DELETE FROM bad_report
            WHERE received \(isOld) OR id <= (SELECT id FROM bad_report ORDER BY id DESC OFFSET $2 LIMIT 1)
            """,
            [.integer(keptFrom), .integer(Self.maxBadReports)]
        )
    }
}
