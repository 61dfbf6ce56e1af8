/// Rows of cells, aligned by their width in the terminal.
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
        /// A line that begins under a column, and doesn't widen it.
        case note(Cell, column: Int)
    }

    private var rows: [Row] = []
    private let indentation: Int
    /// The width of each column.
    private(set) var widths: [Int]

    /// - Parameter widths: the minimum widths of the columns, such as those of a part that is already printed.
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

    /// The minimum width of a truncated column.
    private static let minColumnWidth = 8

    /// Whole lines, two spaces between columns, none at the end of a line.
    ///
    /// - Parameter width: the maximum width of a line: the widest columns are truncated, and notes are wrapped; nil for
    ///   a file or a pipe.
    func text(fitting width: Int?) -> String {
        let widths = columnWidths(fitting: width)
        var text = ""
        for row in rows {
            switch row {
            case .note(let cell, let column):
                let start = indentation + widths.prefix(column).reduce(0) { $0 + $1 + 2 }
                let room = width.map { max($0 - start, Self.minColumnWidth) }
                for line in DisplayText.wrapped(cell.text, to: room) {
                    text += String(repeating: " ", count: start) + cell.paint(line) + "\n"
                }
            case .cells(let cells):
                text += String(repeating: " ", count: indentation)
                write(cells, widths, to: &text)
                text += "\n"
            }
        }
        return text
    }

    private func columnWidths(fitting width: Int?) -> [Int] {
        var widths = widths
        guard let width else { return widths }
        var excess = indentation + widths.reduce(0) { $0 + $1 + 2 } - 2 - width
        while excess > 0 {
            let widest = widths.indices.max { (widths[$0], $1) < (widths[$1], $0) }
            guard let widest, widths[widest] > Self.minColumnWidth else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private func write(_ cells: [Cell], _ widths: [Int], to text: inout String) {
        let last = cells.lastIndex { !$0.text.isEmpty } ?? -1
        for (column, cell) in cells.prefix(last + 1).enumerated() {
            let shown = DisplayText.cut(cell.text, to: widths[column])
            let room = String(repeating: " ", count: max(0, widths[column] - DisplayText.width(shown)))
            if cell.side == .right { text += room }
            text += cell.paint(shown)
            if column < last { text += (cell.side == .left ? room : "") + "  " }
        }
    }
}
