import DomoJSON
import DomoLanguage
import DomoModel

/// What a payload on the command topic of a lamp orders (home-assistant.io/integrations/light.mqtt, "JSON schema").
enum LampPayload {
    /// The orders, in their order: a colour first, since some lamps go to 100 % with it.
    ///
    /// What domo's lamps don't have is ignored: `transition`, `flash`, `effect`.
    ///
    /// - Parameter colour: what it shows.
    static func wishes(_ payload: [UInt8], for lamp: Lamp, colour: Colour?) throws(CommandFault) -> [Order.Wish] {
        guard payload.count <= CommandPayload.maxLength, let document = JSONDocument(payload), document.root.isObject
        else { throw fault("the payload is not a JSON object of at most \(CommandPayload.maxLength) bytes") }
        let root = document.root
        switch root["state"]?.text {
        case "OFF": return [off(lamp)]
        case "ON", nil: break
        case .some: throw fault("the state is neither ON nor OFF")
        }
        let level = try root["brightness"].map { value throws(CommandFault) in
            try number(value, "brightness", in: 0...100)
        }
        var wishes: [Order.Wish] = []
        if root["color_temp"] != nil || root["color"] != nil, !lamp.types.contains(.colour) {
            throw CommandFault(Fault(.refusedValue, "the lamp takes no colours"))
        }
        if let kelvin = root["color_temp"] {
            wishes.append(.value("\(try number(kelvin, "color_temp", in: Colour.kelvins))K", as: .colour))
        } else if let components = root["color"] {
            let ordered = try rgb(components)
            wishes.append(.value((level.map { dimmed(ordered, to: $0, lamp) } ?? ordered).word, as: .colour))
        } else if let level, !lamp.types.contains(.regulable) {
            // Its level is that of its colour.
            guard let colour, !colour.isWhite, colour != .black else {
                throw fault("its brightness is that of its colour, which is unknown")
            }
            wishes.append(.value(dimmed(colour.atFullBrightness, to: level, lamp).word, as: .colour))
        }
        if lamp.types.contains(.regulable), let level, let percent = Percent(level) {
            wishes.append(.level(.to(percent)))
        }
        guard wishes.isEmpty else { return wishes }
        guard root["state"] != nil else { throw fault("it orders nothing") }
        return [on(lamp)]
    }

    private static func on(_ lamp: Lamp) -> Order.Wish {
        switch lamp.switchType {
        case .regulable: .level(.to(Percent(clamping: 100)))
        case .colour: .value("#ffffff", as: .colour)
        case .binary, .bidirectional, .value, nil: .value("on", as: .binary)
        }
    }

    private static func off(_ lamp: Lamp) -> Order.Wish {
        switch lamp.switchType {
        case .regulable: .level(.to(.zero))
        case .colour: .value(Colour.black.word, as: .colour)
        case .binary, .bidirectional, .value, nil: .value("off", as: .binary)
        }
    }

    /// A lamp with a level keeps its colour as it is.
    private static func dimmed(_ colour: Colour, to level: Int, _ lamp: Lamp) -> Colour {
        guard !lamp.types.contains(.regulable) else { return colour }
        let (red, green, blue) = colour.components
        let parts = [red, green, blue].map { UInt8((Double($0) * Double(level) / 100).rounded()) }
        return .rgb(red: parts[0], green: parts[1], blue: parts[2])
    }

    private static func rgb(_ components: JSONValue) throws(CommandFault) -> Colour {
        func component(_ key: String) throws(CommandFault) -> UInt8 {
            guard let value = components[key] else { throw fault("a colour has r, g and b") }
            return UInt8(try number(value, key, in: 0...255))
        }
        return .rgb(red: try component("r"), green: try component("g"), blue: try component("b"))
    }

    private static func number(
        _ value: JSONValue,
        _ key: String,
        in range: ClosedRange<Int>
    ) throws(CommandFault) -> Int {
        guard let text = value.text, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
            let number = Double(text),
            let whole = Int(exactly: number.rounded()),
            range.contains(whole)
        else { throw fault("\(key) is no number from \(range.lowerBound) to \(range.upperBound)") }
        return whole
    }

    private static func fault(_ message: String) -> CommandFault {
        CommandFault(Fault(.badRequest, message, hint: #"send {"state":"ON","brightness":40}"#))
    }
}
