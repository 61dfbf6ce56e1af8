import DomoKNX

/// Variables of rules: objects without a group address, which become virtual elements.
extension LinknxHouse {
    /// - Parameter levels: the objects that rules dim.
    mutating func addVariables(_ objects: [LinknxObject], levels: Set<String>) {
        var names = UniqueNames()
        for element in house.content.allElements {
            _ = names.reserve(element.name)
            if let label = element.remarks.label { _ = names.reserve(label) }
        }
        for object in objects {
            let subject = "\(object.id) (line \(object.line))"
            guard let kind = Self.kind(of: object, isLevel: levels.contains(object.id)) else {
                let reason = "a variable of type \(object.type), which domo has no element for"
                house.unplaced.append(UnplacedDraft(address: "", name: subject, reason: reason))
                continue
            }
            let own = [object.name, object.id, "Variable"].map(HouseName.clean).first { !$0.isEmpty } ?? ""
            var target = Target(element: names.reserve(own), kind: kind, object: object)
            // Only a level that rules dim counts from 0 to 255.
            if kind != .level { target.object.isRaw = false }
            targets[object.id] = target
            var facet = FacetDraft(kind)
            let main = object.type.main
            facet.type = TypeNumber(main, object.type.sub ?? Subtypes.likely(main: main, name: object.name))
            facet.listens = object.listeners.map { FacetDraft.Listen(group: $0.address, type: nil) }
            var element = ElementDraft(name: target.element, facets: [facet])
            element.virtual = object.initial.flatMap(target.value) ?? ""
            if let initial = object.initial, element.virtual == "" {
                let reason = "init=\"\(initial)\" is not a value of the element"
                house.unplaced.append(UnplacedDraft(address: "", name: subject, reason: reason))
            }
            house.content.elements.append(element)
        }
    }

    /// - Returns: nil for a type without a state.
    private static func kind(of object: LinknxObject, isLevel: Bool) -> FacetDraft.Kind? {
        switch object.type.main {
        case 1: .binary
        case 2, 3: nil
        case 5: isLevel || object.type == TypeNumber(5, 1) ? .level : .value
        default: .value
        }
    }
}
