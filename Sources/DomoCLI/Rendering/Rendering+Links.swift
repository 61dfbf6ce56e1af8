import DomoLanguage

extension Rendering {
    /// The reply of a link to a command: its lines, and each table below its title.
    func link(_ answer: LinkAnswer) -> String {
        var text = answer.lines.map { DisplayText.safe($0) + "\n" }.joined()
        for part in answer.tables {
            if !text.isEmpty { text += "\n" }
            if let title = part.title { text += style.heading(DisplayText.safe(title)) + "\n" }
            var table = Table(indentation: part.title == nil ? 0 : 2)
            table.add(part.columns.map { Table.Cell(DisplayText.safe($0), paint: style.faint) })
            for row in part.rows { table.add(row.map { Table.Cell(DisplayText.safe($0)) }) }
            text += table.text(fitting: width)
        }
        return text
    }
}
