import DomoEngineTesting
import DomoKNX
import DomoKNXHouse
import DomoModel

// Lamps with colours.

extension KNXHouseMaker {
    mutating func addColour(_ number: Int) {
        let name = "L\(number)"
        let hasLevel = dice.chance(500)
        let isHue = dice.chance(500)
        let hasWhite = dice.chance(500)
        var objects: [KNXColour.Object] = []
        func add(_ content: KNXColour.Content, _ type: DatapointType) {
            let sub = 10 * number + objects.count + 1
            objects.append(
                KNXColour.Object(content, command: Self.group(4, 0, sub), state: Self.group(4, 4, sub), type: type)
            )
        }
        if isHue {
            add(.hue, Self.type(5, 3))
            add(.saturation, Self.type(5, 1))
            if !hasLevel { add(.brightness, Self.type(5, 1)) }
        } else {
            add(.rgb, Self.type(232, 600))
        }
        if hasWhite { add(.white, Self.type(7, 600)) }
        let colour = KNXFacet(
            facet(name, .colour),
            command: objects[0].command,
            states: objects[0].state.map { [$0] } ?? [],
            type: objects[0].type,
            within: dice.chance(500) ? .seconds(dice.number(2...6)) : nil,
            colour: KNXColour(objects, hasBrightness: !hasLevel)
        )
        var facets = [colour]
        if hasLevel {
            facets.append(
                KNXFacet(
                    facet(name, .regulable),
                    command: Self.group(4, 2, number + 1),
                    states: [Self.group(4, 5, number + 1)],
                    type: Self.type(5, 1)
                )
            )
        }
        let light = LightModes(white: hasWhite ? 2000...6500 : nil)
        self.add(name, hasLevel ? [.regulable, .colour] : [.colour], facets, Details(light: light))
    }
}
