/// The page of the manual that shows the figures.
enum BenchPage {
    static func text(_ rows: [Row], machine: Machine, versions: [(name: String, version: String)]) -> String {
        var text = """
            # Benchmarks

            What `make bench` measured last: the release build beside its peers, each pair in the same run and in turns, so that what
            else the machine does falls on both. Figures are medians of several runs, with the least and the greatest behind them. The
            ratio is domo's figure to the peer's; the target is what was promised of it. A target that is missed stays missed here.

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
