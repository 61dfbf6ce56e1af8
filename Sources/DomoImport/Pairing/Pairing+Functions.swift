import DomoKNX

// Second step: the functions of ETS. They give names and rooms and, if the wiring is unknown, roles.
extension Pairing {
    mutating func pairFunctions() {
        for function in project.functions {
            var owners: [Int] = []
            for reference in function.references {
                if let index = owner[reference.address], !owners.contains(index) { owners.append(index) }
            }
            for index in owners { update(index) { $0.space = $0.space ?? function.space } }
            let free = function.references.filter { isFree($0.address) }
            if owners.isEmpty {
                pairFree(free, of: function)
            } else {
                if owners.count == 1, !function.name.isEmpty {
                    update(owners[0]) { $0.name = $0.name ?? function.name }
                }
                if owners.count == 1 { update(owners[0]) { $0.remarks += [function.description, function.comment] } }
                for reference in free { complete(owners, with: reference) }
                let rest = free.filter { isFree($0.address) }
                if !rest.isEmpty { pairFree(rest, of: function, isRest: true) }
            }
        }
    }

    private mutating func complete(_ owners: [Int], with reference: ProjectFunction.Reference) {
        let fitting = owners.filter { index in
            role(of: reference, isCover: bundles[index].isCover).map { bundles[index].takes($0) } ?? false
        }
        guard fitting.count == 1, let role = role(of: reference, isCover: bundles[fitting[0]].isCover) else { return }
        add(role, reference.address, to: fitting[0])
    }

    private mutating func pairFree(
        _ references: [ProjectFunction.Reference],
        of function: ProjectFunction,
        isRest: Bool = false
    ) {
        let addresses = references.map(\.address)
        let isCover = isCover(addresses) || references.contains { $0.role == "MoveUpDown" }
        var bundle = Bundle(space: function.space, evidence: .function)
        var isOneThing = true
        for reference in references {
            guard let role = role(of: reference, isCover: isCover) else { continue }
            switch role {
            case .valueCommand, .valueState, .sceneCommand: isOneThing = isOneThing && bundle.members.isEmpty
            case .switchCommand, .switchState, .relative, .levelCommand, .levelState, .slatCommand, .slatState, .move,
                .step, .stop, .moving, .direction, .locked, .colourCommand, .colourState:
                isOneThing = isOneThing && !bundle.has(role)
            }
            bundle.add(role, reference.address)
        }
        if isOneThing, !bundle.members.isEmpty, !isRest {
            if !function.name.isEmpty { bundle.name = function.name }
            bundle.remarks = [function.description, function.comment]
            return append(bundle)
        }
        // If one function has several elements, their names distinguish them.
        var roles: [GroupAddress: Role] = [:]
        for reference in references where !reference.role.isEmpty {
            roles[reference.address] = role(of: reference, isCover: isCover)
        }
        pairNames(of: addresses, roles: roles, space: function.space, evidence: .function)
    }

    private func role(of reference: ProjectFunction.Reference, isCover: Bool) -> Role? {
        let words = NameReading(reference.name).words
        let own = (readings[reference.address]?.words ?? []).union(words)
        // The roles of ETS have none for colours.
        if let own = role(of: reference.address, isCover: isCover, words: words), own.colour != nil { return own }
        let declared = Role(ets: reference.role, type: groups[reference.address]?.type, words: own)
        if let declared, !contradicts(declared, wiring.flow(of: reference.address)) { return declared }
        return role(of: reference.address, isCover: isCover, words: words)
    }

    /// Whether the flags of the linked objects show that a role is mixed up.
    private func contradicts(_ role: Role, _ flow: Role.Flow) -> Bool {
        switch flow {
        case .state: !role.isState
        case .command: role.isState
        case .both, .unknown: false
        }
    }
}
