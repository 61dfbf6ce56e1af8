import DomoKNX

/// What was read of a project or of an export of its group addresses, before anything is concluded from it.
struct Project: Equatable {
    var name: String?
    /// Of the XML of a project: 11 (ETS 4) to 23 and later (ETS 6); nil for an export.
    var schema: Int?
    var tool: String?
    var style = GroupAddress.Style.three
    /// Ascending.
    var groups: [ProjectGroup] = []
    var ranges: [ProjectRange] = []
    /// By address.
    var devices: [ProjectDevice] = []
    var spaces: [ProjectSpace] = []
    var functions: [ProjectFunction] = []
    /// What could not be read or resolved, for people.
    var problems: [String] = []

    func text(of address: GroupAddress) -> String { GroupNotation.text(of: address, style: style) }

    /// The names of the ranges that hold a group, the outermost first.
    func rangeNames(of group: ProjectGroup) -> [String] {
        var names: [String] = []
        var next = group.range
        while let place = next {
            names.insert(ranges[place].name, at: 0)
            next = ranges[place].parent
        }
        return names
    }
}

/// A group address and what the project says of it.
struct ProjectGroup: Equatable {
    /// Without the part of the project: `GA-17`.
    var id: String
    var address: GroupAddress
    var name: String
    var description = ""
    var type: TypeNumber?
    /// The type is no more than a guess from the width of its objects, or from its name.
    var isGuessed = false
    /// It has a key of KNX Data Secure. The key itself is never read.
    var isSecured = false
    /// The innermost of `Project.ranges` that holds it.
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
struct ProjectSpace: Equatable {
    var id: String
    /// As ETS writes it: `Building`, `Floor`, `Room`, `DistributionBoard`.
    var kind: String
    var name: String
    var number = ""
    var description = ""
    var spaces: [ProjectSpace] = []
    /// The addresses of the devices in it.
    var devices: [String] = []
    /// The ids of the functions in it.
    var functions: [String] = []
}

/// What ETS calls a function: the addresses of one thing in a room.
struct ProjectFunction: Equatable {
    struct Reference: Equatable {
        var address: GroupAddress
        /// `SwitchOnOff`; empty where the person who made the project gave none.
        var role: String
        var name: String
    }

    var id: String
    var name: String
    /// `FT-1`, in ETS 4 `SwitchableLight`.
    var type: String
    /// The id of its space.
    var space: String
    var references: [Reference] = []
}
