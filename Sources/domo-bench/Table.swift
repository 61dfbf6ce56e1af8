import DomoLanguage
import Glibc

/// Formats the rows as text and JSON.
enum Table {
    private static let heads = ["", "what", "domo", "min–max", "peer", "", "min–max", "ratio", "target", ""]
    /// The left-aligned columns; the others are right-aligned.
    private static let leftColumns: Set<Int> = [1, 4, 8, 9]

    static func text(_ rows: [Row]) -> String {
        let lines = [heads] + rows.map(cells)
        let widths = heads.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            let line = cells.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - cells[column].count)
                return leftColumns.contains(column) ? cells[column] + space : space + cells[column]
            }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    static func target(_ row: Row) -> String {
        switch row.target {
        case .atMost(let limit): "≤ \(Figures.fixed(limit, 2))"
        case .atLeast(let limit): "≥ \(Figures.fixed(limit, 2))"
        case nil: ""
        }
    }

    static func verdict(_ row: Row) -> String { row.isMet.map { $0 ? "ok" : "missed" } ?? "reported" }

    /// A figure with its unit, and the minimum and maximum of the runs.
    static func shown(_ figure: Row.Figure, _ unit: Row.Unit) -> String {
        "\(self.figure(figure.value, unit)) \(unit.rawValue) (\(range(figure, unit)))"
    }

    private static func cells(_ row: Row) -> [String] {
        [
            "\(row.number)", row.what,
            "\(figure(row.domo.value, row.unit)) \(row.unit.rawValue)", range(row.domo, row.unit),
            row.peerName,
            row.peer.map { "\(figure($0.value, row.unit)) \(row.unit.rawValue)" } ?? "",
            row.peer.map { range($0, row.unit) } ?? "", row.ratio.map { Figures.fixed($0, 2) } ?? "", target(row),
            verdict(row),
        ]
    }

    private static func range(_ figure: Row.Figure, _ unit: Row.Unit) -> String {
        "\(self.figure(figure.least, unit))–\(self.figure(figure.greatest, unit))"
    }

    private static func figure(_ value: Double, _ unit: Row.Unit) -> String {
        switch unit {
        case .seconds, .milliseconds, .percent: Figures.fixed(value, 2)
        case .microseconds, .megabytes: Figures.fixed(value, 1)
        case .perSecond: Figures.fixed(value, 0)
        }
    }

    // MARK: JSON

    /// All figures of all runs.
    static func json(_ rows: [Row], machine: Machine) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("machine")
            json.string(machine.description)
            json.key("rows")
            json.array(rows) { json, row in
                json.object { json in write(row, to: &json) }
            }
        }
        json.newline()
        return json.bytes
    }

    private static func write(_ row: Row, to json: inout JSONWriter) {
        json.key("number")
        json.number(row.number)
        json.key("what")
        json.string(row.what)
        json.key("unit")
        json.string(row.unit.rawValue)
        json.key("domo")
        write(row.domo, to: &json)
        if let peer = row.peer {
            json.key("peer")
            json.string(row.peerName)
            json.key("peerFigure")
            write(peer, to: &json)
        }
        json.optional("ratio", row.ratio)
        switch row.target {
        case .atMost(let limit):
            json.key("atMost")
            json.number(limit)
        case .atLeast(let limit):
            json.key("atLeast")
            json.number(limit)
        case nil: break
        }
        if let isMet = row.isMet {
            json.key("met")
            json.bool(isMet)
        }
    }

    private static func write(_ figure: Row.Figure, to json: inout JSONWriter) {
        json.object { json in
            json.key("value")
            json.number(figure.value)
            json.key("runs")
            json.array(figure.runs) { json, value in json.number(value) }
        }
    }
}
