public import DomoKNX
public import DomoModel

extension KNXFacet {
    /// Every address that commands it.
    public var commandGroups: [GroupAddress] {
        [command, motion?.stop, motion?.step, relative].compactMap(\.self) + listens.map(\.group)
            + colourObjects.compactMap(\.command)
    }

    /// Every address on which its state is reported.
    public var stateGroups: [GroupAddress] {
        states
            + [motion?.moving, motion?.movingDown, motion?.direction, motion?.locked, shift?.reference.group]
            .compactMap(\.self) + colourObjects.compactMap(\.state)
    }

    /// Whether any address of it takes orders for its values.
    public var isOrdered: Bool { command != nil || colourObjects.contains { $0.command != nil } }

    /// The objects of a colour beside its first.
    public var colourObjects: ArraySlice<KNXColour.Object> { colour?.objects.dropFirst() ?? [] }
}

extension KNXBindings {
    public var isEmpty: Bool { facets.isEmpty && scenes.isEmpty && exposures.isEmpty }

    /// The bound facets, in the order of the house files.
    public var facetNames: [FacetName] { facets.map(\.facet) }

    /// Every command address. None of them may be read: in some installations a read of such an address triggers the
    /// command.
    public var commandGroups: Set<GroupAddress> { Set(facets.flatMap(\.commandGroups)).union(scenes.map(\.group)) }
}

extension KNXBindingFault {
    /// - `position`: `house.xml:12:7`; text in any other form is taken as a file name.
    public init(_ severity: Severity, at position: String, _ message: String, hint: String? = nil) {
        let parts = position.split(separator: ":", omittingEmptySubsequences: false)
        var (file, line, column) = (position, 1, 1)
        if parts.count >= 3, let ownLine = Int(parts[parts.count - 2]), let ownColumn = Int(parts[parts.count - 1]) {
            file = parts.dropLast(2).joined(separator: ":")
            (line, column) = (ownLine, ownColumn)
        }
        self.init(severity, file: file, line: line, column: column, message, hint: hint)
    }
}
