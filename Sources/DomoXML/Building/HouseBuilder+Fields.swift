import DomoModel

// Elements that contain only text or attributes: names, types and the extensions.
extension HouseBuilder {
    mutating func openField(_ word: Word, attributes: XMLAttributes) {
        switch word {
        case .label: readLanguage(attributes)
        case .position: readPosition(attributes)
        case .location: readLocation(attributes)
        case .travel: readTravel(attributes)
        case .light: readLight(attributes)
        case .button: readButton(attributes)
        case .name, .type, .device, .service, .sector, .house, .houses, .unit, .minimum, .maximum, .step, .icon, .plan,
            .readOnly, .virtual, .part, .role, .elementClass, .option, .inGroups, .notInGroups:
            refuseAttributes(attributes, of: word)
        }
    }

    mutating func closeField(_ word: Word) {
        switch word {
        case .name: closeName()
        case .type: closeType()
        case .label:
            guard let text = takeText(word) else { return }
            if option != nil { return note(label: text) }
            let draft = draft
            if let first = draft.noteLabel(language: labelLanguage, line: fieldPosition.line) {
                fail(
                    at: fieldPosition,
                    "duplicate \(tag(.label)) in the same language",
                    "the first one is in line \(first)"
                )
            } else {
                draft.labels[labelLanguage] = text
            }
        case .unit:
            if let value = takeText(word) { draft.unit = value }
        case .icon:
            if let value = takeText(word) { draft.icon = value }
        case .plan:
            if let value = takeText(word) { draft.plan = value }
        case .minimum:
            if let value = takeNumber(word) { draft.minimum = value }
        case .maximum:
            if let value = takeNumber(word) { draft.maximum = value }
        case .step:
            guard let step = takeNumber(word) else { return }
            guard step > 0 else {
                return fail(at: fieldPosition, "\(tag(.step)) is \(step)", "expected a number above 0")
            }
            draft.step = step
        case .readOnly: closeReadOnly()
        case .virtual: closeVirtual()
        case .role: closeRole()
        case .elementClass: closeClass()
        case .button: closeButton()
        case .inGroups, .notInGroups: noteGroups(word)
        case .device, .service, .sector, .house, .houses, .position, .location, .travel, .part, .option, .light:
            break
        }
        if word.isExtension, word != .label, let first = draft.note(word, line: fieldPosition.line) {
            fail(at: fieldPosition, "duplicate \(tag(word))", "the first one is in line \(first)")
        }
    }

    /// The extensions of the innermost open element, sector or house.
    var draft: DetailsDraft {
        mutating get {
            if element.isOpen {
                if let draft = element.draft { return draft }
                let draft = DetailsDraft()
                element.draft = draft
                return draft
            }
            let last = places.count - 1
            if let draft = places[last].draft { return draft }
            let draft = DetailsDraft()
            places[last].draft = draft
            return draft
        }
    }

    // MARK: Name and type

    private mutating func closeName() {
        let former = element.isOpen ? element.name : places[places.count - 1].name
        if former.line != 0 {
            return fail(at: fieldPosition, "duplicate \(tag(.name))", "the first one is in line \(former.line)")
        }
        if former.hasContentBefore {
            fail(at: fieldPosition, "misplaced \(tag(.name))", "it must come first in what it names")
        }
        var name = OpenName(text: "", line: fieldPosition.line)
        let (bytes, isCut) = text.trimmed()
        if let fault = faultOfText(bytes, isCut: isCut, of: .name) {
            fail(at: fieldPosition, fault, "expected 1–200 characters, no / and no control characters")
        } else {
            name.text = String(decoding: bytes, as: UTF8.self)
            register(name.text, hash: nameHash(bytes, of: name.text))
        }
        if element.isOpen {
            element.name = name
        } else {
            places[places.count - 1].name = name
        }
    }

    private mutating func closeType() {
        let (bytes, _) = text.trimmed()
        guard let type = Self.type(bytes) else {
            element.hasWrongType = true
            let found =
                bytes.isEmpty
                ? "\(tag(.type)) is empty" : "\(tag(.type)) is \"\(shortened(String(decoding: bytes, as: UTF8.self)))\""
            return fail(
                at: fieldPosition,
                found,
                "expected \(Self.typeNumbers)"
            )
        }
        if element.types.append(type) {
            element.typeLines[Int(type.rawValue)] = fieldPosition.line
        } else {
            fail(
                at: fieldPosition,
                "duplicate \(tag(.type)) \(type.rawValue)",
                "the first one is in line \(element.typeLines[Int(type.rawValue)])"
            )
        }
    }

    private static func type(_ digits: some Collection<UInt8>) -> FacetType? {
        guard digits.count <= 2, digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return FacetType(rawValue: digits.reduce(0) { $0 * 10 + ($1 - 0x30) })
    }

    /// `1 (binary), 2 (regulable), 3 (bidirectional) or 4 (value)`
    static let typeNumbers: String = {
        let all = FacetType.allCases.map { "\($0.rawValue) (\($0.word))" }
        return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
    }()

    private mutating func closeReadOnly() {
        var types = FacetTypes()
        let (bytes, isCut) = text.trimmed()
        for digits in bytes.split(whereSeparator: isXMLSpace) {
            guard !isCut, let type = Self.type(digits) else {
                let found = shortened(String(decoding: bytes, as: UTF8.self))
                return fail(
                    at: fieldPosition,
                    "\(tag(.readOnly)) is \"\(found)\"",
                    "expected nothing, for all types of the element, or the numbers of some, as in 2 4"
                )
            }
            types.append(type)
        }
        let draft = draft
        draft.readOnly = types
        draft.readOnlyPosition = fieldPosition
    }

    // MARK: Texts and numbers

    /// What is wrong with a text; nil if nothing is.
    func faultOfText(_ bytes: UnsafeBufferPointer<UInt8>, isCut: Bool, of word: Word) -> String? {
        if bytes.isEmpty { return "\(tag(word)) is empty" }
        if bytes.count <= word.maxLength, bytes.allSatisfy({ $0 > 0x2F && $0 < 0x7F }) { return nil }
        var characters = 0
        var hasSlash = false
        var control: UInt8?
        for index in bytes.indices {
            let byte = bytes[index]
            if byte & 0xC0 != 0x80 { characters += 1 }
            if byte == UInt8(ascii: "/") { hasSlash = true }
            if byte < 0x20 || byte == 0x7F { control = control ?? byte }
            // U+0080–U+009F.
            if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] < 0xA0 { control = control ?? bytes[index + 1] }
        }
        if isCut || characters > word.maxLength { return "\(tag(word)) is longer than \(word.maxLength) characters" }
        if let control {
            let number = String(control, radix: 16, uppercase: true)
            return "\(tag(word)) contains the control character U+00\(control < 16 ? "0" : "")\(number)"
        }
        if word == .name, hasSlash { return "\(tag(word)) contains a /" }
        return nil
    }

    mutating func takeText(_ word: Word) -> String? {
        let (bytes, isCut) = text.trimmed()
        guard let fault = faultOfText(bytes, isCut: isCut, of: word) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        fail(at: fieldPosition, fault, "expected 1–\(word.maxLength) characters on one line")
        return nil
    }

    private mutating func takeNumber(_ word: Word) -> Decimal? {
        let (bytes, _) = text.trimmed()
        if let number = DecimalNumber.parse(bytes) { return number }
        let found = shortened(String(decoding: bytes, as: UTF8.self))
        fail(at: fieldPosition, "\(tag(word)) is \"\(found)\"", "expected \(DecimalNumber.form)")
        return nil
    }

    // MARK: Attributes

    private mutating func readLanguage(_ attributes: XMLAttributes) {
        labelLanguage = ""
        guard attributes.count > 0 else { return }
        var own: String?
        var general: String?
        for attribute in attributes {
            let value = String(decoding: attribute.trimmed, as: UTF8.self)
            if attribute.namespace == nil, attribute.isNamed(language.pick("idioma", "language")) {
                own = value
                if !isLanguageTag(value) {
                    refuseValue(attribute, expected: "expected a language tag like es or en-GB")
                }
            } else if attribute.namespace == vocabulary.xmlNamespace, attribute.isNamed("lang") {
                general = value
                // An empty one means no specific language.
                if !value.isEmpty, !isLanguageTag(value) {
                    refuseValue(attribute, expected: "expected a language tag like es or en-GB")
                }
            } else {
                refuseUnlessForeign(
                    attribute,
                    of: .label,
                    expected: "expected only the attribute \(language.pick("idioma", "language"))"
                )
            }
        }
        labelLanguage = own ?? general ?? ""
    }

    private func isLanguageTag(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.enumerated().allSatisfy { number, part in
            (1...8).contains(part.count)
                && part.allSatisfy {
                    (0x61...0x7A).contains($0 | 0x20) || (number > 0 && (0x30...0x39).contains($0))
                }
        }
    }

    private mutating func readPosition(_ attributes: XMLAttributes) {
        var x: Double?
        var y: Double?
        var isRefused = false
        for attribute in attributes {
            if attribute.namespace == nil, attribute.isNamed("x") {
                x = number(attribute, in: 0...1, isRefused: &isRefused)
            } else if attribute.namespace == nil, attribute.isNamed("y") {
                y = number(attribute, in: 0...1, isRefused: &isRefused)
            } else {
                refuseUnlessForeign(attribute, of: .position, expected: "expected only the attributes x and y")
            }
        }
        if let x, let y {
            draft.position = Details.Position(x: x, y: y)
        } else if !isRefused {
            fail(
                at: fieldPosition,
                "\(tag(.position)) has no \(x == nil ? "x" : "y")",
                "expected the attributes x and y, each 0–1"
            )
        }
    }

    private mutating func readTravel(_ attributes: XMLAttributes) {
        let upName: StaticString = language.pick("subida", "up")
        let downName: StaticString = language.pick("bajada", "down")
        var (up, down): (Duration?, Duration?)
        var isRefused = false
        for attribute in attributes {
            if attribute.namespace == nil, attribute.isNamed(upName) {
                up = travelTime(attribute, isRefused: &isRefused)
            } else if attribute.namespace == nil, attribute.isNamed(downName) {
                down = travelTime(attribute, isRefused: &isRefused)
            } else {
                let expected = "expected only the attributes \(upName) and \(downName)"
                refuseUnlessForeign(attribute, of: .travel, expected: expected)
            }
        }
        if up != nil || down != nil {
            let draft = draft
            draft.travel = Details.Travel(up: up, down: down)
            draft.travelPosition = fieldPosition
        } else if !isRefused {
            fail(
                at: fieldPosition,
                "\(tag(.travel)) has neither \(upName) nor \(downName)",
                "expected the time from one end to the other: \(upName)=\"31s\""
            )
        }
    }

    private mutating func travelTime(_ attribute: XMLAttributes.Attribute, isRefused: inout Bool) -> Duration? {
        let text = attribute.text
        if let time = DurationText.read(text), Details.Travel.times.contains(time) { return time }
        isRefused = true
        refuseValue(attribute, expected: "expected a time of 1s to 10m: 31s")
        return nil
    }

    private mutating func readLocation(_ attributes: XMLAttributes) {
        let latitudeName: StaticString = language.pick("latitud", "latitude")
        let longitudeName: StaticString = language.pick("longitud", "longitude")
        let zoneName: StaticString = language.pick("zona", "zone")
        var latitude: Double?
        var longitude: Double?
        var zone: String?
        var isRefused = false
        for attribute in attributes {
            if attribute.namespace == nil, attribute.isNamed(latitudeName) {
                latitude = number(attribute, in: -90...90, isRefused: &isRefused)
            } else if attribute.namespace == nil, attribute.isNamed(longitudeName) {
                longitude = number(attribute, in: -180...180, isRefused: &isRefused)
            } else if attribute.namespace == nil, attribute.isNamed(zoneName) {
                zone = String(decoding: attribute.trimmed, as: UTF8.self)
                if !isZoneName(attribute.trimmed) {
                    refuseValue(attribute, expected: "expected a time zone like Europe/Madrid")
                }
            } else {
                refuseUnlessForeign(
                    attribute,
                    of: .location,
                    expected: "expected only the attributes \(latitudeName), \(longitudeName) and \(zoneName)"
                )
            }
        }
        if let latitude, let longitude {
            draft.location = Location(latitude: latitude, longitude: longitude, timeZone: zone)
        } else if !isRefused {
            fail(
                at: fieldPosition,
                "\(tag(.location)) has no \(latitude == nil ? latitudeName : longitudeName)",
                "expected the attributes \(latitudeName) and \(longitudeName), in degrees"
            )
        }
    }

    /// Whether a text has the form of an IANA time zone name: parts of letters, digits and `_+-`.
    private func isZoneName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count <= 64
            && bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
                guard let first = part.first, (0x61...0x7A).contains(first | 0x20) else { return false }
                return part.allSatisfy {
                    (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
                        || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                }
            }
    }

    private mutating func number(
        _ attribute: XMLAttributes.Attribute,
        in range: ClosedRange<Double>,
        isRefused: inout Bool
    ) -> Double? {
        if let number = DecimalNumber.parse(attribute.trimmed)?.double, range.contains(number) { return number }
        isRefused = true
        refuseValue(
            attribute,
            expected: "expected a number, \(Int(range.lowerBound)) to \(Int(range.upperBound))"
        )
        return nil
    }

    mutating func refuseValue(_ attribute: XMLAttributes.Attribute, expected: String) {
        let value = shortened(String(decoding: attribute.value, as: UTF8.self))
        fail(at: fieldPosition, "the attribute \(String(cString: attribute.name)) is \"\(value)\"", expected)
    }
}
