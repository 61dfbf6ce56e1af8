import DomoKNX
import DomoLanguage
import DomoXML

/// Reads ETS's XML export of group addresses, `http://knx.org/xml/ga-export/01`.
final class GroupExportXML: XMLHandler {
    static let namespace = "http://knx.org/xml/ga-export/01"

    private(set) var project = Project()
    private var styles: Set<GroupAddress.Style> = []
    private var openRanges: [Int] = []
    private var isExport = false

    static func read(_ bytes: [UInt8], file: String) throws(Fault) -> Project {
        let handler = GroupExportXML()
        try XMLStream.read(bytes, file: file, handler: handler)
        guard handler.isExport else {
            throw Fault(
                .badModel,
                "\(file) is XML, but not an export of group addresses",
                hint: "in ETS: Group Addresses, Export Group Addresses; or export the whole project as .knxproj"
            )
        }
        return handler.finished()
    }

    func root(namespace: String?) { isExport = namespace == Self.namespace }

    func start(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "GroupAddress-Export": isExport = true
        case "GroupRange":
            project.ranges.append(
                ProjectRange(
                    name: attributes["Name"] ?? "",
                    first: attributes["RangeStart"].flatMap { Int($0) } ?? 0,
                    last: attributes["RangeEnd"].flatMap { Int($0) } ?? 0,
                    parent: openRanges.last
                )
            )
            openRanges.append(project.ranges.count - 1)
        case "GroupAddress": takeGroup(attributes)
        default: break
        }
    }

    func end(_ name: String) { if name == "GroupRange" { _ = openRanges.popLast() } }

    private func takeGroup(_ attributes: XMLAttributes) {
        let text = attributes["Address"] ?? ""
        let name = attributes["Name"] ?? ""
        guard let address = GroupNotation.address(text), let style = GroupNotation.style(of: text) else {
            project.problems.append("\"\(name)\" has no valid group address: \"\(text)\"")
            return
        }
        styles.insert(style)
        project.groups.append(
            ProjectGroup(
                id: text,
                address: address,
                name: name,
                description: attributes["Description"] ?? "",
                // The types of linked objects come first, the group's own type last.
                type: TypeNumber.list(ets: attributes["DPTs"] ?? attributes["DatapointType"]).last,
                isSecured: attributes["Security"] == "On",
                range: openRanges.last
            )
        )
    }

    private func finished() -> Project {
        var project = project
        project.style = styles.count == 1 ? styles.first! : .three
        project.groups.sort { $0.address.raw < $1.address.raw }
        return project
    }
}
