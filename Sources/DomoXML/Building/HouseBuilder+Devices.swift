import DomoModel

// Devices: their parts, the roles of these, and classes.
extension HouseBuilder {
    mutating func closeRole() {
        let role: FacetRole? = takeName(.role)
        let draft = draft
        (draft.role, draft.rolePosition) = (role, fieldPosition)
    }

    mutating func closeClass() {
        let elementClass: ElementClass? = takeName(.elementClass)
        let draft = draft
        (draft.elementClass, draft.classPosition) = (elementClass, fieldPosition)
    }

    /// - Returns: nil, after a report, for another text.
    private mutating func takeName<Name: HouseName>(_ word: Word) -> Name? {
        guard let text = takeText(word) else { return nil }
        let language = language
        if let name = Name.allCases.first(where: { $0.spelling(in: language) == text }) { return name }
        let known = Name.allCases.map { $0.spelling(in: language) }.joined(separator: ", ")
        fail(at: fieldPosition, "\(tag(word)) is \"\(shortened(text))\"", "expected \(known)")
        return nil
    }

    /// Checks the types of a part against its role.
    mutating func checkRole(_ draft: DetailsDraft) {
        guard let role = draft.role, !element.hasWrongType,
            let type = element.types.first(where: { !role.types.contains($0) })
        else { return }
        fail(
            at: draft.rolePosition,
            "\(tag(.role)) \(role.spelling(in: language)) of a part with type \(type.rawValue) (\(type.word))",
            "a part with this role has \(Self.numbers(role.types))"
        )
    }

    /// Checks a device against its class, and the roles of its parts.
    mutating func checkClass(_ draft: DetailsDraft?, _ roles: [(role: FacetRole, position: SourcePosition)]) {
        for (number, part) in roles.enumerated() {
            guard let first = roles[..<number].first(where: { $0.role == part.role }) else { continue }
            fail(
                at: part.position,
                "duplicate \(tag(.role)) \(part.role.spelling(in: language))",
                "another part of the device has it, in line \(first.position.line)"
            )
        }
        guard let draft, let elementClass = draft.elementClass else { return }
        let name = elementClass.spelling(in: language)
        if !element.hasWrongType, let type = element.types.first(where: { !elementClass.types.contains($0) }) {
            fail(
                at: draft.classPosition,
                "\(tag(.elementClass)) \(name) of an element with type \(type.rawValue) (\(type.word))",
                "an element of this class has \(Self.numbers(elementClass.types))"
            )
        }
        for part in roles where !elementClass.roles.contains(part.role) {
            let language = language
            let possible = elementClass.roles.map { $0.spelling(in: language) }.joined(separator: ", ")
            fail(
                at: part.position,
                "\(tag(.role)) \(part.role.spelling(in: language)) in a \(name)",
                "the parts of this class have the roles \(possible), or none"
            )
        }
    }

    /// `the types 1 (binary), 2 (regulable)`
    private static func numbers(_ types: [FacetType]) -> String {
        let all = types.map { "\($0.rawValue) (\($0.word))" }.joined(separator: ", ")
        return types.count == 1 ? "the type \(all)" : "the types \(all)"
    }

    /// The path of a part must not be that of an element in a sector.
    mutating func compareOwners(with sectors: [Sector], _ owners: [(name: String, position: SourcePosition)]) {
        for owner in owners where sectors.contains(where: { $0.name == owner.name }) {
            fail(
                at: owner.position,
                "\"\(shortened(owner.name))\" has parts and the name of a sector in the same place",
                "rename one of them: the paths of what they contain must be different"
            )
        }
    }
}

/// A name in house files with a word in each language.
private protocol HouseName: CaseIterable {
    var word: String { get }
    var spanish: String { get }
}

extension HouseName {
    fileprivate func spelling(in language: HouseLanguage) -> String { language.pick(spanish, word) }
}

extension FacetRole: HouseName {}
extension ElementClass: HouseName {}
