public import DomoKNX
public import DomoModel

/// The objects of a lamp with colours. The first is that of the binding itself; the others are its children.
public struct KNXColour: Sendable, Equatable {
    /// What an object carries.
    public enum Content: Sendable, Equatable {
        /// 232.600: red, green and blue.
        case rgb
        /// 251.600: red, green, blue and white.
        case rgbw
        /// 242.600: CIE coordinates and brightness.
        case xyY
        /// 5.003.
        case hue
        /// 5.001.
        case saturation, brightness
        /// 7.600: the temperature of white light.
        case white

        /// Nil if a binding of a colour can't have the type.
        public init?(_ type: DatapointType) {
            switch (type.main, type.sub) {
            case (232, 600): self = .rgb
            case (251, 600): self = .rgbw
            case (242, 600): self = .xyY
            case (5, 3): self = .hue
            case (7, 600): self = .white
            default: return nil
            }
        }
    }

    public struct Object: Sendable, Equatable {
        public var content: Content
        public var command: GroupAddress?
        public var state: GroupAddress?
        public var type: DatapointType

        public init(
            _ content: Content,
            command: GroupAddress? = nil,
            state: GroupAddress? = nil,
            type: DatapointType
        ) {
            self.content = content
            self.command = command
            self.state = state
            self.type = type
        }
    }

    public var objects: [Object]
    /// Whether the colour contains the brightness: the element has no level.
    public var hasBrightness: Bool
    /// The temperature of the white of 251.600, in K; nil if the house file does not give one.
    public var white: Int?

    public init(_ objects: [Object], hasBrightness: Bool, white: Int? = nil) {
        self.objects = objects
        self.hasBrightness = hasBrightness
        self.white = white
    }

    private func number(_ content: Content) -> Int? { objects.firstIndex { $0.content == content } }
}

// MARK: - Orders

extension KNXColour {
    /// The telegrams that order a colour, in the order of the objects.
    ///
    /// - Throws: If the lamp has no such light.
    public func telegrams(for colour: Colour) throws(DatapointFault) -> [(address: GroupAddress, payload: Payload)] {
        var telegrams: [(address: GroupAddress, payload: Payload)] = []
        for object in objects {
            guard let command = object.command, let octets = octets(for: colour, object.content) else { continue }
            telegrams.append((command, .octets(octets)))
        }
        guard !telegrams.isEmpty else {
            throw DatapointFault(
                .noValue,
                "no address orders \(colour.word)",
                hint: colour.isWhite
                    ? "bind its temperature (7.600), or the white of its colour (251.600)"
                    : "bind its colour (232.600, 251.600, 242.600 or 5.003)"
            )
        }
        return telegrams
    }

    /// Source: KNX 03/07/02 Datapoint Types: 232.600, 251.600 (with the validity of red, green, blue and white in bits 3–0),
    /// 242.600 (with that of the coordinates in bit 1 and of the brightness in bit 0), 5.003, 5.001, 7.600.
    private func octets(for colour: Colour, _ content: Content) -> [UInt8]? {
        guard case .rgb(let red, let green, let blue) = colour else {
            guard case .white(let kelvin) = colour else { return nil }
            switch content {
            case .white: return [UInt8(kelvin >> 8 & 0xFF), UInt8(kelvin & 0xFF)]
            // A lamp with an object for the temperature takes that alone.
            case .rgbw: return number(.white) == nil && white != nil ? [0, 0, 0, 0xFF, 0, 0x0F] : nil
            case .rgb, .xyY, .hue, .saturation, .brightness: return nil
            }
        }
        let hsb = colour.hueSaturationBrightness
        switch content {
        case .rgb: return [red, green, blue]
        case .rgbw: return [red, green, blue, 0, 0, 0x0F]
        case .xyY:
            // Black has no coordinates.
            let place = Chromaticity(colour.components) ?? Chromaticity(x: 0.3127, y: 0.3290)
            let (x, y) = (Self.sixteenBits(place.x), Self.sixteenBits(place.y))
            return x + y + [Self.octet(hsb.brightness), hasBrightness ? 3 : 2]
        case .hue: return [Self.octet(hsb.hue / 360)]
        case .saturation: return [Self.octet(hsb.saturation)]
        case .brightness: return hasBrightness ? [Self.octet(hsb.brightness)] : nil
        case .white: return nil
        }
    }

    private static func octet(_ share: Double) -> UInt8 { UInt8((min(max(share, 0), 1) * 255).rounded()) }

    private static func sixteenBits(_ share: Double) -> [UInt8] {
        let number = UInt16((min(max(share, 0), 1) * 65_535).rounded())
        return [UInt8(number >> 8), UInt8(number & 0xFF)]
    }
}

// MARK: - Reports

extension KNXColour {
    /// What an object was last reported to carry.
    public enum Report: Sendable, Equatable {
        case colour(Colour)
        /// White light, but not its temperature: 251.600 without a temperature in the house file.
        case unknownWhite
        /// 0–1 each.
        case hue(Double)
        case saturation(Double)
        case brightness(Double)
        /// The light comes from another object, or the lamp is off.
        case dark
    }

    /// - Throws: If the data is not of the object's type, or is marked as not valid.
    public func report(of payload: Payload, object number: Int) throws(DatapointFault) -> Report {
        let object = objects[number]
        guard case .octets(let octets) = payload, octets.count == Self.width(object.content) else {
            throw DatapointFault(.wrongSize, "it is not \(object.type)")
        }
        switch object.content {
        case .rgb: return report(octets[0], octets[1], octets[2])
        case .rgbw: return try reportWithWhite(octets)
        case .xyY:
            guard octets[5] & 2 != 0 else { return try withoutColour() }
            let (x, y) = (Self.share(octets[0], octets[1]), Self.share(octets[2], octets[3]))
            let (red, green, blue) = Chromaticity(x: x, y: y).components
            guard hasBrightness else { return report(red, green, blue) }
            guard octets[5] & 1 != 0 else {
                throw DatapointFault(.noValue, "the brightness is marked as not valid")
            }
            let full = Colour.rgb(red: red, green: green, blue: blue).hueSaturationBrightness
            return .colour(
                Colour(hue: full.hue, saturation: full.saturation, brightness: Double(octets[4]) / 255)
            )
        case .hue: return .hue(Double(octets[0]) / 255)
        case .saturation: return .saturation(Double(octets[0]) / 255)
        case .brightness: return .brightness(Double(octets[0]) / 255)
        case .white:
            let kelvin = Int(octets[0]) << 8 | Int(octets[1])
            return Colour.kelvins.contains(kelvin) ? .colour(.white(kelvin: kelvin)) : .dark
        }
    }

    private static func width(_ content: Content) -> Int {
        switch content {
        case .rgb: 3
        case .rgbw, .xyY: 6
        case .hue, .saturation, .brightness: 1
        case .white: 2
        }
    }

    private static func share(_ high: UInt8, _ low: UInt8) -> Double {
        Double(UInt16(high) << 8 | UInt16(low)) / 65_535
    }

    private func report(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Report {
        let colour = Colour.rgb(red: red, green: green, blue: blue)
        if hasBrightness, objects.count == 1 { return .colour(colour) }
        return colour == .black ? .dark : .colour(hasBrightness ? colour : colour.atFullBrightness)
    }

    /// The colour is marked as not valid: the light comes from the object for white, if there is one.
    private func withoutColour() throws(DatapointFault) -> Report {
        guard number(.white) == nil else { return .dark }
        throw DatapointFault(.noValue, "the colour is marked as not valid")
    }

    /// White beside a colour makes it paler.
    private func reportWithWhite(_ octets: [UInt8]) throws(DatapointFault) -> Report {
        let valid = octets[5]
        guard valid & 0xE == 0xE else { return try withoutColour() }
        let (red, green, blue) = (octets[0], octets[1], octets[2])
        // A lamp without white light may mark it as not valid. If there is no other, it may be that.
        guard valid & 1 != 0 || max(red, green, blue) > 0 else {
            throw DatapointFault(.noValue, "the white is marked as not valid")
        }
        let light = valid & 1 != 0 ? octets[3] : 0
        if light > 0, max(red, green, blue) == 0 {
            return white.map { .colour(.white(kelvin: $0)) } ?? .unknownWhite
        }
        func paler(_ component: UInt8) -> UInt8 { UInt8(min(255, Int(component) + Int(light))) }
        return report(paler(red), paler(green), paler(blue))
    }

    /// The colour that follows from the last reports; nil if not all that it needs is known.
    ///
    /// - Parameters:
    ///   - reports: By object.
    ///   - latest: The object that reported last by itself: of colour and white, it counts.
    public func colour(of reports: [Report?], latest: Int?) -> Colour? {
        let whiteNumber = number(.white)
        let ofWhite: Colour? =
            if let number = whiteNumber, case .colour(let colour)? = reports[number] { colour } else { nil }
        let own = ownColour(of: reports)
        return latest != nil && latest == whiteNumber ? ofWhite ?? own : own ?? ofWhite
    }

    private func ownColour(of reports: [Report?]) -> Colour? {
        guard objects[0].content == .hue else {
            if objects[0].content != .white, case .colour(let colour)? = reports[0] { return colour }
            return nil
        }
        var (hue, saturation, brightness): (Double?, Double?, Double?) = (nil, nil, nil)
        for report in reports {
            switch report {
            case .hue(let share): hue = share
            case .saturation(let share): saturation = share
            case .brightness(let share): brightness = share
            case .colour, .unknownWhite, .dark, nil: break
            }
        }
        if !hasBrightness || number(.brightness) == nil { brightness = 1 }
        guard let hue, let saturation, let brightness else { return nil }
        return Colour(hue: hue * 360, saturation: saturation, brightness: brightness)
    }
}
