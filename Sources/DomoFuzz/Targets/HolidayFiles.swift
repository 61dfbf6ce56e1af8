import DomoDaemon
import DomoLanguage
import DomoModel
import DomoXML

/// Holiday files, which anybody may write or generate from a calendar.
public struct HolidayFiles: FuzzTarget {
    public static let name = "holidays"

    public init() {}

    public var corpus: [[UInt8]] { Self.samples.map { Array($0.utf8) } }

    private static let samples = [
        "# Valencia\n2026-12-25 Navidad\n\n  12-26\tSan Esteban # every year\n2026-03-19# San José\n02-29\n",
        "\u{FEFF}2026-01-01\r\n01-06 Reyes\r\n", "12-25", "2026-02-29\n02-30\n13-01\n2026-12-25Navidad\n", "",
        "0000-01-01\n9999-12-31\n2024-02-29\n", "Navidad\n\u{A0}12-25\u{2003}x\u{2028}12-26\u{85}12-27\u{B}\u{C}12-28",
    ]

    public let words = [
        "2026-12-25", "12-25", "02-29", "2024-02-29", "2026-02-29", "0000-01-01", "9999-12-31", "00-00", "12-32",
        "-12-25",
        "2026-12-25 Navidad\n", "12-25 # x\n", "\u{A0}", "\u{2003}", "\u{B}", "\u{C}", "\u{2029}", "١٢-٢٥", "１２-２５",
        "12‐25", "12-25\u{301}",
    ]

    public func input(using random: inout Dice) -> [UInt8]? {
        let lines = (0..<1 + random.below(12)).map { _ in Self.line(using: &random) }
        return Array(lines.joined(separator: random.pick(["\n", "\n", "\r\n", "\r"])).utf8)
    }

    private static func line(using random: inout Dice) -> String {
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let year = random.once(in: 2) ? "\(1000 + random.below(9000))-" : ""
        // Some of these are invalid dates.
        let day = "\(padded(random.below(14)))-\(padded(random.below(33)))"
        return random.pick(["", "", " ", "\t", "\u{FEFF}"]) + year + day
            + random.pick(["", "", " Navidad", "# x", "x"])
    }

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        let text = String(decoding: input, as: UTF8.self)
        let (holidays, mistakes) = HolidaysFile.parse(text, file: "h")
        try checkLines(of: text, holidays, mistakes)
        for mistake in mistakes {
            try expect(!mistake.message.contains(where: \.isNewline), "a message of several lines")
            try expect(mistake.message.utf8.count <= 300, "a message of \(mistake.message.utf8.count) bytes")
        }
        let (again, more) = HolidaysFile.parse(Self.text(of: holidays), file: "h")
        try expect(
            more.isEmpty && again == holidays,
            "the holidays change when they are read again: \(Self.text(of: holidays))"
        )
    }

    /// Each line is a day, a mistake or empty, independent of other lines.
    private func checkLines(of text: String, _ holidays: Holidays, _ mistakes: [Diagnostic]) throws(Finding) {
        var rest = mistakes[...]
        var found = Holidays()
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let (day, mistake) = HolidaysFile.parse(String(line), file: "h")
            try expect(
                day.dates.count + day.yearly.count + mistake.count <= 1,
                "line \(index + 1) gives several results"
            )
            found.dates.formUnion(day.dates)
            found.yearly.formUnion(day.yearly)
            guard let mistake = mistake.first else { continue }
            try expect((1...line.unicodeScalars.count).contains(mistake.column), "a mistake outside of its line")
            var expected = mistake
            expected.line = index + 1
            try expect(rest.popFirst() == expected, "a different mistake than in line \(index + 1) alone")
        }
        try expect(rest.isEmpty, "mistakes that belong to no line")
        try expect(found == holidays, "the lines give different holidays than the file")
    }

    private static func text(of holidays: Holidays) -> String {
        // A leap year has all days.
        let yearly = holidays.yearly.compactMap { CivilDate(year: 2000, month: $0.month, day: $0.day) }
        return (holidays.dates.map(\.description) + yearly.map { String($0.description.dropFirst("2000-".count)) })
            .joined(separator: "\n")
    }
}
