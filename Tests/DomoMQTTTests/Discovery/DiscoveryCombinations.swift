import DomoModel

@testable import DomoMQTT

/// Devices of all types, classes and roles, with and without commands.
enum DiscoveryCombinations {
    /// All sets of types.
    static let types: [[FacetType]] = (1..<(1 << FacetType.allCases.count)).map { set in
        FacetType.allCases.enumerated().filter { set >> $0.offset & 1 == 1 }.map(\.element)
    }

    /// Of many types, only the classes that join types.
    static func devices(_ types: [FacetType]) -> [MirrorElement] {
        let classes = types.count <= 2 ? ElementClass.allCases : [.light, .blind, .gate, .thermostat, .fan, .valve]
        return ([nil] + classes).flatMap { elementClass in
            let all = variants(DiscoverySamples.element(types, elementClass))
            return all + commands(types).map { DiscoverySamples.element(types, elementClass, commands: $0) }
        }
    }

    /// Devices with one part, for each role of the part. A part of many types has none.
    static func owners(_ types: [FacetType]) -> [MirrorElement] {
        let devices: [(ElementClass?, [FacetType])] = [
            (.light, [.binary]), (.blind, [.bidirectional, .regulable]), (.thermostat, [.value]),
        ]
        return devices.flatMap { elementClass, own in
            ([nil] + (types.count == 1 ? FacetRole.allCases : [])).flatMap { role in
                let part = DiscoverySamples.element(types, id: "p", path: "Casa/Luz/Parte", role: role)
                let silent = changed(part) { $0.commands = [] }
                return (variants(part) + [silent]).map {
                    DiscoverySamples.element(own, elementClass, path: "Casa/Luz", parts: [$0])
                }
            }
        }
    }

    private static func commands(_ types: [FacetType]) -> [Set<FacetType>] {
        types.count == 1 ? [[]] : [[]] + types.map { [$0] }
    }

    /// With units, limits, options, and kinds of light, where the types have them.
    private static func variants(_ element: MirrorElement) -> [MirrorElement] {
        var variants = [element]
        if element.types.contains(.value) {
            variants += [
                changed(element) { $0.unit = "°C" }, changed(element) { $0.minimum = 5 },
                changed(element) { ($0.minimum, $0.maximum, $0.step, $0.unit) = (-5, 30.5, 0.0001, "kWh") },
                changed(element) { $0.options = DiscoverySamples.modes },
                changed(element) { $0.options = [.init(value: "off", label: ""), .init(value: "heat", label: "")] },
                changed(element) {
                    $0.options = [.init(value: "none", label: "None"), .init(value: "\"x\\", label: "'")]
                },
            ]
        }
        if element.types.contains(.colour) {
            variants = [(true, nil), (true, 2000...6500), (false, 2700...6000)].flatMap { hasColours, white in
                variants.map { changed($0) { $0.light = .init(hasColours: hasColours, white: white) } }
            }
        }
        return variants
    }

    private static func changed(_ element: MirrorElement, _ change: (inout MirrorElement) -> Void) -> MirrorElement {
        var element = element
        change(&element)
        return element
    }
}
