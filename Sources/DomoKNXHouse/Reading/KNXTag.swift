import DomoModel

/// The elements of `urn:domo:knx:1`. No name is the same in both languages, so each one determines the language.
enum KNXTag: Hashable, CaseIterable {
    case binary, level, motion, value, colour
    case saturation, brightness, white, listen, word, scene, expose

    init?(_ name: String, in language: KNXLanguage) {
        guard let tag = Self.allCases.first(where: { $0.spelling(in: language) == name }) else { return nil }
        self = tag
    }

    func spelling(in language: KNXLanguage) -> String {
        switch self {
        case .binary: language.pick("Binario", "Binary")
        case .level: language.pick("Nivel", "Level")
        case .motion: language.pick("Movimiento", "Motion")
        case .value: language.pick("Valor", "Value")
        case .colour: language.pick("Color", "Colour")
        case .saturation: language.pick("Saturacion", "Saturation")
        case .brightness: language.pick("Brillo", "Brightness")
        case .white: language.pick("Blanco", "White")
        case .listen: language.pick("Escucha", "Listen")
        case .word: language.pick("Palabra", "Word")
        case .scene: language.pick("Escena", "Scene")
        case .expose: language.pick("Expone", "Expose")
        }
    }

    /// The facet that the element binds; nil if it binds none.
    var facet: FacetType? {
        switch self {
        case .binary: .binary
        case .level: .regulable
        case .motion: .bidirectional
        case .value: .value
        case .colour: .colour
        case .saturation, .brightness, .white, .listen, .word, .scene, .expose: nil
        }
    }

    init(_ facet: FacetType) {
        switch facet {
        case .binary: self = .binary
        case .regulable: self = .level
        case .bidirectional: self = .motion
        case .value: self = .value
        case .colour: self = .colour
        }
    }

    var attributes: [KNXAttribute] {
        switch self {
        case .binary: Self.ofFacets
        case .level: Self.ofFacets + [.resolution, .relative]
        case .motion:
            Self.ofFacets + [
                .stop, .stopValue, .step, .up, .down, .moving, .invertMoving, .direction, .locked, .invertLocked,
            ]
        case .value: Self.ofFacets + [.resolution, .base, .setPoint, .increment]
        case .colour: [.command, .state, .dpt, .read, .expires, .within, .repeats]
        case .saturation, .brightness, .white: [.command, .state, .dpt]
        case .listen: [.group, .dpt, .invert]
        case .word: [.value, .raw]
        case .scene: [.group, .dpt, .number, .run]
        case .expose:
            [.group, .dpt, .type, .run, .invert, .receive, .send, .answer, .every, .cooldown, .only]
        }
    }

    private static let ofFacets: [KNXAttribute] = [
        .command, .state, .dpt, .invert, .read, .expires, .within, .repeats, .device,
    ]

    /// The allowed child elements.
    var children: [KNXTag] {
        switch self {
        case .binary, .level, .motion: [.listen]
        case .value: [.listen, .word]
        case .colour: [.listen, .saturation, .brightness, .white]
        case .saturation, .brightness, .white, .listen, .word, .scene, .expose: []
        }
    }

    static let ofElement: [KNXTag] = [.binary, .level, .motion, .value, .colour, .scene, .expose]
    static let ofPlace: [KNXTag] = [.scene, .expose]
}
