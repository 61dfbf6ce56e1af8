import DomoKNX

/// The vocabulary `urn:domo:knx:1`, in Spanish and in English.
struct KNXWords {
    static let namespace = "urn:domo:knx:1"

    let isEnglish: Bool

    func kind(_ kind: FacetDraft.Kind) -> String {
        switch kind {
        case .binary: isEnglish ? "Binary" : "Binario"
        case .level: isEnglish ? "Level" : "Nivel"
        case .motion: isEnglish ? "Motion" : "Movimiento"
        case .value: isEnglish ? "Value" : "Valor"
        case .colour: isEnglish ? "Colour" : "Color"
        }
    }

    /// The name of an object in a colour.
    func colour(_ part: ColourPart) -> String {
        switch part {
        case .saturation: isEnglish ? "Saturation" : "Saturacion"
        case .white: isEnglish ? "White" : "Blanco"
        case .rgb, .rgbw, .xyY, .hue: kind(.colour)
        }
    }

    var listen: String { isEnglish ? "Listen" : "Escucha" }
    var word: String { isEnglish ? "Word" : "Palabra" }
    var value: String { isEnglish ? "value" : "valor" }
    var raw: String { isEnglish ? "raw" : "bruto" }
    var command: String { isEnglish ? "command" : "orden" }
    var state: String { isEnglish ? "state" : "estado" }
    var group: String { isEnglish ? "group" : "grupo" }
    let type = "dpt"
    var relative: String { isEnglish ? "relative" : "relativa" }
    var stop: String { isEnglish ? "stop" : "parar" }
    var step: String { isEnglish ? "step" : "paso" }
    var moving: String { isEnglish ? "moving" : "moviendo" }
    var direction: String { isEnglish ? "direction" : "sentido" }
    var locked: String { isEnglish ? "locked" : "bloqueo" }
    var repeats: String { isEnglish ? "repeat" : "repetir" }
    var read: String { isEnglish ? "read" : "leer" }

    static let both = [KNXWords(isEnglish: false), KNXWords(isEnglish: true)]

    /// The kind of a tag in either language.
    static func kind(called name: String) -> FacetDraft.Kind? {
        FacetDraft.Kind.allCases.first { kind in both.contains { $0.kind(kind) == name } }
    }

    func attributes(
        of object: FacetDraft.ColourObject,
        text: (GroupAddress) -> String
    ) -> [(name: String, value: String)] {
        [(command, object.command), (state, object.state)].compactMap { name, address in
            address.map { (name, text($0)) }
        }
    }

    /// The attributes of a facet, in the order in which they are written.
    func attributes(of facet: FacetDraft, text: (GroupAddress) -> String) -> [(name: String, value: String)] {
        var attributes: [(String, String)] = []
        func add(_ name: String, _ address: GroupAddress?) {
            if let address { attributes.append((name, text(address))) }
        }
        add(command, facet.command)
        if !facet.states.isEmpty { attributes.append((state, facet.states.map(text).joined(separator: " "))) }
        add(relative, facet.relative)
        add(step, facet.step)
        add(stop, facet.stop)
        add(moving, facet.moving)
        add(direction, facet.direction)
        add(locked, facet.locked)
        if let type = facet.type { attributes.append((self.type, type.description)) }
        if facet.isNeverRead { attributes.append((read, "no")) }
        return attributes
    }
}
