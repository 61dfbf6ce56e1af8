import DomoKNX
import DomoModel
import DomoXML

/// Reads `0.xml`: topology, building, functions and group addresses.
///
/// The schemas 11 (ETS 4) to 23 (ETS 6) share the structure. Where they differ, every spelling is accepted anywhere:
/// `BuildingPart` or `Space`, `Send` and `Receive` below `Connectors` or `Links`, devices in a `Line` or in its
/// `Segment`.
final class InstallationReader: XMLHandler {
    /// A device before its application program is known.
    struct Device {
        var device: ProjectDevice
        var product: String
        var hardwareProgram: String
        var objects: [Object] = []
        /// The values of parameters, which contain names of channels.
        var parameters: [String: String] = [:]
        /// Module instance → the values of its arguments.
        var arguments: [String: [String: String]] = [:]
        /// Channel → the objects below it, as ETS 6 writes them.
        var channels: [(reference: String, name: String, objects: Set<String>)] = []
    }

    struct Object {
        var reference: String
        var text: String?
        var functionText: String?
        var description: String
        var flags: ObjectFlags
        var types: [TypeNumber]
        var channel: String?
        /// The ids of groups, without the prefix of the project.
        var links: [String]
    }

    private(set) var schema: Int?
    private(set) var tool: String?
    private(set) var devices: [Device] = []
    private(set) var groups: [ProjectGroup] = []
    private(set) var ranges: [ProjectRange] = []
    private(set) var spaces: [ProjectSpace] = []
    private(set) var functions:
        [(function: ProjectFunction, references: [(group: String, role: String, name: String)])] =
            []
    /// What could not be read.
    var problems: [String] { faults + otherInstallations }
    private var faults: [String] = []

    private let wanted: String?
    /// The installations of the project, and how many addresses of each were skipped.
    private var installations: [(name: String, groups: Int)] = []
    /// The index of the installation that is read.
    private(set) var found: Int?
    private var isWanted = false
    private var area = ""
    private var line = ""
    private var device: Device?
    private var object: Object?
    private var module = ""
    private var openRanges: [Int] = []
    private var openSpaces: [ProjectSpace] = []
    private var isInFunction = false

    /// - Parameter wanted: the name or the number of the installation to read; nil for the first.
    init(wanted: String? = nil) { self.wanted = wanted }

    func root(namespace: String?) {
        schema = namespace.flatMap { $0.split(separator: "/").last }.flatMap { Int($0) }
    }

    func start(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "KNX": tool = attributes["ToolVersion"]
        case "Installation": startInstallation(attributes)
        case _ where !isWanted && !installations.isEmpty: skip(name)
        case "Area": area = attributes["Address"] ?? ""
        case "Line": line = attributes["Address"] ?? ""
        case "DeviceInstance": startDevice(attributes)
        case "BuildingPart", "Space": startSpace(attributes)
        case "DeviceInstanceRef":
            if !openSpaces.isEmpty, let id = attributes["RefId"] { openSpaces[openSpaces.count - 1].devices.append(id) }
        case "Function": startFunction(attributes)
        case "GroupAddressRef":
            guard isInFunction, let id = attributes["RefId"] else { return }
            functions[functions.count - 1].references.append(
                (Self.local(id), attributes["Role"] ?? "", attributes["Name"] ?? "")
            )
        case "GroupRange": startRange(attributes)
        case "GroupAddress": takeGroup(attributes)
        default: if device != nil { startInDevice(name, attributes) }
        }
    }

    func end(_ name: String) {
        switch name {
        case "DeviceInstance":
            if let device { devices.append(device) }
            device = nil
        case "ComObjectInstanceRef":
            if let object, !object.links.isEmpty { device?.objects.append(object) }
            object = nil
        case "BuildingPart", "Space":
            guard let space = openSpaces.popLast() else { return }
            if openSpaces.isEmpty {
                spaces.append(space)
            } else {
                openSpaces[openSpaces.count - 1].spaces.append(space)
            }
        case "Function": isInFunction = false
        case "GroupRange": _ = openRanges.popLast()
        default: break
        }
    }

    /// The part of an id after the project and installation: `P-0242-0_GA-17` → `GA-17`.
    static func local(_ id: String) -> String {
        guard id.hasPrefix("P-"), let bar = id.firstIndex(of: "_") else { return id }
        return String(id[id.index(after: bar)...])
    }

    // MARK: Parts

    private func startInstallation(_ attributes: XMLAttributes) {
        let name = attributes["Name"] ?? ""
        installations.append((name, 0))
        let isNamed =
            wanted.map {
                $0 == String(installations.count) || !name.isEmpty && FoldedName.fold($0) == FoldedName.fold(name)
            }
            ?? (installations.count == 1)
        isWanted = isNamed && found == nil
        if isWanted { found = installations.count - 1 }
    }

    /// Counts the addresses of other installations, which belong to another bus.
    private func skip(_ name: String) {
        if name == "GroupAddress" { installations[installations.count - 1].groups += 1 }
    }

    /// The names with which `--installation` selects each installation: its own if it is unique, else its number.
    var installationNames: [String] {
        let folded = installations.map { FoldedName.fold($0.name) }
        return installations.indices.map { index in
            let isUnique = !folded[index].isEmpty && folded.filter { $0 == folded[index] }.count == 1
            return isUnique ? installations[index].name : String(index + 1)
        }
    }

    private var otherInstallations: [String] {
        let names = installationNames
        return installations.indices.filter { $0 != found }.map { index in
            let count = installations[index].groups
            let name = names[index].contains(where: \.isWhitespace) ? "\"\(names[index])\"" : names[index]
            return
                "the project also has the installation \(name) with \(count) group \(count == 1 ? "address" : "addresses"); "
                + "import it into a file of its own with --installation \(name)"
        }
    }

    private func startDevice(_ attributes: XMLAttributes) {
        // Power supplies have no address.
        guard let number = attributes.filled("Address") else { return }
        device = Device(
            device: ProjectDevice(
                id: attributes["Id"] ?? "",
                address: "\(area).\(line).\(number)",
                name: attributes["Name"] ?? "",
                description: attributes["Description"] ?? ""
            ),
            product: attributes["ProductRefId"] ?? "",
            hardwareProgram: attributes["Hardware2ProgramRefId"] ?? ""
        )
    }

    private func startInDevice(_ name: String, _ attributes: XMLAttributes) {
        switch name {
        case "ComObjectInstanceRef":
            object = Object(
                reference: attributes["RefId"] ?? "",
                text: attributes["Text"],
                functionText: attributes["FunctionText"],
                description: attributes["Description"] ?? "",
                flags: ObjectFlags(attributes),
                types: TypeNumber.list(ets: attributes["DatapointType"]),
                channel: attributes.filled("ChannelId"),
                links: (attributes["Links"] ?? "").split(separator: " ").map { Self.local(String($0)) }
            )
        case "Send":
            // The sending address comes first, whatever its position.
            if let id = attributes["GroupAddressRefId"] { object?.links.insert(Self.local(id), at: 0) }
        case "Receive":
            if let id = attributes["GroupAddressRefId"] { object?.links.append(Self.local(id)) }
        case "ModuleInstance": module = attributes["Id"] ?? ""
        case "Argument":
            if let id = attributes["RefId"] { device?.arguments[module, default: [:]][id] = attributes["Value"] ?? "" }
        case "ParameterInstanceRef":
            if let id = attributes["RefId"], let value = attributes.filled("Value") { device?.parameters[id] = value }
        case "Node" where attributes["Type"] == "Channel":
            guard let id = attributes["RefId"], let objects = attributes.filled("GroupObjectInstances") else { return }
            device?.channels.append((id, attributes["Text"] ?? "", Set(objects.split(separator: " ").map(String.init))))
        default: break
        }
    }

    private func startSpace(_ attributes: XMLAttributes) {
        openSpaces.append(
            ProjectSpace(
                id: attributes["Id"] ?? "",
                kind: attributes["Type"] ?? "",
                name: attributes["Name"] ?? "",
                number: attributes["Number"] ?? "",
                description: attributes["Description"] ?? "",
                comment: attributes["Comment"] ?? ""
            )
        )
    }

    private func startFunction(_ attributes: XMLAttributes) {
        guard !openSpaces.isEmpty else { return }
        let id = Self.local(attributes["Id"] ?? "")
        isInFunction = true
        openSpaces[openSpaces.count - 1].functions.append(id)
        let function = ProjectFunction(
            id: id,
            name: attributes["Name"] ?? "",
            type: attributes["Type"] ?? "",
            space: openSpaces[openSpaces.count - 1].id,
            description: attributes["Description"] ?? "",
            comment: attributes["Comment"] ?? ""
        )
        functions.append((function, []))
    }

    private func startRange(_ attributes: XMLAttributes) {
        ranges.append(
            ProjectRange(
                name: attributes["Name"] ?? "",
                first: attributes["RangeStart"].flatMap { Int($0) } ?? 0,
                last: attributes["RangeEnd"].flatMap { Int($0) } ?? 0,
                parent: openRanges.last
            )
        )
        openRanges.append(ranges.count - 1)
    }

    private func takeGroup(_ attributes: XMLAttributes) {
        let name = attributes["Name"] ?? ""
        guard let raw = attributes["Address"].flatMap({ UInt16($0) }), raw > 0 else {
            faults.append("\"\(name)\" has no valid group address: \"\(attributes["Address"] ?? "")\"")
            return
        }
        groups.append(
            ProjectGroup(
                id: Self.local(attributes["Id"] ?? ""),
                address: GroupAddress(raw: raw),
                name: name,
                description: attributes["Description"] ?? "",
                comment: attributes["Comment"] ?? "",
                type: TypeNumber.list(ets: attributes["DatapointType"]).first,
                isSecured: attributes.filled("Key") != nil,
                range: openRanges.last
            )
        )
    }
}

extension ObjectFlags {
    init(_ attributes: XMLAttributes) {
        func flag(_ name: StaticString) -> Bool? { attributes[name].map { $0 == "Enabled" } }
        communicates = flag("CommunicationFlag")
        reads = flag("ReadFlag")
        writes = flag("WriteFlag")
        transmits = flag("TransmitFlag")
        updates = flag("UpdateFlag")
    }
}
