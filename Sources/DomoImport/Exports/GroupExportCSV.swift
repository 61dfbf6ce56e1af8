import DomoKNX
import DomoLanguage
import DomoModel

/// Reads ETS's CSV export of group addresses: names in one or three columns, addresses in one or three columns, with a
/// header in any language, or without one.
///
/// Columns are recognised by their content, not by the header, which ETS translates.
struct GroupExportCSV {
    private var project = Project()
    private var styles: Set<GroupAddress.Style> = []
    /// The indices of the last main and middle group.
    private var openRanges: [(level: Int, index: Int)] = []

    static func read(_ bytes: [UInt8], file: String) throws(Fault) -> Project {
        let text = ExportText.decode(bytes)
        let rows = SeparatedValues.rows(of: text, separator: SeparatedValues.separator(of: text))
        guard let layout = Layout(rows) else {
            throw Fault(
                .badModel,
                "\(file) contains no group addresses",
                hint: "expected a .knxproj, or group addresses exported by ETS as XML or CSV"
            )
        }
        var reader = GroupExportCSV()
        for row in rows { reader.read(row: row, layout) }
        reader.project.style = reader.styles.count == 1 ? reader.styles.first! : .three
        reader.project.groups.sort { $0.address.raw < $1.address.raw }
        return reader.project
    }

    private mutating func read(row: [String], _ layout: Layout) {
        guard let (address, levels) = layout.address(of: row) else { return }
        let names = layout.names.map { $0 < row.count ? row[$0] : "" }
        let name = names.last { !$0.isEmpty } ?? ""
        // `1/-/-` and `1/2/-` are ranges.
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
                range: openRanges.last?.index
            )
        )
    }

    private mutating func open(_ name: String, level: Int) {
        while let last = openRanges.last, last.level >= level { openRanges.removeLast() }
        project.ranges.append(ProjectRange(name: name, first: 0, last: 0, parent: openRanges.last?.index))
        openRanges.append((level, project.ranges.count - 1))
    }
}

extension GroupExportCSV {
    /// The meaning of the columns.
    struct Layout {
        /// One column, or one for each level.
        var names: [Int]
        /// One column, or one for each level.
        var addresses: [Int]
        var type: Int?
        var description: Int?
        var security: Int?

        /// - Returns: nil if no column contains addresses.
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
                // A header or another row without an address.
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

        /// The first of three adjacent columns of numbers.
        private static func threeNumbers(_ rows: ArraySlice<[String]>, width: Int) -> Int? {
            guard width >= 3 else { return nil }
            return (0...(width - 3)).first { start in
                rows.contains { row in
                    row.count >= start + 3 && (start..<(start + 3)).allSatisfy { Int(row[$0]) != nil }
                }
            }
        }

        /// A column of free addresses, numbers that only the header distinguishes from other numbers.
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

        /// The column whose header means description.
        private static func headed(_ row: [String]) -> Int? {
            row.firstIndex { field in
                let word = FoldedName.fold(field)
                return ["descri", "beschreib", "beschrijv", "descr"].contains { word.hasPrefix($0) }
            }
        }
    }
}
