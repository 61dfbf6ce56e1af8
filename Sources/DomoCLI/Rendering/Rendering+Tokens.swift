import DomoLanguage
import DomoModel

extension Rendering {
    /// The new token on a line of its own, or the code and the link to sign in.
    ///
    /// - Parameter qr: the QR code of the link.
    func given(_ token: GivenToken, url: String? = nil, qr: QRCode? = nil) -> String {
        var text = "\(DisplayText.safe(token.name)): \(right(token.role, token.places, token.doors))"
        if let expires = token.expires { text += ", until \(time(expires))" }
        text += "\n\n"
        if let secret = token.token {
            text += "\(secret)\n\n" + style.faint("It is not shown again.") + "\n"
        }
        if let code = token.code {
            text += "\(code)\n"
            if let url { text += DisplayText.safe(Self.link(url, code)) + "\n" }
            if let qr { text += "\n" + qr.text(style) }
            text += "\n"
        }
        if token.token == nil {
            let until = token.codeExpires.map { " until \(time($0))" } ?? ""
            text += style.faint("\(token.code == nil ? "The code" : "It") can be used once\(until).") + "\n"
        }
        return text
    }

    /// The link that signs a device in.
    static func link(_ url: String, _ code: String) -> String { "\(url.hasSuffix("/") ? url : url + "/")#code=\(code)" }

    func tokens(_ list: TokenList) -> String {
        guard !list.tokens.isEmpty else { return "no tokens\n" }
        var table = Table(indentation: 0)
        let columns = ["NAME", "ROLE", "DOORS", "PLACES", "CREATED BY", "EXPIRES", "LAST USED", "FROM"]
        table.add(columns.map { Table.Cell($0, paint: style.faint) })
        for token in list.tokens {
            table.add([
                Table.Cell(DisplayText.safe(token.name)), Table.Cell(token.role.word),
                Table.Cell(token.doors.map { $0 ? "yes" : "no" } ?? ""),
                Table.Cell(DisplayText.safe(token.places.map { $0.joined(separator: ", ") } ?? "all")),
                Table.Cell(DisplayText.safe(token.by.label) + (token.isCreatorUnknown == true ? " (name only)" : "")),
                Table.Cell(token.expires.map(time) ?? "never"),
                Table.Cell(token.isCode == true ? "code, not used yet" : token.lastUsed.map(time) ?? "never"),
                Table.Cell(DisplayText.safe(token.from ?? "")),
            ])
        }
        return table.text(fitting: width)
    }

    /// `revoked: guest, and tablet, which it has made`
    func ended(_ list: TokenList) -> String {
        guard let ended = list.ended, let first = ended.first else { return "revoked\n" }
        let others = ended.dropFirst().map(DisplayText.safe).joined(separator: ", ")
        return "revoked \(DisplayText.safe(first))" + (others.isEmpty ? "" : ", and what it has made: \(others)") + "\n"
    }

    func session(_ session: SessionView) -> String {
        "\(DisplayText.safe(session.name)): \(right(session.role, session.places, session.doors))\n"
    }

    /// `act in Salon, without doors`
    private func right(_ role: Role, _ places: [String]?, _ doors: Bool?) -> String {
        let shown = places.map { $0.isEmpty ? "no place" : DisplayText.safe($0.joined(separator: ", ")) }
        return role.word + (shown.map { " in \($0)" } ?? "") + (doors == false ? ", without doors" : "")
    }

    private func time(_ time: Timestamp) -> String { LocalTime.text(time) }
}
