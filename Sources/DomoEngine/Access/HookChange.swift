public import DomoLanguage
public import DomoModel

/// A change or listing of hooks that was requested and is allowed.
public enum HookChange: Sendable, Equatable {
    case new(NewHook, HookRule, by: Cause)
    case list
    case revoke(name: String, by: Cause)
}

extension Engine {
    /// The creator manages everything. The hook has at most what its creator has at the time of each delivery.
    func hookChange(_ step: HookStep, by principal: Principal) throws(Fault) -> HookChange {
        switch step {
        case .new(let hook):
            let (action, grant) = try meaning(of: hook)
            let rule = AccessRules.Token(grant: grant, creator: principal.asCreator)
            return .new(hook, HookRule(rule: rule, action: action), by: principal.cause)
        case .list: return .list
        case .revoke(let name): return .revoke(name: name, by: principal.cause)
        }
    }

    private func meaning(of hook: NewHook) throws(Fault) -> (HookRule.Action, AccessRules.Grant) {
        switch hook.purpose {
        case .scene(let name):
            var places: [String] = []
            for place in hook.places {
                let path = try houses.path(named: place, seenIn: .everything)
                if !places.contains(path) { places.append(path) }
            }
            let grant = AccessRules.Grant(
                role: .act,
                places: places.isEmpty ? nil : places,
                opensDoors: hook.opensDoors
            )
            let scene = try scenes.scene(named: name, seenIn: Scope(places: grant.places), world: self)
            if !hook.opensDoors, let door = scenes.door(movedBy: scene.script, in: self) {
                throw Fault(
                    .notAllowed,
                    "the scene \(scene.name) has orders for \(door)",
                    hint: "add --doors if whoever has the secret of the hook may open it"
                )
            }
            return (.scene(scene.name), grant)
        case .report(let report):
            let element = try houses.element(named: report.element)
            let path = houses.path(of: element)
            let type = try type(of: report, of: element)
            do throws(ValueRefusal) {
                for value in report.values.values.sorted() { _ = try houses[element].value(value, as: type) }
            } catch {
                throw Fault(.refusedValue, error.message, hint: error.hint)
            }
            let action = HookRule.Report(path: path, type: type, field: report.field, values: report.values)
            return (.report(action), AccessRules.Grant(role: .read, places: [path]))
        }
    }

    private func type(of report: NewHook.Report, of element: ElementID) throws(Fault) -> FacetType {
        let path = houses.path(of: element)
        guard !houses[element].isVirtual else {
            throw Fault(
                .refusedValue,
                "\(path) is virtual: domo itself holds its value",
                hint: "use a scene with \"takes\" to set it"
            )
        }
        let types = houses.types(of: element).map(\.self)
        if let type = report.type {
            guard types.contains(type) else {
                throw Fault(.refusedValue, "\(path) is not \(type.word)", hint: "use --as with one of its types")
            }
            return type
        }
        guard types.count == 1, let only = types.first else {
            let words = types.map(\.word).joined(separator: ", ")
            throw Fault(.badRequest, "\(path) has several types", hint: "choose one with --as: \(words)")
        }
        return only
    }
}
