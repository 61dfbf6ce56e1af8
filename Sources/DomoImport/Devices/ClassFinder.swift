import DomoKNX
import DomoKNXHouse
import DomoModel

/// Finds the class of an element where types, functions or names show it without doubt.
struct ClassFinder {
    private let facts: ProjectFacts

    init(_ facts: ProjectFacts) {
        self.facts = facts
    }

    func elementClass(of element: ElementDraft) -> ElementClass? {
        guard let main = element.ownAddresses.first, let facet = element.facets.first else { return nil }
        let tokens = facts.tokens(of: main).union(NameReading.foldedTokens(element.name))
        let kinds = element.facets.map(\.kind)
        if kinds.contains(.motion) { return cover(element, tokens) }
        if kinds.contains(.colour) { return element.facets.contains { $0.command != nil } ? .light : nil }
        if kinds == [.value] { return facet.command == nil ? sensor(facet, main, tokens) : nil }
        if kinds == [.binary], facet.command == nil { return contact(facet) }
        guard facts.isOutput(element) else { return nil }
        // A lamp or a socket with the name of a siren may be either.
        if kinds == [.binary], isSiren(tokens) { return tokens.contains(where: DeviceWords.isOutput) ? nil : .siren }
        return output(element, main, tokens)
    }

    /// Whether an element with its types and parts can have a class.
    func accepts(_ elementClass: ElementClass, _ element: ElementDraft) -> Bool {
        let types = element.facets.compactMap { FacetType(rawValue: UInt8($0.kind.rawValue)) }
        return types.allSatisfy(elementClass.types.contains)
            && element.parts.compactMap(\.role).allSatisfy(elementClass.roles.contains)
    }

    private func cover(_ element: ElementDraft, _ tokens: Set<String>) -> ElementClass? {
        if GateNames.isGate(Array(tokens), isCover: false) {
            return DeviceWords.starts(DeviceWords.windows, in: tokens)
                ? nil : DeviceWords.starts(["garage", "garaje", "garatge"], in: tokens) ? .garage : .gate
        }
        let found = [
            (DeviceWords.awning, ElementClass.awning), (DeviceWords.blind, .blind), (DeviceWords.shutter, .shutter),
        ].filter { DeviceWords.starts($0.0, in: tokens) }.map(\.1)
        return found.count == 1 ? found[0] : nil
    }

    private func isSiren(_ tokens: Set<String>) -> Bool {
        (DeviceWords.starts(DeviceWords.sirens, in: tokens) || DeviceWords.ends(DeviceWords.endsOfSirens, in: tokens))
            && !DeviceWords.starts(DeviceWords.notSirens, in: tokens)
    }

    private func output(_ element: ElementDraft, _ main: GroupAddress, _ tokens: Set<String>) -> ElementClass? {
        let isLight =
            tokens.contains { ElementKind(word: $0) == .light } || !tokens.isDisjoint(with: DeviceWords.lights)
            || DeviceWords.ends(DeviceWords.endsOfLights, in: tokens)
        let isSocket =
            !tokens.isDisjoint(with: DeviceWords.socket) || DeviceWords.ends(DeviceWords.endsOfSockets, in: tokens)
        let isOther =
            tokens.contains { [.cover, .climate].contains(ElementKind(word: $0)) }
            || !tokens.isDisjoint(with: DeviceWords.fan.union(DeviceWords.control))
            || DeviceWords.starts(DeviceWords.notLights, in: tokens)
            || DeviceWords.ends(DeviceWords.endsOfNotLights, in: tokens)
            || !isLight && DeviceWords.starts(DeviceWords.besideLights, in: tokens)
        if isSocket { return isLight || isOther ? nil : .socket }
        guard !isOther else { return nil }
        let functions = facts.functionTypes(of: element)
        if functions == ["FT-10"] { return isLight ? nil : .socket }
        if isLight { return .light }
        let lights: Set<String> = ["FT-1", "FT-2", "FT-6", "SwitchableLight", "DimmableLight"]
        if !functions.isEmpty { return functions.isSubset(of: lights) ? .light : nil }
        // Dimming up and down is for lights; the names of ranges are those of what is in them.
        if element.facets.contains(where: { $0.relative != nil }) { return .light }
        return facts.pairing.ranges.kinds[main] == .light ? .light : nil
    }

    private func sensor(_ facet: FacetDraft, _ main: GroupAddress, _ tokens: Set<String>) -> ElementClass? {
        guard let type = facet.type, !facet.states.isEmpty, facts.hasExactType(main),
            !DeviceWords.starts(DeviceWords.limits, in: tokens)
        else { return nil }
        switch (type.main, type.sub) {
        case (9, 1), (14, 68): return facts.isSetPoint(main) ? nil : .temperature
        case (9, 4): return .illuminance
        case (9, 5): return .wind
        case (9, 7): return .humidity
        case (9, 8): return tokens.contains("co2") ? .co2 : nil
        case (9, 24), (14, 56): return .power
        case (13, 10), (13, 13): return .energy
        default: return nil
        }
    }

    private func contact(_ facet: FacetDraft) -> ElementClass? {
        guard let type = facet.type, !facet.states.isEmpty else { return nil }
        switch (type.main, type.sub) {
        case (1, 18): return .presence
        case (1, 19): return .contact
        default: return nil
        }
    }
}
