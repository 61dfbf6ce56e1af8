/// The elements of a house file. The most frequent ones come first, because they are searched in this order.
enum Word: UInt8, CaseIterable {
    case name, type, device, service, sector, house, houses
    case label, unit, minimum, maximum, step, icon, plan, position, location, readOnly, travel, virtual
    case part, role, elementClass, option, light, button, inGroups, notInGroups

    func spelling(in language: HouseLanguage) -> String {
        switch self {
        case .name: language.pick("Nombre", "Name")
        case .type: language.pick("Tipo", "Type")
        case .device: language.pick("Dispositivo", "Device")
        case .service: language.pick("Servicio", "Service")
        case .sector: "Sector"
        case .house: language.pick("Vivienda", "House")
        case .houses: language.pick("Viviendas", "Houses")
        case .label: language.pick("Etiqueta", "Label")
        case .unit: language.pick("Unidad", "Unit")
        case .minimum: language.pick("Minimo", "Minimum")
        case .maximum: language.pick("Maximo", "Maximum")
        case .step: language.pick("Paso", "Step")
        case .icon: language.pick("Icono", "Icon")
        case .plan: language.pick("Plano", "Plan")
        case .position: language.pick("Posicion", "Position")
        case .location: language.pick("Lugar", "Location")
        case .readOnly: language.pick("SoloLectura", "ReadOnly")
        case .travel: language.pick("Recorrido", "Travel")
        case .virtual: "Virtual"
        case .part: language.pick("Parte", "Part")
        case .role: language.pick("Papel", "Role")
        case .elementClass: language.pick("Clase", "Class")
        case .option: language.pick("Opcion", "Option")
        case .light: language.pick("Color", "Colour")
        case .button: language.pick("Pulsador", "Button")
        case .inGroups: language.pick("EnGrupo", "InGroups")
        case .notInGroups: language.pick("SinGrupo", "NotInGroups")
        }
    }

    /// The tag for messages.
    func tag(in language: HouseLanguage) -> String { "<\(spelling(in: language))>" }

    /// Whether it is in the namespace of the extensions. The words of the basic vocabulary are in no namespace.
    var isExtension: Bool { rawValue >= Word.label.rawValue }

    /// Whether the element contains only text.
    var holdsText: Bool {
        switch self {
        case .name, .type, .label, .unit, .minimum, .maximum, .step, .icon, .plan, .readOnly, .virtual, .role,
            .elementClass, .button:
            true
        case .device, .service, .sector, .house, .houses, .position, .location, .travel, .part, .option,
            .light, .inGroups, .notInGroups:
            false
        }
    }

    /// The maximum number of characters of its text.
    var maxLength: Int {
        switch self {
        case .unit: 20
        case .plan, .virtual: 1024
        case .name, .type, .device, .service, .sector, .house, .houses, .label, .minimum, .maximum, .step, .icon,
            .position, .location, .readOnly, .travel, .part, .role, .elementClass, .option, .light, .button, .inGroups,
            .notInGroups:
            200
        }
    }
}
