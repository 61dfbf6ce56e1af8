import DomoKNX

/// What the names of group ranges show about the addresses in them.
///
/// Many projects have a group range for each function, such as `Auf/Ab` and `Lamelle`, in which the addresses only have
/// the names of rooms.
struct RangeReadings {
    private struct Range {
        var reading: NameReading
        /// The words that apply to all addresses in it.
        var words: Set<RoleWord>
        var kind: ElementKind?
        /// Whether it contains addresses of one function, and is not a place.
        var isFunction = false
    }

    /// The names of all groups, with the words of their ranges.
    private(set) var groups: [GroupAddress: NameReading] = [:]
    private(set) var kinds: [GroupAddress: ElementKind] = [:]
    private var ranges: [Range]
    private let project: Project

    init(_ project: Project) {
        self.project = project
        ranges = project.ranges.map { range in
            let reading = NameReading(range.name)
            let kind = NameReading.foldedTokens(range.name).lazy.compactMap { ElementKind(word: $0) }.first
            return Range(reading: reading, words: reading.words.filter(\.isFunction), kind: kind)
        }
        let own = Dictionary(project.groups.map { ($0.address, NameReading($0.name, type: $0.type)) }) { first, _ in
            first
        }
        let members = self.members()
        for index in ranges.indices { limit(index, to: members[index], own) }
        findFunctions(members, own)
        for group in project.groups {
            groups[group.address] = reading(
                of: group,
                own: own[group.address] ?? NameReading(group.name, type: group.type)
            )
            kinds[group.address] = chain(of: group.range).compactMap { ranges[$0].kind }.first
        }
    }

    /// The names of the ranges of a group that may be places, the outermost first.
    func placeNames(of group: ProjectGroup) -> [String] {
        let chain = chain(of: group.range)
        let names = chain.reversed().filter { !ranges[$0].isFunction && !ranges[$0].reading.base.isEmpty }
            .map { project.ranges[$0].name }
        guard names.isEmpty, let kind = chain.first(where: { ranges[$0].kind != nil }) else { return names }
        // `Licht` of `Licht schalten`, if nothing else is a place.
        return [ranges[kind].reading.display].filter { !$0.isEmpty }
    }

    /// The name of the function range of a group, to distinguish it from others with its name.
    func functionName(of group: ProjectGroup) -> String? {
        guard let index = group.range, ranges[index].isFunction else { return nil }
        let name = ranges[index].reading.display
        if !name.isEmpty { return name }
        // `Auf/Ab` in `Jalousien`
        let outer = chain(of: index).first { ranges[$0].kind != nil && !ranges[$0].reading.display.isEmpty }
        return outer.map { ranges[$0].reading.display } ?? project.ranges[index].name
    }

    /// What addresses of one element have in common besides their name: the main group or, if the main groups are
    /// functions, the middle group.
    func scope(of group: ProjectGroup) -> String {
        let chain = chain(of: group.range)
        guard chain.count > 1, let outermost = chain.last, ranges[outermost].isFunction else {
            return "\(group.address.raw >> 11)"
        }
        return "function " + chain.dropLast().map { project.ranges[$0].name }.joined(separator: "/")
    }

    // MARK: Reading

    /// The innermost range first.
    private func chain(of range: Int?) -> [Int] {
        var chain: [Int] = []
        var next = range
        while let index = next {
            chain.append(index)
            next = project.ranges[index].parent
        }
        return chain
    }

    /// The groups in each range and in the ranges in it.
    private func members() -> [[ProjectGroup]] {
        var members = [[ProjectGroup]](repeating: [], count: ranges.count)
        for group in project.groups { for index in chain(of: group.range) { members[index].append(group) } }
        return members
    }

    /// Removes words that can't apply to all addresses in the range.
    private mutating func limit(_ index: Int, to members: [ProjectGroup], _ own: [GroupAddress: NameReading]) {
        let names = members.compactMap { own[$0.address]?.words }
        /// Whether names use the word to distinguish addresses. A few names may just repeat it.
        func isNamed(_ word: RoleWord) -> Bool { names.count { $0.contains(word) } * 3 >= names.count }
        // `Ist/Soll`, `Schalten/Status`: both are in it, and names distinguish them.
        if ranges[index].words.isSuperset(of: [.setPoint, .actual]) {
            ranges[index].words.subtract([.setPoint, .actual, .state])
        }
        if ranges[index].words.contains(where: { $0 != .state && $0.isRole }), isNamed(.state) {
            ranges[index].words.remove(.state)
        }
        for word: RoleWord in [.slat, .setPoint, .control, .lock, .hue, .saturation, .white] where isNamed(word) {
            ranges[index].words.remove(word)
        }
        // Covers that are called after their slats.
        let types = Set(members.compactMap(\.type))
        if types.contains(TypeNumber(1, 8)), types.contains(where: { $0.main == 5 }) {
            ranges[index].words.remove(.slat)
        }
        // `Block A` is a building.
        if NameReading.foldedTokens(project.ranges[index].name).contains("block") { ranges[index].words.remove(.lock) }
    }

    private mutating func findFunctions(_ members: [[ProjectGroup]], _ own: [GroupAddress: NameReading]) {
        for index in ranges.indices where !ranges[index].words.isEmpty {
            ranges[index].isFunction = ranges[index].reading.others.allSatisfy { ElementKind(word: $0) != nil }
        }
        // `Raumtemperatur` beside `Betriebsart`, with the same names of rooms.
        let siblings = Dictionary(grouping: ranges.indices) { project.ranges[$0].parent ?? -1 }
        for (parent, siblings) in siblings where siblings.count > 1 {
            let names = siblings.map { self.names(in: members[$0], own, isOutermost: parent < 0) }
            for (place, index) in siblings.enumerated() {
                if isFunction(place, siblings, names, isOutermost: parent < 0) { ranges[index].isFunction = true }
            }
        }
    }

    /// Whether at least half of the names in a range are also in ranges beside it, for another function.
    private func isFunction(
        _ place: Int,
        _ siblings: [Int],
        _ names: [[String: Set<Int>]],
        isOutermost: Bool
    ) -> Bool {
        let range = ranges[siblings[place]]
        guard !range.words.isEmpty || (range.kind == nil && !isOutermost) else { return false }
        var shared: Set<String> = []
        for other in siblings.indices where other != place {
            let common = names[place].keys.filter { names[other][$0] != nil }
            guard !common.isEmpty else { continue }
            if range.words.isEmpty {
                for name in common where names[place][name]!.isDisjoint(with: names[other][name]!) {
                    shared.insert(name)
                }
            } else if range.words != ranges[siblings[other]].words {
                shared.formUnion(common)
            } else if range.reading.others != ranges[siblings[other]].reading.others {
                // `Schalten EG`, `Schalten OG`
                return false
            }
        }
        return !shared.isEmpty && shared.count * 2 >= names[place].count && (!range.words.isEmpty || shared.count > 1)
    }

    /// The names in a range, each with the main numbers of its types.
    private func names(
        in members: [ProjectGroup],
        _ own: [GroupAddress: NameReading],
        isOutermost: Bool
    ) -> [String: Set<Int>] {
        var names: [String: Set<Int>] = [:]
        for group in members {
            guard let base = own[group.address]?.base, !base.isEmpty else { continue }
            let inner = isOutermost ? chain(of: group.range).dropLast().map { project.ranges[$0].name } : []
            let key = ([base] + inner).joined(separator: "\u{0}")
            names[key, default: []].insert(group.type?.main ?? 0)
        }
        return names
    }

    /// The name of a group, with the words of its ranges. The innermost range with words takes precedence.
    private func reading(of group: ProjectGroup, own: NameReading) -> NameReading {
        var reading = own
        var isFound = false
        for index in chain(of: group.range) {
            let words = ranges[index].words
            guard !words.isEmpty else { continue }
            if isFound {
                // `Switching` in `Status`.
                if words == [.state] { reading.words.insert(.state) }
                continue
            }
            isFound = true
            if own.words.allSatisfy({ !$0.isRole }) { reading.words.formUnion(words.filter(\.isRole)) }
            reading.words.formUnion(words.intersection([.state, .slat, .setPoint, .control, .lock]))
            reading.words.formUnion(words.intersection(RoleWord.ofColours))
        }
        return reading
    }
}
