import DomoLanguage
import DomoModel

extension Rendering {
    /// The newest first: `#12  2026-11-26 10:00  failed sign-in ×3  from 10.0.0.5  a wrong code`.
    func log(_ page: LogPage) -> String {
        guard !page.entries.isEmpty else { return "nothing\n" }
        var table = Table(indentation: 0)
        for entry in page.entries {
            table.add([
                Table.Cell("#\(entry.number)", paint: style.faint), Table.Cell(LocalTime.text(entry.time)),
                Table.Cell(entry.kind.text + (entry.count > 1 ? " ×\(entry.count)" : "")),
                Table.Cell(DisplayText.safe(about(entry))),
            ])
        }
        return table.text(fitting: width)
    }

    private func about(_ entry: LogEntry) -> String {
        var parts: [String] = []
        // Quoted where somebody chose it, so that it can't pass for the rest of the line.
        if let subject = entry.subject { parts.append(entry.kind.isOfToken ? Words.quoted(subject) : subject) }
        if let message = entry.message { parts.append(message) }
        if let by = entry.by { parts.append("by \(by.label)") }
        if let from = entry.from { parts.append("from \(from)") }
        if entry.count > 1 { parts.append("last at \(LocalTime.text(entry.last))") }
        return parts.joined(separator: ", ")
    }
}

extension LogEntry.Kind {
    fileprivate var isOfToken: Bool { [.code, .token, .rights, .revoked, .expired].contains(self) }

    fileprivate var text: String {
        switch self {
        case .start: "domod started"
        case .signIn: "sign-in"
        case .newAddress: "sign-in from a new address"
        case .failedSignIn: "failed sign-in"
        case .hook: "hook made"
        case .revokedHook: "hook revoked"
        case .knock: "hook used"
        case .refusedKnock: "hook refused"
        case .code: "code made"
        case .token: "token made"
        case .rights: "token changed"
        case .revoked: "token revoked"
        case .expired: "token expired"
        case .reload: "reload"
        case .failedReload: "failed reload"
        case .file: "file changed"
        case .refused: "refused"
        }
    }
}
