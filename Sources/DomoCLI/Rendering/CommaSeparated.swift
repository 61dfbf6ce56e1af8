import DomoLanguage
import DomoModel

/// Export records as comma-separated values after RFC 4180: a header line, lines ending in CR LF, and quoted fields
/// where needed.
struct CommaSeparated {
    static let columns = [
        "time", "element", "kind", "type", "value", "certainty", "by", "minimum", "mean", "maximum", "changes",
        "seconds",
        "order", "origin", "stage", "attempts", "reached", "accepted_after_ms", "confirmed_after_ms", "observed",
        "problem", "signal",
    ]

    static let header = line(columns)

    static func line(_ record: ExportPage.Record) -> String {
        var fields: [String: String] = ["element": text(record.element)]
        if let reading = record.reading {
            fields["time"] = reading.time.rfc3339
            fields["kind"] = "reading"
            fields["type"] = text(reading.type)
            fields["value"] = text(reading.value)
            fields["certainty"] = reading.certainty.rawValue
            fields["by"] = text(reading.by.label)
            if let summary = reading.summary {
                fields["kind"] = "summary"
                fields["minimum"] = number(summary.minimum)
                fields["mean"] = number(summary.mean)
                fields["maximum"] = number(summary.maximum)
                fields["changes"] = "\(summary.changes)"
                fields["seconds"] = "\(summary.seconds)"
            }
        } else if let order = record.order {
            fields["time"] = order.requested.rfc3339
            fields["kind"] = "order"
            fields["type"] = order.type.map(text)
            fields["value"] = text(order.action)
            fields["by"] = text(order.by.label)
            fields["order"] = "\(order.id)"
            fields["origin"] = order.origin.rawValue
            fields["stage"] = order.stage.rawValue
            fields["attempts"] = "\(order.attempts.count)"
            fields["reached"] = order.reached.rfc3339
            fields["accepted_after_ms"] = order.acceptedAfter.map(number)
            fields["confirmed_after_ms"] = order.confirmedAfter.map(number)
            fields["observed"] = order.observed.map(text)
            fields["problem"] = order.problem.map(text)
            fields["signal"] = order.signal.map(text)
        }
        return line(columns.map { fields[$0] ?? "" })
    }

    private static func line(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ field: String) -> String {
        // By bytes: CR LF is a single character, different from CR and LF.
        let needsQuotes =
            field.utf8.contains { [0x22, 0x2C, 0x0D, 0x0A].contains($0) }
            || field.utf8.first == 0x20 || field.utf8.last == 0x20
        guard needsQuotes else { return field }
        var quoted = "\"".unicodeScalars
        for scalar in field.unicodeScalars {
            quoted.append(scalar)
            if scalar == "\"" { quoted.append(scalar) }
        }
        quoted.append("\"")
        return String(quoted)
    }

    /// A whole number without a decimal point.
    private static func number(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }

    /// Untrusted text. A spreadsheet runs text that begins with one of these characters as a formula (OWASP, "CSV
    /// Injection"); an apostrophe prevents that. Signed numbers are not changed.
    private static func text(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first),
            Double(text).map(\.isFinite) != true
        else { return text }
        return "'" + text
    }
}
