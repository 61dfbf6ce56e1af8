import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Logging

// The log of access: what `domo audit` lists.

extension HouseRuntime {
    /// Keeps an event, and writes it to the daemon's own log.
    func keep(
        _ kind: LogEntry.Kind,
        by cause: Cause? = nil,
        of tree: UInt64? = nil,
        from address: String? = nil,
        subject: String? = nil,
        message: String? = nil
    ) {
        let entry = LogEntry(
            kind,
            at: Instant.now().wall,
            by: cause,
            from: address.map(Self.limited),
            subject: subject.map(Self.limited),
            message: message.map(Self.limited),
            tree: tree
        )
        log.note(entry)
        persist(.log(entry))
    }

    /// A client may send a line of 64 KiB.
    private static func limited(_ text: String) -> String { StoredText.cut(String(text.prefix(300)), 1200) }

    func noteStart() {
        keep(.start, message: domoVersion)
        persist(.event(HouseLogEntry(.started, at: Instant.now().wall, message: domoVersion)))
    }

    /// Where a client is: as its front end says, else who it is on this machine.
    func address(of client: any Client, from address: String?) -> String {
        address ?? "\(client.peer.cause.label) on this machine"
    }

    /// Notes what a change of tokens has changed.
    ///
    /// - Parameter tree: that of the token that wanted it.
    func note(_ change: TokenChange, of tree: UInt64?, _ reply: Reply) {
        switch (change, reply) {
        case (.new(let wanted, let rule, let by), .given):
            let kind: LogEntry.Kind = wanted.isCode ? .code : .token
            keep(kind, by: by, of: tree, subject: wanted.name, message: Self.text(rule.grant))
        case (.revoke(let name, _, let by), .tokens(let list)):
            for ended in list.ended ?? [] {
                keep(.revoked, by: by, of: tree, subject: ended, message: ended == name ? nil : "made by \(name)")
            }
        case (.doors(let name, let isOn, let by), .tokens):
            keep(.rights, by: by, of: tree, subject: name, message: isOn ? "orders for doors" : "no orders for doors")
        default: break
        }
    }

    /// `act in Salon, with doors`
    static func text(_ grant: AccessRules.Grant) -> String { text(grant.role, grant.places, grant.doors) }

    static func text(_ role: Role, _ places: [String]?, _ doors: Bool?) -> String {
        role.word + (places.map { " in " + ($0.isEmpty ? "no place" : $0.joined(separator: ", ")) } ?? "")
            + (role == .act && doors == true ? ", with doors" : "")
    }

    /// Notes the end of a load that somebody asked for, by a request or a signal. Scenes that are saved are files.
    func noteLoad(_ ids: [RequestID], problem: String? = nil) {
        let requesters = ids.filter { !files.isChange($0) }.map { principal(of: $0)?.cause }
        guard ids.isEmpty || !requesters.isEmpty else { return }
        keep(problem == nil ? .reload : .failedReload, by: requesters.first ?? nil, message: problem)
    }
}

extension Logger {
    /// Loads, refusals and starts are written elsewhere.
    fileprivate func note(_ entry: LogEntry) {
        var about: Logger.Metadata = [:]
        about["by"] = entry.by.map { "\($0.label)" }
        let from = entry.from.map { " from \($0)" } ?? ""
        let rest = (entry.subject.map { " \($0)" } ?? "") + (entry.message.map { ": \($0)" } ?? "")
        switch entry.kind {
        case .signIn, .newAddress: info("signed in\(from)", metadata: about)
        case .failedSignIn: warning("failed sign-in\(from)\(rest)", metadata: about)
        case .code: notice("made a code for the token\(rest)", metadata: about)
        case .token: notice("made the token\(rest)\(from)", metadata: about)
        case .rights: notice("changed the token\(rest)", metadata: about)
        case .revoked: notice("revoked the token\(rest)", metadata: about)
        case .expired: notice("the token\(rest) has expired", metadata: about)
        case .hook: notice("made the hook\(rest)", metadata: about)
        case .revokedHook: notice("revoked the hook\(rest)", metadata: about)
        case .knock: info("delivered to a hook\(from)\(rest)", metadata: about)
        case .refusedKnock: notice("refused a delivery to a hook\(from)\(rest)", metadata: about)
        case .file: notice("changed\(rest)", metadata: about)
        case .start, .reload, .failedReload, .refused: break
        }
    }
}
