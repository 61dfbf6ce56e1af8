import DomoModel

/// What a tag is in, which determines which tags are allowed.
enum HouseContext {
    case document
    case houses
    case house
    case sector
    case element(Element.Kind)
    /// In a part of a device or service.
    case part
    /// In a legal value of an element.
    case option
    /// In a tag that contains only text or attributes.
    case field(Word)

    /// The tag for messages.
    func tag(in language: HouseLanguage) -> String {
        switch self {
        case .document: "the file"
        case .houses: Word.houses.tag(in: language)
        case .house: Word.house.tag(in: language)
        case .sector: Word.sector.tag(in: language)
        case .element(.device): Word.device.tag(in: language)
        case .element(.service): Word.service.tag(in: language)
        case .part: Word.part.tag(in: language)
        case .option: Word.option.tag(in: language)
        case .field(let word): word.tag(in: language)
        }
    }

    /// The expected content, for messages.
    func expected(in language: HouseLanguage) -> String {
        func tag(_ word: Word) -> String { word.tag(in: language) }
        return switch self {
        case .document: "expected <Viviendas> or <Houses>"
        case .houses: "expected \(tag(.house))"
        case .house, .sector: "expected \(tag(.name)), \(tag(.service)), \(tag(.device)) or \(tag(.sector))"
        case .option: "expected only \(tag(.label))"
        case .element, .part: "expected \(tag(.name)) or \(tag(.type))"
        case .field(let word): word.holdsText ? "expected only text" : "expected only attributes"
        }
    }

    func accepts(_ word: Word) -> Bool {
        switch self {
        case .document: word == .houses
        case .houses: word == .house
        case .house: Self.inSector(word) || word == .location
        case .sector: Self.inSector(word) || word == .position
        case .element: Self.inElement(word) || word == .part
        case .part: Self.inPart(word)
        case .option: word == .label
        case .field: false
        }
    }

    private static func inSector(_ word: Word) -> Bool {
        switch word {
        case .name, .device, .service, .sector, .label, .icon, .plan: true
        case .type, .house, .houses, .unit, .minimum, .maximum, .step, .position, .location, .readOnly, .travel,
            .virtual, .part, .role, .elementClass, .option, .light, .button, .inGroups, .notInGroups:
            false
        }
    }

    private static func inElement(_ word: Word) -> Bool {
        switch word {
        case .name, .type, .label, .unit, .minimum, .maximum, .step, .icon, .position, .readOnly, .travel, .virtual,
            .elementClass, .option, .light, .button, .inGroups, .notInGroups:
            true
        case .device, .service, .sector, .house, .houses, .plan, .location, .part, .role: false
        }
    }

    /// A part is where its device is, and moves and is held as its device is.
    private static func inPart(_ word: Word) -> Bool {
        switch word {
        case .name, .type, .label, .unit, .minimum, .maximum, .step, .icon, .readOnly, .role, .option, .light, .button:
            true
        case .device, .service, .sector, .house, .houses, .plan, .position, .location, .travel, .virtual, .part,
            .elementClass, .inGroups, .notInGroups:
            false
        }
    }

    /// Whether tags of kept namespaces are allowed here, which belong to the tag that contains them.
    var ownsForeignTags: Bool {
        switch self {
        case .house, .sector, .element, .part: true
        case .document, .houses, .field, .option: false
        }
    }

    /// Whether tags of other namespaces are allowed here, which are ignored with their content.
    var ignoresForeignTags: Bool {
        switch self {
        case .document: false
        case .field(let word): !word.holdsText
        case .houses, .house, .sector, .element, .part, .option: true
        }
    }
}
