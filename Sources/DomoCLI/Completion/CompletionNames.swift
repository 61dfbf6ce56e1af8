import DomoLanguage
import DomoModel

/// The names of a house for completions: each is the shortest unambiguous part of its path.
struct CompletionNames {
    private struct Name {
        var components: [Substring]
        /// Nil for a house or sector.
        var types: [String]?
        /// The legal values of its text.
        var options: [String] = []
        /// Whether its switch is a push button.
        var isButton = false
    }

    private var names: [Name] = []
    /// The number of elements and of places with a path suffix, folded as for comparing names.
    private var elementCount: [String: Int] = [:]
    private var placeCount: [String: Int] = [:]

    init(_ listing: Listing) {
        for place in listing.places { add(place) }
    }

    private mutating func add(_ place: PlaceView) {
        add(place.path, types: nil)
        for element in place.elements {
            add(element.path, types: element.types, element.options, isButton: element.isButton == true)
            for part in element.parts ?? [] {
                add(part.path, types: part.types, part.options, isButton: part.isButton == true)
            }
        }
        for sector in place.sectors { add(sector) }
    }

    private mutating func add(_ path: String, types: [String]?, _ options: [String]? = nil, isButton: Bool = false) {
        let components = path.split(separator: "/")
        let name = Name(components: components, types: types, options: options ?? [], isButton: isButton)
        names.append(name)
        for suffix in Self.suffixes(name) {
            let folded = FoldedName.fold(suffix)
            if types == nil { placeCount[folded, default: 0] += 1 } else { elementCount[folded, default: 0] += 1 }
        }
    }

    private static func suffixes(_ name: Name) -> [String] {
        (1...name.components.count).map { name.components.suffix($0).joined(separator: "/") }
    }

    /// What may follow the operands.
    func candidates(_ completable: Completable, operands: [String], prefix: String) -> [String] {
        switch completable {
        case .places: names.flatMap { spellings($0, prefix: prefix) }
        case .elements(let type):
            elements { types in type.map { types.contains($0.word) } ?? true }
                .flatMap { spellings($0, prefix: prefix) }
        case .values(let type):
            values(of: operands.first ?? "", as: type)
        case .nothing, .words, .scenes, .files: []
        }
    }

    private func elements(_ isMeant: ([String]) -> Bool) -> [Name] {
        names.filter { $0.types.map(isMeant) ?? false }
    }

    /// The shortest unambiguous name; all unambiguous names once the prefix has a slash.
    private func spellings(_ name: Name, prefix: String) -> [String] {
        let count = name.types == nil ? placeCount : elementCount
        let whole = name.components.joined(separator: "/")
        let clear = Self.suffixes(name).filter { count[FoldedName.fold($0)] == 1 || $0 == whole }
        return prefix.contains("/") ? clear.filter { $0.hasPrefix(prefix) } : Array(clear.prefix(1))
    }

    private func values(of operand: String, as type: FacetType?) -> [String] {
        let wanted = FoldedName.fold(operand)
        let name = elements { _ in true }.first { Self.suffixes($0).contains { FoldedName.fold($0) == wanted } }
        guard let name, let types = name.types else { return [] }
        return types.filter { $0 == type?.word ?? $0 }.flatMap { word in
            if word == FacetType.value.word, !name.options.isEmpty { return name.options }
            if word == FacetType.binary.word, name.isButton { return [Value.press.word] }
            return FacetType(word: word)?.completions ?? []
        }
    }
}
