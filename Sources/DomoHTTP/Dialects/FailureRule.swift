/// What the body of an answer says about a failed order.
struct FailureRule: Sendable, Equatable {
    /// Where the body has the reason, for people; nil for the body itself.
    var reason: StateSource?
    /// Where the body has the code of the error.
    var code: StateSource?
    /// The codes with which a retry fails again: a closed list, since another error may pass.
    var final: Set<String> = []

    struct Finding: Equatable {
        var reason: String?
        var isFinal: Bool
    }

    func finding(in body: [UInt8]) -> Finding {
        let sources = [reason, code].compactMap(\.self)
        var values: [String?] = []
        if case .success(let found) = AnswerValues.find(sources, in: body) { values = found }
        let text = reason == nil || values.isEmpty ? nil : values.removeFirst()
        let code = values.first ?? nil
        var shown = text ?? Self.text(of: body)
        if let code, let text { shown = "\(text) (\(code))" }
        return Finding(reason: shown, isFinal: code.map { final.contains($0.trimmed) } ?? false)
    }

    /// In characters.
    private static let maxShown = 200

    /// What a body says to people; nil for a page, for bytes that are not text, and for nothing.
    static func text(of body: [UInt8]) -> String? {
        guard let whole = String(validating: body, as: UTF8.self) else { return nil }
        let text = whole.singleLine.trimmed
        guard !text.isEmpty, !text.hasPrefix("<") else { return nil }
        return String(text.prefix(maxShown))
    }
}
