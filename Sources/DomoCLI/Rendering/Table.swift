/// Rows of cells, aligned by what a terminal shows of them.
struct Table {
    struct Cell {
        enum Side {
            case left, right
        }

        var text: String
        var side: Side
        /// Colours the text; never changes its width.
        var paint: (String) -> String

        init(_ text: String, side: Side = .left, paint: @escaping (String) -> String = { $0 }) {
            self.text = text
            self.side = side
            self.paint = paint
        }
    }

    private enum Row {
        case cells([Cell])
        /// A line of its own that begins under a column, and widens none.
        case note(Cell, column: Int)
    }

    private var rows: [Row] = []
    private let indentation: Int
    /// How wide each column is.
    private(set) var widths: [Int]

    /// - Parameter widths: what the columns have at least, such as those of a part of the table that is printed
    ///   already.
    init(indentation: Int = 0, widths: [Int] = []) {
        self.indentation = indentation
        self.widths = widths
    }

    mutating func add(_ cells: [Cell]) {
        rows.append(.cells(cells))
        for (column, cell) in cells.enumerated() {
            let width = DisplayText.width(cell.text)
            if column == widths.count { widths.append(width) } else { widths[column] = max(widths[column], width) }
        }
    }

    mutating func addNote(_ cell: Cell, column: Int) {
        rows.append(.note(cell, column: column))
    }

    /// Whole lines, two blanks between columns, none at the end of a line.
    var text: String {
        var text = ""
        for row in rows {
            text += String(repeating: " ", count: indentation)
            switch row {
            case .note(let cell, let column):
                let start = widths.prefix(column).reduce(0) { $0 + $1 + 2 }
                text += String(repeating: " ", count: start) + cell.paint(cell.text)
            case .cells(let cells): write(cells, to: &text)
            }
            text += "\n"
        }
        return text
    }

    private func write(_ cells: [Cell], to text: inout String) {
        let last = cells.lastIndex { !$0.text.isEmpty } ?? -1
        for (column, cell) in cells.prefix(last + 1).enumerated() {
            let room = String(repeating: " ", count: widths[column] - DisplayText.width(cell.text))
            if cell.side == .right { text += room }
            text += cell.paint(cell.text)
            if column < last { text += (cell.side == .left ? room : "") + "  " }
        }
    }
}
