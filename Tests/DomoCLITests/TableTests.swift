import Testing

@testable import DomoCLI

@Suite struct TableTests {
    private static let rows = [
        [
            "Vivienda eficiente/Salón/Luz cálida del comedor", "on (stale)", "2026-11-20 21:04:05",
            "by a person with a long name",
        ],
        ["Louver", "down", "21:04:05", "by ana"],
    ]

    private func table(indentation: Int = 0) -> Table {
        var table = Table(indentation: indentation)
        for row in Self.rows { table.add(row.map { Table.Cell($0) }) }
        table.addNote(
            Table.Cell("the server did not answer within the time that the order had, so it may have moved"),
            column: 1
        )
        return table
    }

    @Test(arguments: [60, 80, 100], [0, 2, 4])
    func noLineIsWiderThanTheTerminal(width: Int, indentation: Int) {
        let lines = table(indentation: indentation).text(fitting: width).split(separator: "\n")
        for line in lines { #expect(DisplayText.width(String(line)) <= width, "\(line)") }
        #expect(lines.first?.contains("…") == true)
    }

    @Test func nothingIsCutInAPipe() {
        let text = table().text(fitting: nil)
        for row in Self.rows { for cell in row { #expect(text.contains(cell)) } }
        #expect(!text.contains("…"))
        #expect(text.split(separator: "\n").count == 3)
    }

    @Test func noteIsWrappedBetweenWords() {
        #expect(DisplayText.wrapped("a bb ccc dddd", to: 5) == ["a bb", "ccc", "dddd"])
        #expect(DisplayText.wrapped("unbreakable", to: 5) == ["unbreakable"])
        #expect(DisplayText.wrapped("a b", to: nil) == ["a b"])
    }
}
