import DomoLanguage
import DomoModel

/// What a payload on a command topic orders.
enum CommandPayload {
    /// In bytes.
    static let maxLength = 4096

    /// - Returns: the wish, as the command language would read it.
    static func wish(_ payload: [UInt8], for type: FacetType) throws(CommandFault) -> Order.Wish {
        let text = try text(payload)
        guard !text.isEmpty else {
            throw CommandFault(Fault(.badRequest, "the payload is empty", hint: "send the value as text: on, 40, up"))
        }
        switch type {
        case .binary: return binary(text)
        case .regulable: return regulable(text)
        case .bidirectional: return .value(direction(text), as: type)
        case .value, .colour: return .value(text, as: type)
        }
    }

    static func text(_ payload: [UInt8]) throws(CommandFault) -> String {
        guard payload.count <= maxLength else {
            throw CommandFault(
                Fault(.badRequest, "the payload has \(payload.count) bytes", hint: "use at most \(maxLength)")
            )
        }
        guard let text = String(validating: payload, as: UTF8.self), isOneLine(text) else {
            throw CommandFault(
                Fault(.badRequest, "the payload is not one line of UTF-8", hint: "send the value as text")
            )
        }
        return text
    }

    /// What is not would end the request to domod early.
    static func isOneLine(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }

    private static func binary(_ text: String) -> Order.Wish {
        switch text.lowercased() {
        case "toggle": .toggle
        case "on", "true", "1": .value("on", as: .binary)
        case "off", "false", "0": .value("off", as: .binary)
        case "press": .value("press", as: .binary)
        default: .value(text, as: .binary)
        }
    }

    /// Levels may have decimals; `+10` and `-10` are steps.
    private static func regulable(_ text: String) -> Order.Wish {
        switch text.lowercased() {
        case "up": return .level(.dimming(.up))
        case "down": return .level(.dimming(.down))
        case "stop": return .level(.dimming(.stop))
        default: break
        }
        if text.first == "+" || text.first == "-", let points = Int(text), (-100...100).contains(points) {
            return .level(.by(points))
        }
        // Home Assistant may write 40.0.
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        if areDigits, let number = Double(text), let percent = Percent(Int(min(number, 1000).rounded())) {
            return .level(.to(percent))
        }
        return .value(text, as: .regulable)
    }

    private static func direction(_ text: String) -> String {
        switch text.lowercased() {
        case "open", "up": "up"
        case "close", "down": "down"
        case "stop": "stop"
        default: text
        }
    }
}

extension Order.Wish {
    /// Whether a second one has another effect than the first.
    var dependsOnState: Bool {
        switch self {
        case .toggle, .level(.by), .level(.dimming): true
        case .value, .level(.to): false
        }
    }
}
