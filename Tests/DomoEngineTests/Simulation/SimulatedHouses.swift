import DomoEngine
import DomoLanguage
import DomoModel

@testable import struct DomoEngine.SplitMix64

/// Random houses that share names, so that names are ambiguous and loads move elements about.
enum SimulatedHouses {
    private static let elementNames = ["Luz", "Persiana", "Panel", "Aviso", "Riego"]
    private static let sectorNames = ["Salon", "Cocina", "Patio"]
    private static let serverLabels = ["http://a", "http://b", "http://c"]

    static func catalog(using random: inout SplitMix64) -> Catalog {
        let houses = (0..<Int.random(in: 1...3, using: &random)).map { number in
            House(
                name: "Casa \(number)",
                elements: elements(most: 3, using: &random),
                sectors: sectors(depth: 2, using: &random)
            )
        }
        let servers = serverLabels.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)).map { label in
            Catalog.Server(
                label: label,
                driver: FakeDriver(label),
                maxInFlight: Int.random(in: 1...4, using: &random),
                deadline: .milliseconds(Int.random(in: 500...12_000, using: &random))
            )
        }
        let serverOfHouse: [Int?] = houses.map { _ in
            Int.random(in: 0..<12, using: &random) == 0 ? nil : Int.random(in: servers.indices, using: &random)
        }
        let paths = HouseIndex(houses).paths
        let scenes = (0..<Int.random(in: 0...2, using: &random)).map { number in
            let lines = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                SimulatedRequests.order(for: paths.randomElement(using: &random) ?? "Nada", using: &random).line
            }
            return Catalog.Scene(
                name: "Escena \(number)",
                file: "escena-\(number).domo",
                script: ScriptParser.parse(lines.joined(separator: "\n")).script
            )
        }
        return Catalog(houses: houses, servers: servers, serverOfHouse: serverOfHouse, scenes: scenes)
    }

    private static func elements(most: Int, using random: inout SplitMix64) -> [Element] {
        elementNames.shuffled(using: &random).prefix(Int.random(in: 0...most, using: &random)).map { name in
            let types = FacetType.allCases.shuffled(using: &random)
            let count = Bool.random(using: &random) ? 1 : Int.random(in: 1...4, using: &random)
            return Element(name: name, kind: .device, types: FacetTypes(Array(types.prefix(count))) ?? FacetTypes())
        }
    }

    private static func sectors(depth: Int, using random: inout SplitMix64) -> [Sector] {
        guard depth > 0 else { return [] }
        return sectorNames.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)).map { name in
            Sector(
                name: name,
                elements: elements(most: 2, using: &random),
                sectors: sectors(depth: depth - 1, using: &random)
            )
        }
    }
}

extension HouseIndex {
    /// The whole path of every element.
    var paths: [String] { elements.indices.map { path(of: ElementID($0)) } }
}

/// Random requests.
enum SimulatedRequests {
    static func request(paths: [String], scenes: [String], using random: inout SplitMix64) -> Request {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<3: return .status
        case 3..<6: return .show(element: name(paths, using: &random))
        case 6..<8: return .list(path: nil, recursive: true)
        case 8..<13: return .scene(name: scenes.randomElement(using: &random) ?? "Nada", explain: false)
        case 13..<17: return .reload
        default: return .order(order(for: name(paths, using: &random), using: &random))
        }
    }

    static func order(for element: String, using random: inout SplitMix64) -> Order {
        var order = Order(element: element, wish: wish(using: &random))
        if Int.random(in: 0..<3, using: &random) == 0 {
            order.deadline = .milliseconds(Int.random(in: 100...5000, using: &random))
        }
        if Int.random(in: 0..<40, using: &random) == 0 { order.explain = true }
        return order
    }

    private static func wish(using random: inout SplitMix64) -> Order.Wish {
        let level = Percent(clamping: Int.random(in: -20...110, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .toggle
        case 1, 2: return .level(.to(level))
        case 3: return .level(.by(Int.random(in: -60...60, using: &random)))
        case 4: return .value(["on", "off"].randomElement(using: &random) ?? "on", as: nil)
        case 5: return .value(["up", "down", "stop"].randomElement(using: &random) ?? "up", as: nil)
        case 6: return .value(String(level.value), as: nil)
        default:
            let text = Int.random(in: 0..<10, using: &random) == 0 ? FakeDriver.impossibleText : "texto \(level.value)"
            return .value(text, as: nil)
        }
    }

    /// Mostly a whole path; else a part of one, which may fit several elements, or none.
    private static func name(_ paths: [String], using random: inout SplitMix64) -> String {
        guard let path = paths.randomElement(using: &random) else { return "Nada" }
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return path.split(separator: "/").last.map(String.init) ?? path
        case 1: return "Nada"
        default: return path
        }
    }
}
