import DomoKNX

// Datapoint types of groups without a type of their own.
extension Project {
    /// Finds missing types through the linked objects: the type that all have, else the main type that all have, else a
    /// guess from the size of an object.
    mutating func resolveTypes() {
        var objects: [GroupAddress: [GroupObject]] = [:]
        for device in devices {
            for object in device.objects { for link in object.links { objects[link, default: []].append(object) } }
        }
        for index in groups.indices where groups[index].type == nil {
            let linked = objects[groups[index].address] ?? []
            if let type = Self.common(Set(linked.flatMap(\.typesByWidth))) {
                groups[index].type = type
            } else if let type = Self.common(Set(linked.compactMap(Self.likely))) {
                groups[index].type = type
                groups[index].isGuessed = true
            }
        }
    }

    private static func common(_ types: Set<TypeNumber>) -> TypeNumber? {
        guard let first = types.first else { return nil }
        if types.count == 1 { return first }
        return types.allSatisfy { $0.main == first.main } ? TypeNumber(first.main) : nil
    }

    private static func likely(_ object: GroupObject) -> TypeNumber? {
        switch object.size {
        case "1 Byte": TypeNumber(5)
        case "2 Bytes": TypeNumber(9)
        case "14 Bytes": TypeNumber(16)
        default: nil
        }
    }
}
