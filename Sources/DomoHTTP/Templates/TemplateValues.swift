import DomoEngine
import DomoModel

/// What goes into the places of templates.
struct TemplateValues {
    /// What every template may use; all others are variables.
    static let builtIn = ["url", "name", "path", "user", "password", "token"]
    /// Variables that are secrets by their name, without regard to case, `-` and `_`.
    private static let secretVariables: Set = ["key", "apikey", "authkey", "auth", "token", "password", "secret"]

    static func isSecret(_ name: String) -> Bool {
        secretVariables.contains(name.lowercased().filter { $0 != "-" && $0 != "_" })
    }

    /// For levels and texts alone.
    static let value = "value"

    var url: String
    /// The part of the URL that is a secret is left out.
    var shownURL: String?
    var target: Target
    var value: String?
    var credentials: Credentials
    /// Whether the URL is one that the dialect's secrets are for.
    var takesServerSecrets = true
    /// The element's own, which win.
    var own: [String: Template] = [:]
    var variables: [String: Template] = [:]
    /// Secrets are written as `***`.
    var isMasked = false

    /// Variables may stand in variables, but not for ever.
    static let deepest = 4

    /// The text for a place, before it is escaped.
    func text(for place: Template.Place, depth: Int = 0) throws(SignalFault) -> String {
        let text = try plain(place, depth: depth)
        guard !place.filters.isEmpty, !(isMasked && (place.isSecret || text.holds("***"))) else { return text }
        guard var number = NumberRange.number(text) else { throw noNumber(text, place) }
        for filter in place.filters {
            switch filter {
            case .round: number = number.rounded()
            case .scale(let range): number = range.scaled(number)
            }
        }
        return plainText(number)
    }

    private func plain(_ place: Template.Place, depth: Int) throws(SignalFault) -> String {
        let name = place.name
        switch name {
        case "url": return isMasked ? shownURL ?? url : url
        case "name": return target.name
        case "path": return target.path
        case Self.value: return value ?? ""
        case "user", "password", "token": return secret(name)
        default: break
        }
        guard let template = own[name] ?? variables[name] else {
            throw SignalFault(
                message: "\(target.path) has no \(name)",
                hint: "give it in the configuration under elements: \"\(target.path)\": {\(name): …}"
            )
        }
        try check(template, "{\(name)}")
        guard depth < Self.deepest else {
            throw SignalFault(message: "the variable \(name) stands for itself", hint: "see the dialect's variables")
        }
        let text = try render(template, depth: depth + 1)
        return isMasked && !text.isEmpty && place.isSecret ? "***" : text
    }

    /// Sees that a secret is for the host that it would be sent to.
    ///
    /// - Parameter what: names it: `{key}`.
    func check(_ template: Template, _ what: String) throws(SignalFault) {
        guard template.secrecy == .server, !takesServerSecrets else { return }
        throw SignalFault(
            message: "\(what) is a secret of the dialect, and \(target.path) is on another host than its server",
            hint: "give the element one of its own under elements, or the server same-credentials: yes"
        )
    }

    func noNumber(_ text: String, _ place: Template.Place) -> SignalFault {
        let shown = String(Secrets(secretTexts).mask(text).prefix(40))
        return SignalFault(message: "\"\(shown)\" is not a number, which {\(place.name)} must be here")
    }

    /// All that is never to be shown.
    var secretTexts: [String] {
        var open = self
        open.isMasked = false
        var texts = credentials.secrets
        for (name, template) in variables.merging(own, uniquingKeysWith: { $1 })
        where Self.isSecret(name) || template.secrecy != .open {
            do {
                texts.append(try open.render(template))
            } catch {
                // What can't be written went nowhere.
                continue
            }
        }
        return texts
    }

    /// As it is, nothing escaped.
    func render(_ template: Template, depth: Int = 0) throws(SignalFault) -> String {
        if isMasked, template.secrecy != .open { return "***" }
        var result = ""
        for segment in template.segments {
            switch segment {
            case .literal(let text): result += text
            case .place(let place): result += try text(for: place, depth: depth)
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
        return isMasked && !text.isEmpty ? "***" : text
    }
}

extension Template {
    /// Whether it contains the element's name or path, itself or in one of its variables.
    func namesElement(_ variables: [String: Template], depth: Int = 0) -> Bool {
        places.contains { place in
            if place.name == "name" || place.name == "path" { return true }
            guard depth < TemplateValues.deepest, let variable = variables[place.name] else { return false }
            return variable.namesElement(variables, depth: depth + 1)
        }
    }
}
