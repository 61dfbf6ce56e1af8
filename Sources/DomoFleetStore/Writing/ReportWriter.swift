import DomoFleet

/// Stores reports in batches, each in one transaction. Any number of writers may work side by side, each on a connection
/// of its own: the key of a record drops doubles, and all writers lock in the same order.
public final class ReportWriter {
    /// How often a batch is tried that another transaction is in the way of.
    var maxAttempts = 4

    private let connection: StoreConnection
    private let allowance: HouseAllowance
    /// Called in a transaction, for tests that break the connection there.
    let hooks: Hooks

    /// - Throws: a fault also if the tables are not those that this program knows.
    public convenience init(
        _ connection: StoreConnection,
        _ allowance: HouseAllowance = .standard
    ) throws(StoreFault) {
        try self.init(connection, allowance, hooks: Hooks())
    }

    init(
        _ connection: StoreConnection,
        _ allowance: HouseAllowance = .standard,
        hooks: Hooks
    ) throws(StoreFault) {
        (self.connection, self.allowance) = (connection, allowance)
        self.hooks = hooks
        try Schema.current.check(connection)
        // Temporary tables are written without a log. They have the checks of the real ones, so that a bad value is
        // refused before anything is locked. Those of an earlier writer on this connection are used again.
        try connection.run(
            script: """
                CREATE TEMPORARY TABLE IF NOT EXISTS report_stage (
                    LIKE source INCLUDING CONSTRAINTS, LIKE report INCLUDING DEFAULTS INCLUDING CONSTRAINTS
                ) ON COMMIT DELETE ROWS;
                ALTER TABLE report_stage DROP COLUMN IF EXISTS id, ALTER source DROP NOT NULL;
                CREATE TEMPORARY TABLE IF NOT EXISTS state_stage (LIKE house_state INCLUDING CONSTRAINTS)
                ON COMMIT DELETE ROWS;
                CREATE TEMPORARY TABLE IF NOT EXISTS gap_stage (
                    LIKE source INCLUDING CONSTRAINTS, LIKE gap INCLUDING DEFAULTS INCLUDING CONSTRAINTS
                ) ON COMMIT DELETE ROWS;
                ALTER TABLE gap_stage DROP COLUMN IF EXISTS id, ALTER source DROP NOT NULL;
                CREATE TEMPORARY TABLE IF NOT EXISTS source_stage (LIKE source INCLUDING CONSTRAINTS)
                ON COMMIT DELETE ROWS;
                ALTER TABLE source_stage DROP COLUMN IF EXISTS id
                """
        )
    }

    /// Stores a batch. What can't be stored goes to the table of bad reports, and does not hold back the rest. After a
    /// fault nothing is stored, except that after `lost` everything may be; the same batch may be written again. Only if
    /// somebody changed the tables, a batch may be stored in parts.
    public func write(_ deliveries: [Delivery]) throws(StoreFault) -> BatchOutcome {
        var batch = Batch()
        for delivery in deliveries { batch.add(delivery) }
        do throws(StoreFault) {
            return try writePatiently(batch)
        } catch {
            // The stages let pass what the tables refuse, so somebody changed the tables. Half by half, the reports are
            // found that can't be stored; each half is a transaction of its own.
            guard error.kind == .data else { throw error }
            guard deliveries.count > 1 else {
                return try writePatiently(Batch(bad: deliveries, reason: error.message))
            }
            let middle = deliveries.count / 2
            let first = try write(Array(deliveries[..<middle]))
            return try first + write(Array(deliveries[middle...]))
        }
    }

    private func writePatiently(_ batch: Batch) throws(StoreFault) -> BatchOutcome {
        var attempt = 1
        while true {
            do throws(StoreFault) {
                return try connection.transaction { () throws(StoreFault) in try store(batch) }
            } catch {
                guard error.kind == .busy, attempt < maxAttempts, connection.isUsable else { throw error }
                attempt += 1
            }
        }
    }

    /// Stores a batch in a transaction. All writers lock rows in the same order, so none waits for another in a circle:
    /// sources, reports, gaps, states, days, bad reports, each sorted by its key.
    private func store(_ batch: Batch) throws(StoreFault) -> BatchOutcome {
        var outcome = BatchOutcome()
        var days = try HouseDays(connection, allowance, batch)
        let allowed = batch.good.map { days.allow($0) }
        var staged = batch
        staged.good = []
        try stage(allowed[...], into: &staged)
        if staged.good.count < batch.good.count { try stageStatesAgain(staged.good) }
        try hooks.afterCopy()
        if !staged.good.isEmpty { try insert(&outcome) }
        for bad in staged.bad { outcome.bad.append(BadReport(subject: bad.delivery.subject, reason: bad.reason)) }
        let kept = staged.badInOrder.filter { days.allowsBad($0.delivery) }
        try days.write(connection)
        for bad in kept { try setAside(bad.delivery, bad.reason) }
        outcome.leftOut = days.leftOut
        try hooks.beforeCommit()
        return outcome
    }

    // MARK: - Staging

    /// Copies reports to the stages, and halves them until those are found that can't be stored. Nothing that others
    /// use is locked meanwhile.
    private func stage(_ part: ArraySlice<Batch.Entry>, into staged: inout Batch) throws(StoreFault) {
        guard let first = part.first else { return }
        do throws(StoreFault) {
            try connection.savepoint { () throws(StoreFault) in try copy(Staging(part)) }
            staged.good += part
        } catch {
            guard error.kind == .data else { throw error }
            guard part.count > 1 else { return staged.bad.append((first.delivery, error.message)) }
            let middle = part.startIndex + part.count / 2
            try stage(part[..<middle], into: &staged)
            try stage(part[middle...], into: &staged)
        }
    }

    private func copy(_ staged: Staging) throws(StoreFault) {
        try connection.copy(staged.reports, into: "report_stage (\(Staging.reportColumns))")
        try connection.copy(staged.states, into: "state_stage (\(Staging.stateColumns))")
        if staged.gaps.rows > 0 { try connection.copy(staged.gaps, into: "gap_stage (\(Staging.gapColumns))") }
        if staged.sources.rows > 0 {
            try connection.copy(staged.sources, into: "source_stage (\(Staging.sourceColumns))")
        }
    }

    /// After the batch was divided, a house may have several states in the stage.
    private func stageStatesAgain(_ good: [Batch.Entry]) throws(StoreFault) {
        try connection.run("DELETE FROM state_stage")
        try connection.copy(Staging(good[...]).states, into: "state_stage (\(Staging.stateColumns))")
    }

    // MARK: - Storing

    private func insert(_ outcome: inout BatchOutcome) throws(StoreFault) {
        // Each ON CONFLICT takes a number, so those that are known are left out before.
        try connection.run(
            """
            INSERT INTO source (house, database)
            SELECT house, database
            FROM (
                SELECT house, database FROM report_stage UNION SELECT house, database FROM gap_stage
                UNION SELECT house, database FROM source_stage
            ) AS used
            WHERE NOT EXISTS (
                SELECT FROM source WHERE source.house = used.house AND source.database = used.database
            )
            ORDER BY house, database ON CONFLICT DO NOTHING
            """
        )
        try connection.run(
            """
            WITH new AS (
                SELECT source.id, source_stage.replaces FROM source JOIN source_stage USING (house, database)
                WHERE source.replaces IS NULL ORDER BY source.id FOR UPDATE OF source
            )
            UPDATE source SET replaces = new.replaces FROM new WHERE source.id = new.id
            """
        )
        // The subquery is evaluated once.
        let isKept = "(time >= (SELECT kept_from FROM retention) OR time < \(Schema.firstPlausibleTime))"
        outcome.new = try connection.run(
            """
            INSERT INTO report (source, \(Staging.recordColumns))
            SELECT source.id, \(Staging.recordColumns) FROM report_stage JOIN source USING (house, database)
            WHERE \(isKept) ORDER BY source.id, record, time ON CONFLICT DO NOTHING
            """
        ).affected
        let late = try connection.run("SELECT count(*) FROM report_stage WHERE NOT \(isKept)").integer(0, 0)
        outcome.late = Int(late ?? 0)
        try connection.run(
            """
            INSERT INTO gap (source, \(Staging.lossColumns))
            SELECT source.id, \(Staging.lossColumns) FROM gap_stage JOIN source USING (house, database)
            ORDER BY source.id, first, last, part, reason, element ON CONFLICT DO NOTHING
            """
        )
        // Within a database, cursors only grow. A new database starts anew; then the time counts at which NATS stored
        // the report, because the clock of the house may be wrong.
        try connection.run(
            """
            INSERT INTO house_state AS known (\(Staging.stateColumns)) SELECT \(Staging.stateColumns) FROM state_stage
            ORDER BY house
            ON CONFLICT (house) DO UPDATE SET database = excluded.database, cursor = excluded.cursor,
                stored = excluded.stored, sent = excluded.sent, version = excluded.version, alarms = excluded.alarms,
                stale = excluded.stale
            WHERE CASE WHEN known.database = excluded.database
                THEN (excluded.cursor, excluded.stored) > (known.cursor, known.stored)
                ELSE excluded.stored > known.stored END
            """
        )
    }

    private func setAside(_ delivery: Delivery, _ reason: String) throws(StoreFault) {
        try connection.run(
            "INSERT INTO bad_report (subject, payload, reason) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [.text(Self.storable(delivery.subject)), .bytes(delivery.payload), .text(Self.storable(reason))]
        )
    }

    /// A text that can be stored and indexed, whatever a peer sent.
    private static func storable(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(500) { scalars.append(scalar == "\0" ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    /// What happens between two steps of a transaction.
    struct Hooks {
        var afterCopy: () throws(StoreFault) -> Void = {}
        var beforeCommit: () throws(StoreFault) -> Void = {}
    }
}
