import DomoKNX
import DomoLanguage
import DomoModel

/// Reads ETS's export of group addresses as CSV: names in one column or in three, addresses in one or in three, with a
/// header in any language, or without.
///
/// Columns are recognised by their content, not by what the header calls them: ETS translates it.
struct GroupExportCSV {
    private var project = Project()
    private var styles: Set<GroupAddress.Style> = []
    /// The places of the last main and middle group.
    private var openRanges: [(level: Int, place: Int)] = []

    static func read(_ bytes: [UInt8], file: String) throws(Fault) -> Project {
        let text = ExportText.decode(bytes)
        let rows = SeparatedValues.rows(of: text, separator: SeparatedValues.separator(of: text))
        guard let layout = Layout(rows) else {
            throw Fault(
                .badModel,
                "\(file) holds no group addresses that can be read",
                hint: "expected a .knxproj, or the XML or CSV that ETS exports group addresses as"
            )
        }
        var reader = GroupExportCSV()
        for row in rows { reader.take(row, layout) }
        reader.project.style = reader.styles.count == 1 ? reader.styles.first! : .three
        reader.project.groups.sort { $0.address.raw < $1.address.raw }
        return reader.project
    }

    private mutating func take(_ row: [String], _ layout: Layout) {
        guard let (address, levels) = layout.address(of: row) else { return }
        let names = layout.names.map { $0 < row.count ? row[$0] : "" }
        let name = names.last { !$0.isEmpty } ?? ""
        // `1/-/-` and `1/2/-` are groups of groups.
        let parts = address.split(separator: "/", omittingEmptySubsequences: false)
        if parts.contains("-") || parts.contains("") {
            let level = parts.prefix { $0 != "-" && $0 != "" }.count
            open(name, level: level)
            return
        }
        guard let group = GroupNotation.address(address), let style = GroupNotation.style(of: address) else {
            if levels > 0 { project.problems.append("\"\(name)\" has no valid group address: \"\(address)\"") }
            return
        }
        styles.insert(style)
        let type = layout.type.flatMap { $0 < row.count ? TypeNumber.list(ets: row[$0]).last : nil }
        let description = layout.description.flatMap { $0 < row.count ? row[$0] : nil } ?? ""
        project.groups.append(
            ProjectGroup(
                id: address,
                address: group,
                name: name,
                description: description,
                type: type,
                isSecured: layout.security.map { $0 < row.count && row[$0] == "On" } ?? false,
                range: openRanges.last?.place
            )
        )
    }

    private mutating func open(_ name: String, level: Int) {
        while let last = openRanges.last, last.level >= level { openRanges.removeLast() }
        project.ranges.append(ProjectRange(name: name, first: 0, last: 0, parent: openRanges.last?.place))
        openRanges.append((level, project.ranges.count - 1))
    }
}

extension GroupExportCSV {
    /// Which column holds what.
    struct Layout {
        /// One, or one for each level.
        var names: [Int]
        /// One, or one for each level.
        var addresses: [Int]
        var type: Int?
        var description: Int?
        var security: Int?

        /// - Returns: nil where no column holds addresses.
        init?(_ rows: [[String]]) {
            let sample = rows.prefix(2000)
            let width = sample.map(\.count).max() ?? 0
            var scores = [Int](repeating: 0, count: width)
            for row in sample {
                for (column, field) in row.enumerated() where Self.isAddress(field) { scores[column] += 1 }
            }
            let best = scores.max() ?? 0
            if best > 0, let column = scores.firstIndex(of: best) {
                addresses = [column]
            } else if let start = Self.threeNumbers(sample, width: width) {
                addresses = [start, start + 1, start + 2]
            } else if let column = Self.freeAddresses(sample, width: width) {
                addresses = [column]
            } else {
                return nil
            }
            let first = addresses[0]
            // Names come before the addresses; in some exports of other tools after them.
            names = first > 0 ? Array(max(0, first - 3)..<first) : [addresses.count]
            for column in width > 0 ? Array(0..<width) : [] where !addresses.contains(column) {
                let fields = sample.compactMap { column < $0.count ? $0[column] : nil }
                if type == nil, fields.contains(where: { TypeNumber.list(ets: $0).first != nil }) { type = column }
                if security == nil, fields.contains("Auto") || fields.contains("On") { security = column }
            }
            description = Self.headed(sample.first ?? [])
        }

        func address(of row: [String]) -> (text: String, levels: Int)? {
            guard addresses.allSatisfy({ $0 < row.count }) else { return nil }
            if addresses.count == 1 {
                let text = row[addresses[0]]
                // A header, or a row of something else.
                guard text.contains(where: \.isNumber) else { return nil }
                return (text, text.contains("/") ? 1 : 0)
            }
            let parts = addresses.map { row[$0].isEmpty ? "-" : row[$0] }
            guard Int(parts[0]) != nil else { return nil }
            return (parts.joined(separator: "/"), 3)
        }

        /// `1/2/3`, `1/515`, `1/-/-`
        private static func isAddress(_ text: String) -> Bool {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard (2...3).contains(parts.count), Int(parts[0]) != nil else { return false }
            return parts.dropFirst().allSatisfy { $0 == "-" || $0.isEmpty || Int($0) != nil }
        }

        /// Three columns of numbers side by side; a free address is alone and is taken for no other number.
        private static func threeNumbers(_ rows: ArraySlice<[String]>, width: Int) -> Int? {
            guard width >= 3 else { return nil }
            return (0...(width - 3)).first { start in
                rows.contains { row in
                    row.count >= start + 3 && (start..<(start + 3)).allSatisfy { Int(row[$0]) != nil }
                }
            }
        }

        /// A column of numbers without levels, which only its header distinguishes from others.
        private static func freeAddresses(_ rows: ArraySlice<[String]>, width: Int) -> Int? {
            let words = ["address", "adress", "direccion", "adreca", "indirizzo", "adres", "endereco"]
            let header = rows.first ?? []
            let column = header.firstIndex { field in
                let folded = FoldedName.fold(field)
                return words.contains { folded.contains($0) }
            }
            guard let column else { return nil }
            return rows.dropFirst().contains { column < $0.count && Int($0[column]) != nil } ? column : nil
        }

        /// The column that the header calls the description.
        private static func headed(_ row: [String]) -> Int? {
            row.firstIndex { field in
                let word = FoldedName.fold(field)
                return ["descri", "beschreib", "beschrijv", "descr"].contains { word.hasPrefix($0) }
            }
        }
    }
}
