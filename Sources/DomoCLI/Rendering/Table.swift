/// Rows of cells, aligned by what a terminal shows of them.
struct Table {
    struct Cell {
        var text: String
        /// Colours the text; never changes its width.
        var paint: (String) -> String

        init(_ text: String, paint: @escaping (String) -> String = { $0 }) {
            self.text = text
            self.paint = paint
        }
    }

    private var rows: [[Cell]] = []
    private let indentation: Int

    init(indentation: Int = 0) {
        self.indentation = indentation
    }

    mutating func add(_ cells: [Cell]) {
        rows.append(cells)
    }

    /// Whole lines, two blanks between columns, none at the end of a line.
    var text: String {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                let width = DisplayText.width(cell.text)
                if column == widths.count { widths.append(width) } else { widths[column] = max(widths[column], width) }
            }
        }
        var text = ""
        for row in rows {
            text += String(repeating: " ", count: indentation)
            let last = row.lastIndex { !$0.text.isEmpty } ?? -1
            for (column, cell) in row.prefix(last + 1).enumerated() {
                text += cell.paint(cell.text)
                if column < last {
                    text += String(repeating: " ", count: widths[column] - DisplayText.width(cell.text) + 2)
                }
            }
            text += "\n"
        }
        return text
    }
}
