/// The elements of a house file. The most frequent ones come first, because they are searched in this order.
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

    /// The English spelling; nil if there is none.
    var englishSpelling: String? {
        switch self {
        case .readOnly: "ReadOnly"
        default: nil
        }
    }

    /// The tag for messages.
    var tag: String { "<\(spelling)>" }

    /// Whether it is in the namespace of the extensions. The words of the basic vocabulary are in no namespace.
    var isExtension: Bool { rawValue >= Word.label.rawValue }

    /// Whether the element contains only text.
    var holdsText: Bool {
        switch self {
        case .name, .type, .label, .unit, .minimum, .maximum, .step, .icon, .plan, .readOnly: true
        default: false
        }
    }

    /// The maximum number of characters of its text.
    var maxLength: Int {
        switch self {
        case .unit: 20
        case .plan: 1024
        default: 200
        }
    }
}
