/// Writes the manual's page of benchmark results.
enum BenchPage {
    static func text(_ rows: [Row], machine: Machine, versions: [(name: String, version: String)]) -> String {
        var text = """
            # Benchmarks

            These are the results of the last `make bench`. It measures the release build beside comparable programs, each pair in the
            same run and alternately, so that other load on the machine affects both. Figures are medians of several runs, followed by
            the minimum and maximum. The ratio is domo's figure divided by the peer's; the target is the ratio that domo aims for.
            Missed targets are shown as missed.

            Measured on \(machine).

            | | what | domo | peer | ratio | target | |
            |---|---|---|---|---|---|---|

            """
        for row in rows {
            let peer = row.peer.map { "\(row.peerName): \(Table.shown($0, row.unit))" } ?? ""
            let cells = [
                "\(row.number)", row.what, Table.shown(row.domo, row.unit), peer,
                row.ratio.map { Figures.fixed($0, 2) } ?? "", Table.target(row), Table.verdict(row),
            ]
            text += "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |\n"
        }
        text += "\n## Versions\n\n| program or library | version |\n|---|---|\n"
        for (name, version) in versions { text += "| \(name) | \(version) |\n" }
        return text
    }
}
