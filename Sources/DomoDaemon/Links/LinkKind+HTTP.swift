import DomoEngine
import DomoHTTP
import DomoLanguage

extension LinkKind {
    static let http = LinkKind(
        word: LinkView.Kind.http.rawValue,
        keys: [
            "url", "max-in-flight", "connect-timeout", "ca-file", "user", "password", "password-file", "token",
            "token-file", "digest", "same-credentials", "dialect", "elements", "reading",
        ]
    ) { file, entries, node in file.httpSettings(entries, node) }
}

extension ServerSettings: LinkSettings {
    var label: String { shownURL }

    func profile(label: String) -> any LinkProfile { HTTPLinkProfile(settings: self, label: label) }

    func makeLink(
        label: String,
        with resources: LinkResources
    ) -> (profile: any LinkProfile, port: any LinkPort) {
        let port = HTTPLink(settings: self, label: label, loop: resources.http)
        return (port.profile, port)
    }

    func warnings(for elements: () -> [(name: String, path: String)]) -> [String] {
        guard !self.elements.isEmpty else { return [] }
        return self.elements.warnings(for: elements()) + withheldCredentials.map { "\($0.message); \($0.hint)" }
    }
}
