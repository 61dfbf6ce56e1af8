import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoLanguage
import DomoModel

/// Creates a random house of switches, dimmers, covers and values.
struct KNXHouseMaker {
    /// A telegram with this address that says on starts this scene.
    static let trigger = group(0, 0, 1)
    static let triggered = "Pulsa"

    var dice: Dice
    var house = KNXHouse()

    init(_ dice: Dice) { self.dice = dice }

    static let centralSwitch = group(0, 0, 1)
    private static let centralInverted = group(0, 0, 2)
    private static let centralCover = group(0, 1, 1)

    static func group(_ main: UInt16, _ middle: UInt16, _ sub: Int) -> GroupAddress {
        GroupAddress(raw: main << 11 | middle << 8 | UInt16(sub))
    }

    static func type(_ main: UInt16, _ sub: UInt16) -> DatapointType {
        guard let type = DatapointType(main: main, sub: sub) else {
            preconditionFailure("the registry has no \(main).\(sub)")
        }
        return type
    }

    mutating func make() -> KNXHouse {
        let isLarge = dice.chance(80)
        for number in 0..<(isLarge ? dice.number(20...50) : dice.number(1...5)) { addSwitch(number) }
        for number in 0..<dice.number(0...4) { addDimmer(number) }
        for number in 0..<(isLarge ? dice.number(0...24) : dice.number(0...4)) { addCover(number) }
        for number in 0..<dice.number(0...4) { addValue(number) }
        for number in 0..<dice.number(0...3) { addColour(number) }
        addExposures()
        house.bindings.scenes = [
            KNXScene(group: Self.group(0, 3, 1), type: Self.type(18, 1), number: 5, run: "Noche")
        ]
        house.scenes = makeScenes()
        house.index()
        return house
    }

    /// A house of 30 switches, and covers that are moved by time.
    mutating func makeLoaded(covers: Int) -> KNXHouse {
        for number in 0..<30 {
            let relay = KNXFacet(
                facet("S\(number)", .binary),
                command: Self.group(1, 0, number + 1),
                states: [Self.group(1, 4, number + 1)],
                type: Self.type(1, 1)
            )
            add("S\(number)", [.binary], [relay])
        }
        for number in 0..<covers {
            let motion = KNXMotion(
                stop: Self.group(2, 1, number + 1),
                up: .milliseconds(8000 + 370 * number),
                down: .milliseconds(7000 + 370 * number)
            )
            let cover = KNXFacet(
                facet("C\(number)", .bidirectional),
                command: Self.group(2, 0, number + 1),
                type: Self.type(1, 8),
                motion: motion
            )
            add("C\(number)", [.bidirectional, .regulable], [cover])
        }
        house.index()
        return house
    }

    mutating func add(
        _ name: String,
        _ types: [FacetType],
        _ facets: [KNXFacet],
        _ details: Details? = nil
    ) {
        let element = Element(name: name, kind: .device, types: FacetTypes(types) ?? FacetTypes(), details: details)
        house.elements.append(element)
        house.bindings.facets += facets
    }

    func facet(_ name: String, _ type: FacetType) -> FacetName {
        FacetName(path: "\(KNXHouse.name)/\(name)", type: type)
    }

    private mutating func addSwitch(_ number: Int) {
        let name = "S\(number)"
        let isContact = number > 0 && dice.chance(150)
        var relay = KNXFacet(
            facet(name, .binary),
            command: isContact ? nil : Self.group(1, 0, number + 1),
            states: isContact || !dice.chance(120) ? [Self.group(1, 4, number + 1)] : [],
            type: Self.type(1, 1),
            isInverted: dice.chance(150)
        )
        if !isContact, dice.chance(500) {
            relay.listens.append(KNXListen(group: Self.centralSwitch, type: Self.type(1, 1)))
        }
        if !isContact, dice.chance(100) {
            relay.listens.append(KNXListen(group: Self.centralInverted, type: Self.type(1, 1), isInverted: true))
        }
        if dice.chance(50) { relay.read = .never }
        if !isContact, dice.chance(150) { relay.repeats = false }
        add(name, [.binary], [relay])
    }

    private mutating func addDimmer(_ number: Int) {
        let name = "D\(number)"
        let level = KNXFacet(
            facet(name, .regulable),
            command: Self.group(1, 2, number + 1),
            states: [Self.group(1, 5, number + 1)],
            type: dice.chance(800) ? Self.type(5, 1) : Self.type(5, 4),
            relative: dice.chance(500) ? Self.group(1, 1, number + 1) : nil
        )
        guard dice.chance(750) else { return add(name, [.regulable], [level]) }
        let binary = KNXFacet(
            facet(name, .binary),
            command: Self.group(1, 0, 101 + number),
            states: dice.chance(800) ? [Self.group(1, 4, 101 + number)] : [],
            listens: dice.chance(400) ? [KNXListen(group: Self.centralSwitch, type: Self.type(1, 1))] : [],
            type: Self.type(1, 1)
        )
        add(name, dice.chance(500) ? [.regulable, .binary] : [.binary, .regulable], [binary, level])
    }

    private mutating func addCover(_ number: Int) {
        let name = "C\(number)"
        let sub = number + 1
        let hasPosition = dice.chance(500)
        let hasStop = dice.chance(500)
        let hasTimes = !hasPosition && dice.chance(800)
        let up = dice.number(4...15)
        var motion = KNXMotion(
            stop: hasStop ? Self.group(2, 1, sub) : nil,
            step: hasStop && dice.chance(700) ? nil : Self.group(2, 7, sub),
            up: hasTimes ? .seconds(up) : nil,
            down: hasTimes ? .seconds(up - dice.number(0...2)) : nil
        )
        if dice.chance(400) { motion.moving = Self.group(2, 4, sub) }
        if dice.chance(400) { motion.direction = Self.group(2, 5, sub) }
        if dice.chance(250) { motion.locked = Self.group(2, 6, sub) }
        let cover = KNXFacet(
            facet(name, .bidirectional),
            command: Self.group(2, 0, sub),
            listens: dice.chance(500) ? [KNXListen(group: Self.centralCover, type: Self.type(1, 8))] : [],
            type: Self.type(1, 8),
            motion: motion
        )
        guard hasPosition else {
            return add(name, hasTimes && dice.chance(700) ? [.bidirectional, .regulable] : [.bidirectional], [cover])
        }
        let level = KNXFacet(
            facet(name, .regulable),
            command: dice.chance(800) ? Self.group(2, 2, sub) : nil,
            states: [Self.group(2, 3, sub)],
            type: Self.type(5, 1),
            isInverted: dice.chance(200),
            within: .seconds(25)
        )
        add(name, [.bidirectional, .regulable], [cover, level])
        if dice.chance(500) { addSlats(number) }
    }

    private mutating func addSlats(_ number: Int) {
        let element = Element(
            name: "L\(number)",
            kind: .device,
            isPart: true,
            types: FacetTypes([.regulable]) ?? FacetTypes(),
            details: Details(role: .slats)
        )
        house.elements.append(element)
        house.bindings.facets.append(
            KNXFacet(
                FacetName(path: KNXHouse.path(element), type: .regulable),
                command: Self.group(4, 0, number + 1),
                states: [Self.group(4, 1, number + 1)],
                type: Self.type(5, 1)
            )
        )
    }

    private mutating func addValue(_ number: Int) {
        let name = "V\(number)"
        let state = Self.group(3, 2, number + 1)
        var value: KNXFacet
        switch dice.below(5) {
        case 4: value = setPoint(name, number, state)
        case 0:
            value = KNXFacet(facet(name, .value), states: [state], type: Self.type(9, 1))
            if dice.chance(500) {
                value.expires = .seconds(dice.number(6...20))
                value.read = dice.chance(500) ? .onExpiry : .atStart
            }
        case 1:
            value = KNXFacet(
                facet(name, .value),
                command: Self.group(3, 1, number + 1),
                states: [state],
                type: Self.type(20, 102),
                words: [KNXWord(value: "confort", raw: 1), KNXWord(value: "noche", raw: 3)]
            )
        case 2:
            value = KNXFacet(
                facet(name, .value),
                command: Self.group(3, 1, number + 1),
                states: [state],
                type: Self.type(5, 10)
            )
        default:
            let command = Self.group(3, 1, number + 1)
            value = KNXFacet(
                facet(name, .value),
                command: command,
                states: [dice.chance(500) ? command : state],
                type: Self.type(9, 1)
            )
            if dice.chance(300) { value.read = .every(.seconds(dice.number(10...30))) }
        }
        add(name, [.value], [value])
    }

    /// A set-point that is ordered as a difference.
    private mutating func setPoint(_ name: String, _ number: Int, _ state: GroupAddress) -> KNXFacet {
        let other = Self.group(3, 3, number + 1)
        let isCounted = dice.chance(700)
        let increment = isCounted ? Decimal(dice.chance(500) ? "0.5" : "0.1") : nil
        var value = KNXFacet(
            facet(name, .value),
            command: Self.group(3, 1, number + 1),
            states: [state],
            type: isCounted ? Self.type(6, 10) : Self.type(9, 2),
            shift: KNXShift(dice.chance(500) ? .base(other) : .setPoint(other), increment: increment)
        )
        if dice.chance(300) {
            value.expires = .seconds(dice.number(6...20))
            value.read = dice.chance(500) ? .onExpiry : .atStart
        }
        return value
    }

    // MARK: - Exposures and scenes

    private mutating func addExposures() {
        let switches = house.bindings.facets.filter { $0.facet.type == .binary && $0.command != nil }
        guard let first = switches.first, let last = switches.last else { return }
        if dice.chance(400) {
            house.bindings.exposures.append(
                KNXExposure(
                    .facet(first.facet),
                    group: Self.group(5, 0, 1),
                    type: Self.type(1, 1),
                    every: dice.chance(300) ? .seconds(dice.number(5...9)) : nil,
                    cooldown: dice.chance(500) ? .milliseconds(dice.number(200...1500)) : nil
                )
            )
        }
        if dice.chance(300) {
            house.bindings.exposures.append(
                KNXExposure(
                    .facet(last.facet),
                    group: Self.group(5, 0, 2),
                    type: Self.type(1, 1),
                    receives: true,
                    sends: false,
                    answers: dice.chance(500)
                )
            )
        }
        if dice.chance(200) {
            house.bindings.exposures.append(
                KNXExposure(
                    .clock(house: KNXHouse.name),
                    group: Self.group(6, 0, 1),
                    type: Self.type(10, 1)
                )
            )
        }
    }

    private mutating func makeScenes() -> [Catalog.Scene] {
        var night: [String] = []
        for element in house.elements.prefix(6) where dice.chance(600) {
            switch element.types.first {
            case .binary: night.append("set \(element.name) off")
            case .regulable: night.append("dim \(element.name) \(dice.below(6) * 20)")
            case .bidirectional: night.append("set \(element.name) down")
            case .colour: night.append("set \(element.name) warm")
            case .value, nil: break
            }
        }
        if night.isEmpty { night = ["set S0 off"] }
        let switches = house.elements.filter { $0.types.contains(.binary) }
        let follower = switches[dice.below(switches.count)].name
        return [
            Self.scene("Noche", night.joined(separator: "\n")),
            Self.scene("Sigue", "when S0 on\nagain: skip\nset \(follower) on\nwait 300ms\nset \(follower) off"),
            Self.scene(Self.triggered, "when telegram \(Self.trigger) is on\nagain: skip\nset \(follower) on"),
        ]
    }

    private static func scene(_ name: String, _ text: String) -> Catalog.Scene {
        let (script, mistakes) = ScriptParser.parse(text)
        precondition(mistakes.isEmpty, "\(name): \(mistakes)")
        return Catalog.Scene(name: name, file: name + ".domo", script: script)
    }
}
