import DomoJSON
import DomoModel

@testable import DomoMQTT

/// Elements and announcements for the tests.
enum DiscoverySamples {
    static let discovery = Discovery(topics: Topics(prefix: "domo", discovery: "homeassistant"), version: "1.2.3")
    static let house = "casacasacasacasa"

    /// - Parameter id: the letter of which the ID consists.
    static func element(
        _ types: [FacetType],
        _ elementClass: ElementClass? = nil,
        id: Character = "l",
        path: String = "Casa/Salon/Luz",
        commands: Set<FacetType>? = nil,
        role: FacetRole? = nil,
        unit: String? = nil,
        options: [MirrorElement.Option]? = nil,
        light: MirrorElement.Light? = nil,
        parts: [MirrorElement] = []
    ) -> MirrorElement {
        MirrorElement(
            id: String(repeating: id, count: 16),
            house: house,
            path: path,
            label: path.split(separator: "/").last.map(String.init) ?? "",
            area: "Salon",
            isService: false,
            types: types,
            commands: commands ?? Set(types),
            elementClass: elementClass,
            role: role,
            unit: unit,
            minimum: nil,
            maximum: nil,
            step: nil,
            options: options,
            light: light,
            parts: parts
        )
    }

    static let modes: [MirrorElement.Option] = [
        .init(value: "comfort", label: "Confort"), .init(value: "night", label: "Noche"),
        .init(value: "off", label: "Apagado"),
    ]

    static var thermostat: MirrorElement {
        var device = element([.value], .thermostat, id: "t", path: "Casa/Salon/Clima", unit: "°C")
        (device.minimum, device.maximum, device.step) = (15, 30, 0.5)
        device.parts = [
            element(
                [.value],
                id: "a",
                path: "Casa/Salon/Clima/Temperatura",
                commands: [],
                role: .temperature,
                unit: "°C"
            ),
            element([.value], id: "b", path: "Casa/Salon/Clima/Modo", role: .mode, options: modes),
            element([.regulable], id: "c", path: "Casa/Salon/Clima/Valvula", commands: [], role: .valve),
            element([.value], id: "d", path: "Casa/Salon/Clima/Humedad", commands: [], role: .humidity, unit: "%"),
            element([.binary], id: "e", path: "Casa/Salon/Clima/Pila", commands: [], role: .battery),
        ]
        return device
    }

    static var blind: MirrorElement {
        element(
            [.bidirectional, .regulable],
            .blind,
            id: "p",
            path: "Casa/Salon/Persiana",
            parts: [element([.regulable], id: "s", path: "Casa/Salon/Persiana/Lamas", role: .slats)]
        )
    }

    static var strip: MirrorElement {
        element(
            [.binary, .regulable, .colour],
            .light,
            id: "r",
            path: "Casa/Salon/Tira",
            light: .init(hasColours: true, white: 2000...6500)
        )
    }

    // MARK: What is announced

    static func components(
        _ element: MirrorElement,
        of discovery: Discovery = discovery
    ) -> [DiscoveredDevice.Component] {
        discovery.described(element).components
    }

    /// The component with a key, in JSON.
    static func json(_ element: MirrorElement, _ key: String) -> String? {
        components(element).first { $0.key == key }.map { String(decoding: $0.config.json, as: UTF8.self) }
    }

    /// The keys of an announcement's components with their platforms.
    static func platforms(_ element: MirrorElement) -> [String: String] {
        Dictionary(uniqueKeysWithValues: components(element).map { ($0.key, $0.platform.rawValue) })
    }
}

extension DiscoveredDevice.Component {
    func text(_ key: String) -> String? {
        if case .text(let text)? = config[key] { text } else { nil }
    }
}

extension DiscoverySamples {
    /// What makes a component special: a line for each key but those that all have. Topics begin with the ID.
    static func lines(_ component: DiscoveredDevice.Component) -> String {
        let common = ["unique_id", "name", "default_entity_id", "object_id", "availability", "availability_mode"]
        let fields = component.config.fields.filter { !common.contains($0.key) && !$0.key.hasPrefix("json_attributes") }
        return
            ([component.platform.rawValue]
            + fields.map { field in
                let object: ConfigObject = [field.key: field.value]
                let text = String(decoding: object.json, as: UTF8.self).dropFirst(field.key.utf8.count + 4).dropLast()
                return "\(field.key): \(text.replacing("domo/\(house)/", with: ""))"
            }).joined(separator: "\n")
    }

    /// The lines of the component with a key; those of the device's first one without.
    static func lines(_ element: MirrorElement, _ key: String? = nil) -> String? {
        components(element).first { key == nil || $0.key == key }.map(lines)
    }
}
