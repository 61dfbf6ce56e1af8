extension DatapointType {
    /// Reads a datapoint type as people, ETS and other programs write it: `9.001`, `9.1`, `9` (the default subtype),
    /// `9.xxx`, `DPT 9.001`, `DPT-9`, `DPST-9-1`, the identifier `DPT_Value_Temp`, or an unambiguous name; `raw:2` for
    /// two octets of an unknown type.
    ///
    /// - Throws: `.unknownType` with the nearest known types as the hint.
    public init(_ text: String) throws(DatapointFault) {
        let written = text.trimmingSpaces()
        if let raw = try Self.raw(written) {
            self = raw
            return
        }
        if let numbers = Self.numbers(written) {
            self = try Self.type(numbers, written)
            return
        }
        let folded = Self.folded(written)
        if written.lowercased().hasPrefix("dpt_"), let match = Self.all.first(where: { Self.id($0) == folded }) {
            self = match
            return
        }
        let matches = Self.all.filter { Self.id($0) == folded || Self.folded($0.subtype.name) == folded }
        guard let match = matches.first else { throw Self.unknown(written, near: folded) }
        guard matches.count == 1 else {
            throw DatapointFault(
                .unknownType,
                "ambiguous datapoint type \"\(written)\"",
                hint: "use one of " + matches.map(\.described).joined(separator: ", ")
            )
        }
        self = match
    }

    /// `9.001 temperature`
    private var described: String { "\(self) \(subtype.name)" }

    private struct Numbers {
        var main: UInt16
        /// Nil if only the main type was given.
        var sub: UInt16?
    }

    /// Nil if the text isn't a pair of numbers in any of the spellings.
    private static func numbers(_ text: String) -> Numbers? {
        var rest = Substring(text.lowercased())
        for prefix in ["dpst", "dpt"] where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
            break
        }
        while let first = rest.first, first == " " || first == "-" { rest = rest.dropFirst() }
        let parts = rest.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "-" }
        guard let first = parts.first, let main = number(first), parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return Numbers(main: main) }
        if !parts[1].isEmpty, parts[1].allSatisfy({ $0 == "x" || $0 == "*" || $0 == "y" }) {
            return Numbers(main: main)
        }
        guard let sub = number(parts[1]) else { return nil }
        return Numbers(main: main, sub: sub)
    }

    private static func number(_ digits: Substring) -> UInt16? {
        digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt16(digits) : nil
    }

    private static func type(_ numbers: Numbers, _ written: String) throws(DatapointFault) -> DatapointType {
        guard let defaultType = DatapointType(main: numbers.main) else {
            let mains = mainTypes.map(\.number)
            throw DatapointFault(
                .unknownType,
                "unknown datapoint type \"\(written)\"",
                hint: "write raw:N to use its N octets as they are; known main types: "
                    + mains.map(String.init).joined(separator: ", ")
            )
        }
        guard let sub = numbers.sub else { return defaultType }
        guard let type = DatapointType(main: numbers.main, sub: sub) else {
            let nearest = all.filter { $0.main == numbers.main }
                .sorted { distance($0.sub, sub) < distance($1.sub, sub) }
                .prefix(3).sorted { $0.sub < $1.sub }
            let raw: String =
                if case .octets(let count) = defaultType.size { "; or \(RawType.prefix)\(count)" } else { "" }
            throw DatapointFault(
                .unknownType,
                "unknown datapoint type \"\(written)\"",
                hint: "nearest: " + nearest.map(\.described).joined(separator: ", ") + raw
            )
        }
        return type
    }

    private static func distance(_ one: UInt16, _ other: UInt16) -> Int { abs(Int(one) - Int(other)) }

    private static func unknown(_ written: String, near folded: String) -> DatapointFault {
        // The edit distance of a very long text is too expensive.
        let nearest =
            folded.utf8.count > 64
            ? []
            : all.map { type in
                (type, min(editDistance(folded, self.folded(type.subtype.name)), editDistance(folded, self.id(type))))
            }
            .filter { $0.1 <= max(2, folded.count / 3) }
            .sorted { ($0.1, $0.0.main, $0.0.sub) < ($1.1, $1.0.main, $1.0.sub) }
            .prefix(3).map(\.0.described)
        return DatapointFault(
            .unknownType,
            "unknown datapoint type \"\(written)\"",
            hint: nearest.isEmpty
                ? "write it as 9.001 or DPT_Value_Temp" : "nearest: " + nearest.joined(separator: ", ")
        )
    }

    private static func id(_ type: DatapointType) -> String { folded(type.subtype.id) }

    /// The text in lower case, without `DPT_`, with one space between its parts.
    private static func folded(_ text: String) -> String {
        let parts = text.lowercased().split { $0 == " " || $0 == "_" || $0 == "-" }
        return (parts.first == "dpt" ? parts.dropFirst() : parts[...]).joined(separator: " ")
    }

    /// The number of letters to insert, delete or change (Levenshtein).
    private static func editDistance(_ one: String, _ other: String) -> Int {
        let one = Array(one)
        let other = Array(other)
        var row = Array(0...other.count)
        for (i, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, second) in other.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (letter == second ? 0 : 1))
                diagonal = above
            }
        }
        return row[other.count]
    }
}
