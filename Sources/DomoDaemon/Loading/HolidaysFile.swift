package import DomoLanguage
import DomoModel
import DomoSystem
package import DomoXML

/// Reads holiday files: one date per line, `2026-12-25 Navidad`, or `12-25 Navidad` for every year.
package enum HolidaysFile {
    /// The maximum size of a file, in bytes.
    static let maxBytes = 1 << 20

    /// The holiday file beside a house file, for all houses in it: `casa.holidays` beside `casa.xml`.
    static func beside(_ houseFile: String) -> String {
        let stem = houseFile.hasSuffix(".xml") ? String(houseFile.dropLast(4)) : houseFile
        return "\(stem).holidays"
    }

    /// - Returns: the holidays that could be read, and the mistakes in the rest.
    static func read(_ file: String) -> (holidays: Holidays, mistakes: [Diagnostic]) {
        do throws(Fault) {
            return parse(try FileBytes.text(of: file, below: file.parentFolder, maxBytes: maxBytes), file: file)
        } catch {
            return (Holidays(), [Diagnostic(file, error)])
        }
    }

    package static func parse(_ text: String, file: String) -> (holidays: Holidays, mistakes: [Diagnostic]) {
        var holidays = Holidays()
        var mistakes: [Diagnostic] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            // Some editors begin a file with a byte order mark.
            let scalars = line.unicodeScalars.drop { $0 == "\u{FEFF}" || $0.properties.isWhitespace }
            let word = String(scalars.prefix { !$0.properties.isWhitespace && $0 != "#" })
            guard !word.isEmpty else { continue }
            if let date = CivilDate(word) {
                holidays.dates.insert(date)
            } else if let day = yearly(word) {
                holidays.yearly.insert(day)
            } else {
                let column = line.unicodeScalars.count - scalars.count + 1
                mistakes.append(
                    Diagnostic(
                        file: file,
                        line: index + 1,
                        column: column,
                        severity: .error,
                        // Counts scalars: a single character may be as long as the file.
                        message: "invalid date \"\(String(word.unicodeScalars.prefix(40)))\"; "
                            + "use 2026-12-25, or 12-25 for every year"
                    )
                )
            }
        }
        return (holidays, mistakes)
    }

    /// Reads `12-25`; 02-29 is a holiday in leap years only.
    private static func yearly(_ word: String) -> Holidays.Yearly? {
        // The year 2000 was a leap year.
        guard let date = CivilDate("2000-\(word)") else { return nil }
        return Holidays.Yearly(month: date.month, day: date.day)
    }
}
