/// Writes the manual's page of benchmark results.
enum BenchPage {
    static func text(_ rows: [Row], machine: Machine, versions: [(name: String, version: String)]) -> String {
        var text = """
            # Benchmarks

            The results of the last `make bench`: the release build compared with its peers. Each pair is measured alternately in the
            same run, so that other load on the machine affects both. Figures are medians of several runs, with the minimum and maximum
            in parentheses. The ratio is domo's figure divided by the peer's. Missed targets are shown as well.

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
