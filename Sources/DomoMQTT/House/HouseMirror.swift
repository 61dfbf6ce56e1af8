import DomoLanguage
import DomoModel

/// What of the houses is published, as the house files describe it.
struct HouseMirror: Equatable, Sendable {
    struct House: Equatable, Sendable {
        var id: String
        var label: String
    }

    /// The houses of which something is published.
    private(set) var houses: [House] = []
    /// Devices and services, each with its published parts.
    private(set) var devices: [MirrorElement] = []
    // Copies of the elements would take too much memory.
    private var paths: [String: Place] = [:]
    private var ids: [String: Place] = [:]

    /// Where an element is.
    private struct Place: Equatable, Sendable {
        var device: Int32
        /// Nil for the device itself.
        var part: Int32?
    }

    init() {}

    /// - Parameter language: of labels; nil for those without one.
    init(_ model: ModelView, rules: PublishRules, language: String?) {
        for house in model.houses {
            guard let id = house.id else { continue }
            let count = devices.count
            add(house, to: id, rules, language)
            if devices.count > count {
                houses.append(House(id: id, label: Self.label(house.labels, house.name, language)))
            }
        }
        for (index, device) in devices.enumerated() {
            note(device, Place(device: Int32(index)))
            for (number, part) in device.parts.enumerated() {
                note(part, Place(device: Int32(index), part: Int32(number)))
            }
        }
    }

    private mutating func note(_ element: MirrorElement, _ place: Place) {
        paths[element.path] = place
        ids[element.id] = place
    }

    func element(at path: String) -> MirrorElement? { paths[path].map(element) }
    func element(withID id: String) -> MirrorElement? { ids[id].map(element) }

    private func element(_ place: Place) -> MirrorElement {
        let device = devices[Int(place.device)]
        return place.part.map { device.parts[Int($0)] } ?? device
    }

    private mutating func add(_ place: ModelPlace, to house: String, _ rules: PublishRules, _ language: String?) {
        let area = Self.label(place.labels, place.name, language).copied
        for element in place.elements where rules.publishes(path: element.path, elementClass: Self.kind(element)) {
            guard var device = Self.element(element, house: house, area: area, rules, language, device: nil) else {
                continue
            }
            device.parts = (element.parts ?? []).compactMap { part in
                guard rules.publishesPart(path: part.path, role: Self.role(part)) else { return nil }
                return Self.element(part, house: house, area: area, rules, language, device: element)
            }
            devices.append(device)
        }
        for sector in place.sectors { add(sector, to: house, rules, language) }
    }

    /// - Parameter device: the device of a part.
    private static func element(
        _ element: ModelElement,
        house: String,
        area: String,
        _ rules: PublishRules,
        _ language: String?,
        device: ModelElement?
    ) -> MirrorElement? {
        guard let id = element.id else { return nil }
        let types = element.types.compactMap { FacetType(word: $0) }
        let takesCommands = rules.takesCommands(
            path: element.path,
            elementClass: kind(device ?? element),
            isCover: (device?.types ?? element.types).contains(FacetType.bidirectional.word),
            device: device?.path
        )
        return MirrorElement(
            id: id.copied,
            house: house,
            path: element.path.copied,
            label: label(element.labels, element.name, language).copied,
            area: area,
            isService: element.kind == "service",
            types: types,
            commands: takesCommands ? Set(element.writable.compactMap { FacetType(word: $0) }) : [],
            isGuarded: !takesCommands && !element.writable.isEmpty,
            isButton: element.isButton == true,
            elementClass: kind(element),
            role: role(element),
            unit: element.unit,
            minimum: element.minimum,
            maximum: element.maximum,
            step: element.step,
            options: element.options.map { options in
                options.map { .init(value: $0.value, label: label($0.labels, $0.value, language)) }
            },
            // Without a word of the link: as slats, and as on KNX.
            openAt: element.openAt ?? 0,
            light: element.light.map { light in
                .init(
                    hasColours: light.colours,
                    white: light.white.map { min($0.minimum, $0.maximum)...max($0.minimum, $0.maximum) }
                )
            },
            parts: []
        )
    }

    private static func kind(_ element: ModelElement) -> ElementClass? {
        element.elementClass.flatMap { word in ElementClass.allCases.first { $0.word == word } }
    }

    private static func role(_ element: ModelElement) -> FacetRole? {
        element.role.flatMap { word in FacetRole.allCases.first { $0.word == word } }
    }

    static func label(_ labels: ModelLabels?, _ name: String, _ language: String?) -> String {
        language.flatMap { labels?.texts[$0] } ?? labels?.texts[""] ?? name
    }
}
