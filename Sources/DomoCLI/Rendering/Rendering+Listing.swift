import DomoLanguage
import DomoModel

extension Rendering {
    func listing(_ listing: Listing, recursive: Bool) -> String {
        let notice = listing.notice.map { style.doubtful("warning:") + " " + DisplayText.safe($0) + "\n" } ?? ""
        return notice + content(listing, recursive: recursive)
    }

    private func content(_ listing: Listing, recursive: Bool) -> String {
        if !listing.elements.isEmpty {
            var table = Table()
            for element in listing.elements { table.add(row(element, name: element.path)) }
            return table.text(fitting: width)
        }
        return listing.places.map { place in
            style.heading(DisplayText.safe(place.path)) + label(place.label) + "\n"
                + (recursive ? tree(place) : flat(place))
        }
        .joined(separator: "\n")
    }

    /// The elements of the place, and the number of elements of its sectors.
    private func flat(_ place: PlaceView) -> String {
        var table = Table(indentation: 2)
        for element in place.elements { table.add(row(element, name: element.name)) }
        for sector in place.sectors {
            table.add([
                Table.Cell(DisplayText.safe(sector.name) + "/", paint: style.heading),
                Table.Cell(sector.count == 1 ? "1 element" : "\(sector.count) elements", paint: style.faint),
                Table.Cell(""),
                Table.Cell(DisplayText.safe(sector.label ?? ""), paint: style.faint),
            ])
        }
        return table.text(fitting: width)
    }

    private func tree(_ place: PlaceView) -> String {
        var table = Table()
        addBranches(of: place, prefix: "", to: &table)
        return table.text(fitting: width)
    }

    private func addBranches(of place: PlaceView, prefix: String, to table: inout Table) {
        var left = place.elements.count + place.sectors.count
        for element in place.elements {
            left -= 1
            var row = row(element, name: element.name)
            row[0].text = prefix + (left == 0 ? "└── " : "├── ") + row[0].text
            table.add(row)
        }
        for sector in place.sectors {
            left -= 1
            let branch = prefix + (left == 0 ? "└── " : "├── ")
            let style = style
            table.add([
                Table.Cell(branch + DisplayText.safe(sector.name) + "/") { text in
                    branch + style.heading(String(text.dropFirst(branch.count)))
                },
                Table.Cell(""), Table.Cell(""), Table.Cell(DisplayText.safe(sector.label ?? ""), paint: style.faint),
            ])
            addBranches(of: sector, prefix: prefix + (left == 0 ? "    " : "│   "), to: &table)
        }
    }

    private func row(_ element: ElementView, name: String) -> [Table.Cell] {
        [
            Table.Cell(DisplayText.safe(name)),
            Table.Cell(DisplayText.safe(element.kind), paint: style.faint),
            readings(of: element),
            Table.Cell(DisplayText.safe(element.label ?? ""), paint: style.faint),
        ]
    }

    private func label(_ label: String?) -> String {
        label.map { "  " + style.faint(DisplayText.safe($0)) } ?? ""
    }

    /// A line for each type of each element, with its path if it is in a sector.
    func longListing(_ listing: Listing) -> String {
        var table = Table()
        let headings = ["element", "type", "value", "certainty", "since", "by", "label"]
        table.add(headings.map { Table.Cell($0, paint: style.faint) })
        for element in listing.elements { addLong(element, name: element.path, to: &table) }
        for place in listing.places { addLong(place, within: "", to: &table) }
        return table.text(fitting: width)
    }

    private func addLong(_ place: PlaceView, within path: String, to table: inout Table) {
        for element in place.elements { addLong(element, name: path + element.name, to: &table) }
        for sector in place.sectors {
            let path = "\(path)\(sector.name)/"
            if sector.elements.isEmpty && sector.sectors.isEmpty {
                let count = sector.count == 1 ? "1 element" : "\(sector.count) elements"
                table.add([
                    Table.Cell(DisplayText.safe(path), paint: style.heading), Table.Cell(count, paint: style.faint),
                ])
            } else {
                addLong(sector, within: path, to: &table)
            }
        }
    }

    private func addLong(_ element: ElementView, name: String, to table: inout Table) {
        for view in element.readings {
            let row = DetailedReading(view, in: element)
            table.add([
                Table.Cell(DisplayText.safe(name)), Table.Cell(view.type.word, paint: style.faint),
                Table.Cell(row.text, paint: paint([row.shownCertainty])),
                Table.Cell(
                    view.isConnected == false
                        ? "not connected" : row.certainty.rawValue + (row.isStale ? ", stale" : "")
                ),
                Table.Cell(row.source.map { LocalTime.short($0.since, now: now) } ?? ""),
                Table.Cell(row.source.map { DisplayText.safe($0.cause.label) } ?? "", paint: style.faint),
                Table.Cell(DisplayText.safe(element.label ?? ""), paint: style.faint),
            ])
        }
        for part in element.parts ?? [] { addLong(part, name: "\(name)/\(part.name)", to: &table) }
    }

    /// A place without its contents.
    func place(_ place: Shown, count: Int) -> String {
        style.heading(DisplayText.safe(place.path)) + "  " + DisplayText.safe(place.kind) + label(place.label) + "\n"
            + "  " + counted(count, "element") + "\n" + id(place.id)
    }

    private func id(_ id: String?) -> String {
        id.map { "  " + style.faint("ID " + DisplayText.safe($0)) + "\n" } ?? ""
    }

    /// The readings of one element and its parts.
    func element(_ element: ElementView) -> String {
        ([element] + (element.parts ?? [])).map { readings($0) }.joined()
    }

    private func readings(_ element: ElementView) -> String {
        var table = Table(indentation: 2)
        for view in element.readings {
            let row = DetailedReading(view, in: element)
            table.add([
                Table.Cell(view.type.word),
                Table.Cell(row.text, paint: paint([row.shownCertainty])),
                Table.Cell(
                    element.isVirtual == true
                        ? "held by domo" : view.isConnected == false ? "not connected" : certainty(row)
                ),
                Table.Cell(row.source.map { "since " + LocalTime.text($0.since) } ?? ""),
                Table.Cell(
                    row.source.map { "by " + DisplayText.safe($0.cause.label) } ?? "",
                    paint: style.faint
                ),
                Table.Cell(view.differs.map { "differs: " + DisplayText.safe($0) } ?? "", paint: style.doubtful),
            ])
        }
        return style.heading(DisplayText.safe(element.path)) + "  " + DisplayText.safe(element.kind)
            + label(element.label) + "\n" + table.text(fitting: width) + id(element.id)
    }

    private func certainty(_ row: DetailedReading) -> String {
        let word =
            switch row.certainty {
            case .unknown: "unknown"
            case .assumed where row.source?.cause == .house: "assumed: not reported by the house"
            case .assumed: "assumed: accepted, not confirmed"
            case .confirmed: "confirmed by the house"
            }
        guard row.isStale, let source = row.source else { return word }
        return "stale, last known \(Self.age(of: source.since, at: now)); was \(word)"
    }
}
