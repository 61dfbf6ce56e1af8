import DomoKNX

/// Datapoint types that the project does not give to a group itself.
extension Project {
    /// Takes the missing ones from the linked objects: the one that all have; the main type where they agree on no more;
    /// else what the width of an object makes likely.
    mutating func resolveTypes() {
        var objects: [GroupAddress: [GroupObject]] = [:]
        for device in devices {
            for object in device.objects { for link in object.links { objects[link, default: []].append(object) } }
        }
        for place in groups.indices where groups[place].type == nil {
            let linked = objects[groups[place].address] ?? []
            if let type = Self.common(Set(linked.flatMap(\.typesByWidth))) {
                groups[place].type = type
            } else if let type = Self.common(Set(linked.compactMap(Self.likely))) {
                groups[place].type = type
                groups[place].isGuessed = true
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
