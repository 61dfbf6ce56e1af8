/// Parses separated values, quoted as in RFC 4180.
enum SeparatedValues {
    /// The most frequent separator outside quotes: tab, semicolon or comma.
    static func separator(of text: String) -> Character {
        var counts: [Character: Int] = [:]
        var isQuoted = false
        var lines = 0
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if character.isNewline {
                lines += 1
                if lines == 20 { break }
            }
            if character == "\t" || character == ";" || character == "," { counts[character, default: 0] += 1 }
        }
        // Names may contain commas and semicolons, but never a tab.
        if counts["\t", default: 0] > 0 { return "\t" }
        return counts[";", default: 0] >= counts[",", default: 0] ? ";" : ","
    }

    static func rows(of text: String, separator: Character) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field = ""
        var isQuoted = false
        var wasQuoted = false
        var characters = text.makeIterator()
        var pending: Character?
        while let character = pending ?? characters.next() {
            pending = nil
            if isQuoted {
                guard character == "\"" else {
                    field.append(character)
                    continue
                }
                pending = characters.next()
                if pending == "\"" {
                    field.append("\"")
                    pending = nil
                } else {
                    isQuoted = false
                }
            } else if character == "\"", field.isEmpty, !wasQuoted {
                isQuoted = true
                wasQuoted = true
            } else if character == separator {
                row.append(field)
                (field, wasQuoted) = ("", false)
            } else if character.isNewline {
                row.append(field)
                if row != [""] { rows.append(row) }
                (row, field, wasQuoted) = ([], "", false)
            } else {
                field.append(character)
            }
        }
        if !field.isEmpty || !row.isEmpty { rows.append(row + [field]) }
        return rows
    }
}
