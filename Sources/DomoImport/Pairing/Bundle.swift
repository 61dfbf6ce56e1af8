import DomoKNX

/// The addresses of one element, each with its role.
struct Bundle {
    /// What connected the addresses.
    enum Evidence: String {
        case wiring, function, offset, name, listener
    }

    struct Member: Equatable {
        var role: Role
        var address: GroupAddress
    }

    var members: [Member] = []
    /// Additional command addresses, with the role of the command.
    var listens: [Member] = []
    /// The name of its ETS function.
    var name: String?
    /// The description and the comment of the function.
    var remarks: [String] = []
    /// The id of the function's space.
    var space: String?
    /// The index of the device whose output it is.
    var device: Int?
    var evidence: Evidence

    var isCover: Bool { has(.move) }

    var hasColour: Bool { members.contains { $0.role.colour != nil } }

    func has(_ role: Role) -> Bool { members.contains { $0.role == role } }
    func all(_ role: Role) -> [GroupAddress] { members.filter { $0.role == role }.map(\.address) }
    func first(_ role: Role) -> GroupAddress? { members.first { $0.role == role }?.address }

    /// The address that represents it: a command if there is one.
    var main: GroupAddress? {
        let order: [Role] = [.switchCommand, .move, .levelCommand, .switchState, .levelState]
        return order.lazy.compactMap(first).first ?? members.first { !$0.role.isState }?.address
            ?? members.first?.address
    }

    mutating func add(_ role: Role, _ address: GroupAddress) {
        let member = Member(role: role, address: address)
        if !members.contains(member) { members.append(member) }
    }

    /// Whether an address with this role may be added: at most one command of each kind, and only matching roles.
    func takes(_ role: Role) -> Bool {
        switch role {
        case .valueCommand, .sceneCommand: false
        // Only a value gets the state of a value.
        case .valueState(let type, let isSetPoint):
            !has(role) && has(.valueCommand(type, isSetPoint: isSetPoint))
        case .switchState:
            !has(role) && (has(.switchCommand) || has(.levelCommand) || has(.relative) || hasColour) && !isCover
        case .switchCommand:
            !has(role) && !isCover && (has(.levelCommand) || has(.levelState) || has(.relative) || hasColour)
        case .levelCommand, .levelState, .relative:
            !has(role)
                && (isCover || has(.switchCommand) || has(.levelCommand) || has(.levelState) || has(.relative)
                    || hasColour)
        case .colourCommand, .colourState:
            !has(role) && !isCover
                && (has(.switchCommand) || has(.levelCommand) || has(.levelState) || has(.relative) || hasColour)
        case .move: !has(role) && (has(.step) || has(.stop) || has(.levelCommand) && !has(.switchCommand))
        case .slatCommand: !has(role) && (isCover || has(.slatState))
        case .slatState: !has(role) && (isCover || has(.slatCommand))
        case .step, .stop, .moving, .direction, .locked: !has(role) && isCover
        }
    }
}
