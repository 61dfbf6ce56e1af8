import DomoModel
import Testing

@testable import DomoMQTT

@Suite("Table of components")
struct DiscoveryTableTests {
    typealias Row = DiscoveryTable.Row

    struct Pair: CustomTestStringConvertible {
        var type: FacetType
        var role: FacetRole?
        var elementClass: ElementClass?

        var testDescription: String {
            [type.word, role?.word, elementClass?.word].compactMap(\.self).joined(separator: " ")
        }
    }

    static let pairs: [Pair] = FacetType.allCases.flatMap { type in
        ([nil] + FacetRole.allCases).flatMap { role in
            ([nil] + ElementClass.allCases).map { Pair(type: type, role: role, elementClass: $0) }
        }
    }

    /// Device classes of Home Assistant 2025.4, by platform. Sources: the pages of the integrations `binary_sensor`, `cover`,
    /// `switch`, `sensor` of its documentation.
    static let deviceClasses: [Platform: Set<String>] = [
        .binarySensor: [
            "battery", "battery_charging", "carbon_monoxide", "cold", "connectivity", "door", "garage_door", "gas",
            "heat",
            "light", "lock", "moisture", "motion", "moving", "occupancy", "opening", "plug", "power", "presence",
            "problem", "running", "safety", "smoke", "sound", "tamper", "update", "vibration", "window",
        ],
        .cover: [
            "awning", "blind", "curtain", "damper", "door", "garage", "gate", "shade", "shutter", "window",
        ],
        .switch: ["outlet", "switch"],
        .sensor: ["battery"],
    ]

    /// The platforms that a shape may become, and whether it takes orders.
    private static func meaning(_ shape: Row.Shape) -> (platforms: [Platform], takesCommands: Bool) {
        switch shape {
        case .light: ([.light, .number], true)
        case .cover: ([.cover], true)
        case .climate: ([.climate], true)
        case .fan: ([.fan], true)
        case .valve: ([.valve], true)
        case .lock: ([.lock], true)
        case .siren: ([.siren], true)
        case .button: ([.button], true)
        case .switch: ([.switch], true)
        case .binarySensor: ([.binarySensor], false)
        case .percent: ([.number], true)
        case .level: ([.sensor], false)
        case .sensor: ([.sensor], false)
        case .entry: ([.select, .number, .text], true)
        }
    }

    @Test(arguments: pairs)
    func eachPairHasARow(pair: Pair) throws {
        for takesCommands in [false, true] {
            let row = DiscoveryTable.row(pair.type, pair.role, pair.elementClass, takesCommands: takesCommands)
            let (platforms, orders) = Self.meaning(row.shape)
            // A cover is also one without commands.
            if !takesCommands { #expect(!orders || row.shape == .cover) }
            if let deviceClass = row.deviceClass {
                let known = try #require(Self.deviceClasses[platforms[0]])
                #expect(known.contains(deviceClass))
            }
            // And what is made of it is one component.
            let element = DiscoverySamples.element(
                [pair.type],
                pair.elementClass,
                commands: takesCommands ? [pair.type] : [],
                role: pair.role,
                light: pair.type == .colour ? .init(hasColours: true, white: nil) : nil
            )
            let components = DiscoverySamples.components(element)
            #expect(components.count == 1)
            #expect(components.allSatisfy { platforms.contains($0.platform) })
        }
    }

    /// The words of domo are those of Home Assistant: nothing is inverted.
    @Test(
        arguments: [
            (ElementClass.lock, "lock"), (.door, "door"), (.window, "window"), (.gate, "opening"),
            (.garage, "garage_door"), (.contact, "opening"), (.leak, "moisture"), (.rain, "moisture"),
            (.motion, "motion"), (.presence, "occupancy"), (.smoke, "smoke"), (.gas, "gas"), (.battery, "battery"),
            (.valve, "opening"), (.light, "light"), (.socket, "power"), (.fan, "running"),
            (.siren, "sound"),
        ]
    )
    func contactIsASensorOfItsClass(elementClass: ElementClass, deviceClass: String) throws {
        let element = DiscoverySamples.element([.binary], elementClass, commands: [])
        let component = try #require(DiscoverySamples.components(element).first)
        #expect(component.platform == .binarySensor)
        #expect(component.text("device_class") == deviceClass)
        #expect(component.text("payload_on") == "on")
        #expect(component.text("command_topic") == nil)
    }

    @Test(
        arguments: [
            (ElementClass?.none, "switch"), (.light, "light"), (.socket, "switch"), (.gate, "cover"),
            (.garage, "cover"),
            (.door, "cover"), (.window, "cover"), (.lock, "lock"), (.valve, "valve"), (.fan, "fan"), (.siren, "siren"),
            // What a sensor reports is not ordered.
            (.smoke, "binary_sensor"), (.motion, "binary_sensor"), (.contact, "binary_sensor"),
        ]
    )
    func switchIsThePlatformOfItsClass(elementClass: ElementClass?, platform: String) {
        #expect(DiscoverySamples.platforms(DiscoverySamples.element([.binary], elementClass)) == ["binary": platform])
    }
}
