import DomoKNX

/// The contents of a project, or of an export of its group addresses, without conclusions.
struct Project: Equatable, Sendable {
    var name: String?
    /// The schema of the project's XML: 11 (ETS 4) to 23 and later (ETS 6); nil for an export.
    var schema: Int?
    var tool: String?
    var style = GroupAddress.Style.three
    /// Sorted by address.
    var groups: [ProjectGroup] = []
    var ranges: [ProjectRange] = []
    /// Sorted by address.
    var devices: [ProjectDevice] = []
    var spaces: [ProjectSpace] = []
    var functions: [ProjectFunction] = []
    /// What could not be read or resolved, for the user.
    var problems: [String] = []

    func text(of address: GroupAddress) -> String { GroupNotation.text(of: address, style: style) }

    /// The names of the ranges that contain a group, the outermost first.
    func rangeNames(of group: ProjectGroup) -> [String] {
        var names: [String] = []
        var next = group.range
        while let index = next {
            names.insert(ranges[index].name, at: 0)
            next = ranges[index].parent
        }
        return names
    }
}

/// A group address with its properties in the project.
struct ProjectGroup: Equatable {
    /// Without the prefix of the project: `GA-17`.
    var id: String
    var address: GroupAddress
    var name: String
    var description = ""
    /// Plain text or RTF.
    var comment = ""
    var type: TypeNumber?
    /// Whether the type is only a guess from the size of its objects or from its name.
    var isGuessed = false
    /// Whether it has a key of KNX Data Secure. The key itself is never read.
    var isSecured = false
    /// The index of the innermost range in `Project.ranges` that contains it.
    var range: Int?
}

/// A main or middle group.
struct ProjectRange: Equatable {
    var name: String
    var first: Int
    var last: Int
    var parent: Int?
}

/// A place of the building.
struct ProjectSpace: Equatable, Sendable {
    var id: String
    /// As ETS writes it: `Building`, `Floor`, `Room`, `DistributionBoard`.
    var kind: String
    var name: String
    var number = ""
    var description = ""
    /// Plain text or RTF.
    var comment = ""
    var spaces: [ProjectSpace] = []
    /// The addresses of the devices in it.
    var devices: [String] = []
    /// The ids of the functions in it.
    var functions: [String] = []
}

/// An ETS function: the addresses of one element in a room.
struct ProjectFunction: Equatable {
    struct Reference: Equatable {
        var address: GroupAddress
        /// `SwitchOnOff`; empty if not set.
        var role: String
        var name: String
    }

    var id: String
    var name: String
    /// `FT-1`, in ETS 4 `SwitchableLight`.
    var type: String
    /// The id of its space.
    var space: String
    var description = ""
    /// Plain text or RTF.
    var comment = ""
    var references: [Reference] = []
}
