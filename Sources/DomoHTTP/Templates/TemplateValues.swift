import DomoEngine
import DomoJSON
import DomoModel

/// The values for the placeholders of templates.
struct TemplateValues {
    /// The placeholders that every template may use; all others are variables.
    static let builtIn = ["url", "name", "device", "part", "role", "path", "user", "password", "token"]
    /// The placeholders that distinguish a device or service from all others, and a part from its device.
    static let ofElement: Set = ["name", "device", "path"]
    static let ofPart: Set = ["part", "path"]
    /// The names of variables that are always secrets, ignoring case, `-` and `_`.
    private static let secretVariables: Set = ["key", "apikey", "authkey", "auth", "token", "password", "secret"]

    static func isSecret(_ name: String) -> Bool {
        secretVariables.contains(name.lowercased().filter { $0 != "-" && $0 != "_" })
    }

    /// Only for levels, texts and colours.
    static let value = "value"

    var url: String
    /// The URL without its secret part.
    var shownURL: String?
    var target: Target
    var value: String?
    /// That of the value, for the placeholders of `ColourForm`.
    var colour: Colour?
    var credentials: Credentials
    /// Whether the dialect's secrets may be sent to the URL.
    var takesServerSecrets = true
    /// The element's own variables, which take precedence.
    var own: [String: Template] = [:]
    var variables: [String: Template] = [:]
    /// Whether secrets are written as `***`.
    var isMasked = false
    /// Notes what would be masked.
    var trace: SecretTrace?

    /// The maximum depth of variables in variables.
    static let maxDepth = 4

    /// Returns the value of a placeholder, not escaped.
    func text(for placeholder: Template.Placeholder, depth: Int = 0) throws(SignalFault) -> String {
        let text = try plain(placeholder, depth: depth)
        guard !placeholder.filters.isEmpty, !(isMasked && (placeholder.isSecret || text.holds("***"))) else {
            return text
        }
        var result = text
        // Not rounded to the text between two filters.
        var exact: Double?
        // The range of a level above 0: rounded, it must not become that of 0, which would switch a lamp off.
        var above: NumberRange?
        func number() throws(SignalFault) -> Double {
            guard let number = exact ?? NumberRange.number(result) else { throw noNumber(result, placeholder) }
            return number
        }
        for filter in placeholder.filters {
            switch filter {
            case .round:
                let rounded = try number().rounded()
                exact = above.flatMap { $0.first == rounded ? $0.aboveFirst : nil } ?? rounded
            case .scale(let range):
                let percent = try number()
                // Scaled once: it is percent only then.
                above = exact == nil && percent > 0 ? range : nil
                exact = range.scaled(percent)
            case .after(let lead):
                if !result.isEmpty { result = lead + result }
                exact = nil
            }
            if let exact { result = plainText(exact) }
        }
        return result
    }

    private func plain(_ placeholder: Template.Placeholder, depth: Int) throws(SignalFault) -> String {
        let name = placeholder.name
        switch name {
        case "url":
            if shownURL != nil { trace?.touch() }
            return isMasked ? shownURL ?? url : url
        case "name", "device": return target.device ?? target.name
        case "role": return target.role?.word ?? ""
        case "part": return target.device == nil ? "" : target.name
        case "path": return target.path
        case Self.value: return value ?? ""
        case "user", "password", "token": return secret(name)
        default: break
        }
        guard let template = own[name] ?? variables[name] else {
            if let colour, let text = ColourForm.text(for: name, of: colour) { return text }
            throw SignalFault(
                message: "\(target.path) has no \(name)",
                hint: "give it in the configuration under elements: \"\(target.path)\": {\(name): …}"
            )
        }
        try check(template, "{\(name)}")
        guard depth < Self.maxDepth else {
            throw SignalFault(message: "the variable \(name) refers to itself", hint: "check the dialect's variables")
        }
        let text = try render(template, depth: depth + 1)
        if placeholder.isSecret { trace?.touch() }
        return isMasked && !text.isEmpty && placeholder.isSecret ? "***" : text
    }

    /// Checks that a secret may be sent to the host of the URL.
    ///
    /// - Parameter what: its name for faults: `{key}`.
    func check(_ template: Template, _ what: String) throws(SignalFault) {
        guard template.secrecy == .server, !takesServerSecrets else { return }
        throw SignalFault(
            message: "\(what) is a secret of the dialect, and \(target.path) is on another host than its server",
            hint: "give the element its own secret under elements, or the server same-credentials: yes"
        )
    }

    func noNumber(_ text: String, _ placeholder: Template.Placeholder) -> SignalFault {
        let shown = String(Secrets(secretTexts).mask(text).prefix(40))
        return SignalFault(message: "\"\(shown)\" is not a number, which {\(placeholder.name)} must be here")
    }

    /// All texts that must not be shown.
    var secretTexts: [String] {
        var open = self
        open.isMasked = false
        var texts = credentials.secrets
        for (name, template) in variables.merging(own, uniquingKeysWith: { $1 })
        where Self.isSecret(name) || template.secrecy != .open {
            do {
                texts.append(try open.render(template))
            } catch {
                // It can't be rendered, so it was never sent.
                continue
            }
        }
        return texts
    }

    /// Returns the rendered text, not escaped.
    func render(_ template: Template, depth: Int = 0) throws(SignalFault) -> String {
        if template.secrecy != .open {
            trace?.touch()
            if isMasked { return "***" }
        }
        var result = ""
        for segment in template.segments {
            switch segment {
            case .literal(let text): result += text
            case .placeholder(let placeholder): result += try text(for: placeholder, depth: depth)
            }
        }
        return result
    }

    private func secret(_ name: String) -> String {
        let text: String
        switch (credentials, name) {
        case (.basic(let user, _), "user"), (.digest(let user, _), "user"): return user
        case (.basic(_, let password), "password"), (.digest(_, let password), "password"): text = password
        case (.bearer(let token), "token"): text = token
        default: text = ""
        }
        if !text.isEmpty { trace?.touch() }
        return isMasked && !text.isEmpty ? "***" : text
    }
}

extension Template {
    /// Whether the template contains one of these placeholders, directly or in a variable.
    func contains(_ names: Set<String>, _ variables: [String: Template], depth: Int = 0) -> Bool {
        placeholders.contains { placeholder in
            if names.contains(placeholder.name) { return true }
            guard depth < TemplateValues.maxDepth, let variable = variables[placeholder.name] else { return false }
            return variable.contains(names, variables, depth: depth + 1)
        }
    }
}
