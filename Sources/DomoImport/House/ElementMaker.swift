import DomoKNX
import DomoModel

/// Makes elements from bundles, with their facets and names.
struct ElementMaker {
    let pairing: Pairing
    /// The language of the few words that are added to names.
    let isEnglish: Bool
    private(set) var unplaced: [Pairing.Unplaced] = []
    private(set) var notes: [String] = []

    init(_ pairing: Pairing, isEnglish: Bool) {
        self.pairing = pairing
        self.isEnglish = isEnglish
    }

    /// - Parameter number: the index of the bundle.
    /// - Returns: no elements if there is no facet for the bundle; then its addresses are in `unplaced`.
    mutating func elements(of bundle: Bundle, number: Int? = nil) -> [ElementDraft] {
        var made: [ElementDraft] = []
        let colour = ColourDraft(bundle, text: pairing.project.text)
        if bundle.isCover {
            made.append(cover(bundle))
        } else {
            let facets = light(bundle) + [self.colour(colour, of: bundle)].compactMap { $0 }
            if !facets.isEmpty {
                var element = ElementDraft(name: name(of: bundle), facets: facets)
                element.light = colour.light
                made.append(element)
            }
        }
        made += slats(bundle)
        made += values(bundle)
        if !bundle.isCover {
            for address in bundle.all(.locked) {
                var facet = FacetDraft(.binary)
                set(&facet, address, isState: pairing.flow(of: address) == .state)
                facet.type = type(of: address, fallback: TypeNumber(1, 3))
                made.append(ElementDraft(name: fullName(of: address), facets: [facet]))
            }
        }
        addRemarks(of: bundle, to: &made)
        for index in made.indices { made[index].bundle = number }
        let placed = Set(made.flatMap(\.addresses))
        for member in bundle.members where !placed.contains(member.address) {
            let reason = colour.reasons[member.address] ?? "its element has no facet for it"
            unplaced.append(Pairing.Unplaced(address: member.address, reason: reason))
        }
        return made
    }

    /// The function's remarks are about its main element; those of an address about the element that it is the first of.
    private func addRemarks(of bundle: Bundle, to made: inout [ElementDraft]) {
        for index in made.indices {
            let group = made[index].addresses.first.flatMap { pairing.groups[$0] }
            let own = group.map { [$0.description, $0.comment] } ?? []
            made[index].remarks = Remarks((index == 0 ? bundle.remarks : []) + own, name: made[index].name)
        }
    }

    // MARK: Kinds

    private func light(_ bundle: Bundle) -> [FacetDraft] {
        var facets: [FacetDraft] = []
        if bundle.has(.levelCommand) || bundle.has(.levelState)
            || (bundle.has(.relative) && (bundle.has(.switchCommand) || bundle.has(.switchState))
                && bundle.has(.levelState))
        {
            facets.append(level(bundle))
        }
        if bundle.has(.switchCommand) || bundle.has(.switchState) {
            var facet = FacetDraft(.binary)
            facet.command = bundle.first(.switchCommand)
            facet.states = bundle.all(.switchState)
            facet.type = type(of: facet.command ?? facet.states.first, fallback: TypeNumber(1, 1))
            facet.listens = listens(bundle, .switchCommand, type: facet.type)
            // Relative dimming without a level: only the switch is used.
            close(&facet)
            facets.append(facet)
        }
        return facets
    }

    private func level(_ bundle: Bundle) -> FacetDraft {
        var facet = FacetDraft(.level)
        facet.command = bundle.first(.levelCommand)
        facet.states = bundle.all(.levelState)
        facet.type = TypeNumber(5, 1)
        if !bundle.isCover { facet.relative = bundle.first(.relative) }
        facet.listens = listens(bundle, .levelCommand, type: facet.type) + listens(bundle, .relative, type: facet.type)
        close(&facet)
        return facet
    }

    private func colour(_ draft: ColourDraft, of bundle: Bundle) -> FacetDraft? {
        guard var facet = draft.facet, let type = facet.type else { return nil }
        for part in ColourPart.allCases where part.type == type {
            facet.listens = listens(bundle, .colourCommand(part), type: type)
        }
        close(&facet)
        return facet
    }

    /// A hue or a temperature of white in percent is dimmed like a lamp of its own.
    private func isColourInPercent(_ address: GroupAddress) -> Bool {
        pairing.hasColours && pairing.readings[address]?.words.isDisjoint(with: [.hue, .white]) == false
    }

    private func cover(_ bundle: Bundle) -> ElementDraft {
        var facet = FacetDraft(.motion)
        facet.command = bundle.first(.move)
        facet.step = bundle.first(.step)
        facet.stop = bundle.first(.stop)
        facet.moving = bundle.first(.moving)
        facet.direction = bundle.first(.direction)
        facet.locked = bundle.first(.locked)
        for role: Role in [.move, .step, .stop] { facet.listens += listens(bundle, role, type: TypeNumber(1, 8)) }
        var facets = [facet]
        if bundle.has(.levelCommand) || bundle.has(.levelState) { facets.append(level(bundle)) }
        return ElementDraft(name: name(of: bundle), facets: facets)
    }

    /// The slats of a cover are a separate element, because an element has only one level.
    private func slats(_ bundle: Bundle) -> [ElementDraft] {
        guard bundle.has(.slatCommand) || bundle.has(.slatState) else { return [] }
        var facet = FacetDraft(.level)
        facet.command = bundle.first(.slatCommand)
        facet.states = bundle.all(.slatState)
        facet.type = TypeNumber(5, 1)
        close(&facet)
        let hasCover = bundle.isCover
        let name = hasCover ? "\(self.name(of: bundle)) \(isEnglish ? "slats" : "lamas")" : self.name(of: bundle)
        return [ElementDraft(name: name, facets: [facet])]
    }

    private mutating func values(_ bundle: Bundle) -> [ElementDraft] {
        var made: [ElementDraft] = []
        for member in bundle.members {
            var facet = FacetDraft(.value)
            switch member.role {
            case .sceneCommand, .valueCommand:
                facet.command = member.address
                if let state = member.role.state { facet.states = bundle.all(state) }
                facet.listens = listens(bundle, member.role, type: nil)
            case .valueState(let type, let isSetPoint):
                guard !bundle.has(.valueCommand(type, isSetPoint: isSetPoint)) else { continue }
                facet.states = [member.address]
            case .switchCommand, .switchState, .relative, .levelCommand, .levelState, .slatCommand, .slatState, .move,
                .step, .stop, .moving, .direction, .locked, .colourCommand, .colourState:
                continue
            }
            facet.type = exactType(of: member.address)
            if facet.type?.main == 1 { facet.kind = .binary }
            if facet.type == TypeNumber(5, 1), isColourInPercent(member.address) { facet.kind = .level }
            close(&facet)
            // A scene number has no state.
            if member.role == .sceneCommand { facet.isNeverRead = true }
            let isAlone = bundle.members.count == 1 || facet.addresses.count == bundle.members.count
            let name = isAlone && bundle.name != nil ? clean(bundle.name!) : valueName(of: member.address, in: facet)
            made.append(ElementDraft(name: name, unit: unit(of: facet.type), facets: [facet]))
        }
        return made
    }

    private func set(_ facet: inout FacetDraft, _ address: GroupAddress, isState: Bool) {
        if isState { facet.states = [address] } else { facet.command = address }
        close(&facet)
    }

    private func close(_ facet: inout FacetDraft) {
        guard pairing.wiring.isKnown, let first = facet.states.first else { return }
        facet.isNeverRead = !pairing.wiring.isReadable(first)
    }

    private func listens(_ bundle: Bundle, _ role: Role, type: TypeNumber?) -> [FacetDraft.Listen] {
        bundle.listens.filter { $0.role == role }.map { listen in
            var own = pairing.groups[listen.address]?.type
            if role == .relative { own = TypeNumber(3, 7) }
            // With another type, the address would move the cover.
            let stops = [7, 10, 17].contains(own?.sub)
            if role == .step, !stops { own = TypeNumber(1, 7) }
            if role == .stop, !stops { own = TypeNumber(1, 10) }
            if own?.isKnown != true { own = nil }
            return FacetDraft.Listen(group: listen.address, type: own == type ? nil : own)
        }
    }

    // MARK: Types

    private func type(of address: GroupAddress?, fallback: TypeNumber) -> TypeNumber {
        guard let type = address.flatMap({ pairing.groups[$0]?.type }), type.main == fallback.main, type.sub != nil
        else {
            return fallback
        }
        return type
    }

    /// Returns a type with a subtype. If the project has only the main type, the subtype is guessed from the name.
    private mutating func exactType(of address: GroupAddress) -> TypeNumber {
        guard let group = pairing.groups[address] else { return TypeNumber(1, 1) }
        let type = group.type ?? Role.type(from: pairing.readings[address]?.words ?? []) ?? TypeNumber(1, 1)
        guard type.sub == nil || type.sub == 0 && type.main != 16 else { return type }
        var exact = TypeNumber(type.main, Subtypes.likely(main: type.main, name: group.name))
        if !exact.isKnown, let first = DatapointType.all.first(where: { Int($0.main) == type.main }) {
            exact.sub = Int(first.sub)
        }
        notes.append(
            "\(pairing.project.text(of: address)) \(group.name): the project has only the main type \(type.main); "
                + "\(exact) is a guess from the name"
        )
        return exact
    }

    private func unit(of type: TypeNumber?) -> String? {
        type?.registered?.unit
    }

    // MARK: Names

    /// The name of its ETS function, else of its addresses without role words.
    func name(of bundle: Bundle) -> String {
        if let name = bundle.name, case let cleaned = clean(name), !cleaned.isEmpty { return cleaned }
        guard let main = bundle.main else { return "" }
        let display = clean(pairing.readings[main]?.display ?? "")
        return display.isEmpty ? fullName(of: main) : display
    }

    private func valueName(of address: GroupAddress, in facet: FacetDraft) -> String {
        // The name of a pair leaves out the word that distinguishes the two addresses.
        if facet.command != nil, !facet.states.isEmpty {
            return name(of: Bundle(members: [.init(role: .sceneCommand, address: address)], evidence: .name))
        }
        return fullName(of: address)
    }

    func fullName(of address: GroupAddress) -> String {
        let name = clean(pairing.groups[address]?.name ?? "")
        return name.isEmpty ? pairing.project.text(of: address).replacing("/", with: "-") : name
    }

    /// Names that distinguish an element from others with its name: the full name of its address, and the name with
    /// that of its function range.
    func longerNames(of address: GroupAddress, than name: String) -> [String] {
        let function = pairing.groups[address].flatMap { pairing.ranges.functionName(of: $0) }
        return [fullName(of: address)] + (function.map { [clean("\(name) \($0)")] } ?? [])
    }

    func clean(_ name: String) -> String { HouseName.clean(name) }
}

/// Valid names for house files: 1–200 characters without `/` and control characters, with single spaces.
enum HouseName {
    static func clean(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: text += " "
            default: text.unicodeScalars.append(scalar == "/" ? "-" : scalar)
            }
        }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return String(words.prefix(160))
    }
}
