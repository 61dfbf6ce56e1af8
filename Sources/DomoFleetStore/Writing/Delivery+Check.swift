import DomoFleet

extension Delivery {
    /// Why PostgreSQL could not store it, as far as that can be seen here: one bad report in a batch costs more there.
    /// Lengths are checked by the tables.
    static func problem(in report: Report) -> String? {
        if let problem = problem(in: report.database, "the database") { return problem }
        if let replaces = report.replaces, let problem = problem(in: replaces, "the replaced database") {
            return problem
        }
        if let problem = problem(in: report.head.version, "the version") { return problem }
        if report.head.alarms < 0 || report.head.stale < 0 { return "the number of alarms or stale links is negative" }
        guard report.from <= report.to, Int64(exactly: report.to) != nil else {
            return "the cursors \(report.from) and \(report.to) are no range"
        }
        for gap in report.gaps {
            if let element = gap.element, let problem = problem(in: element, "the element") { return "gap: \(problem)" }
            if let problem = problem(in: gap.part, "the part") { return "gap: \(problem)" }
        }
        for record in report.records {
            if let problem = problem(in: record) { return "record \(record.cursor): \(problem)" }
        }
        return nil
    }

    private static func problem(in record: Report.Record) -> String? {
        guard Int64(exactly: record.cursor) != nil else { return "the cursor is above \(Int64.max)" }
        if let problem = problem(in: record.kind, "the kind") { return problem }
        if let element = record.element, let problem = problem(in: element, "the element") { return problem }
        if let value = record.value, let problem = problem(in: value, "the value") { return problem }
        guard !record.line.contains(0) else { return "the line contains a NUL character" }
        guard String(validating: record.line, as: UTF8.self) != nil else { return "the line is not UTF-8" }
        return nil
    }

    private static func problem(in text: String, _ name: String) -> String? {
        text.utf8.contains(0) ? "\(name) contains a NUL character" : nil
    }
}
