/// The elements of a house file. The first ones are the most frequent, since a file's words are looked for in this order.
enum Word: UInt8, CaseIterable {
    case name, type, device, service, sector, house, houses
    case label, unit, minimum, maximum, step, icon, plan, position, location, readOnly

    var spelling: String {
        switch self {
        case .name: "Nombre"
        case .type: "Tipo"
        case .device: "Dispositivo"
        case .service: "Servicio"
        case .sector: "Sector"
        case .house: "Vivienda"
        case .houses: "Viviendas"
        case .label: "Etiqueta"
        case .unit: "Unidad"
        case .minimum: "Minimo"
        case .maximum: "Maximo"
        case .step: "Paso"
        case .icon: "Icono"
        case .plan: "Plano"
        case .position: "Posicion"
        case .location: "Lugar"
        case .readOnly: "SoloLectura"
        }
    }

    /// In English, where the word has one.
    var englishSpelling: String? {
        switch self {
        case .readOnly: "ReadOnly"
        default: nil
        }
    }

    /// As a message writes it.
    var tag: String { "<\(spelling)>" }

    /// Whether it stands in the namespace of the extensions; the words of the plain vocabulary stand in none.
    var isExtension: Bool { rawValue >= Word.label.rawValue }

    /// Whether text alone stands between its tags.
    var holdsText: Bool {
        switch self {
        case .name, .type, .label, .unit, .minimum, .maximum, .step, .icon, .plan, .readOnly: true
        default: false
        }
    }

    /// The most characters of its text, where it holds any text.
    var longestText: Int {
        switch self {
        case .unit: 20
        case .plan: 1024
        default: 200
        }
    }
}
