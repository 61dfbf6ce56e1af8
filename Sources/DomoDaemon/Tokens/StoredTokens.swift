import DomoEngine
import DomoLanguage
import DomoModel
import NIOCore

/// The tokens of the running daemon: the table, its file, and the timer of the next expiry.
struct StoredTokens {
    /// How late a token may expire, since clocks jump and machines are suspended.
    private static let maxExpiryDelay: TimeAmount = .seconds(1)

    /// The result of a change that was requested.
    enum Change {
        /// Nothing is to be stored.
        case none(Reply)
        /// - Parameters:
        ///   - created: the token that is not given out if it can't be stored.
        ///   - what: what can't be stored then.
        case stored(Reply, created: String?, what: String)
    }

    private(set) var table: TokenTable
    /// Nil if tokens are not stored.
    private let file: TokenFile?
    private var timer: Scheduled<Void>?
    /// Each subscription of a browser ends with its token.
    var push: StoredPush

    init(_ table: TokenTable = TokenTable(), file: TokenFile? = nil, push: StoredPush = StoredPush()) {
        self.table = table
        self.push = push
        self.file = file
    }

    /// - Returns: the token, and whether its use is to be saved.
    mutating func use(
        _ secret: String,
        from: String?,
        at now: Timestamp
    ) throws(Fault) -> (TokenTable.Token, isWorthWriting: Bool) {
        if let used = try table.use(secret, from: from, at: now) { return used }
        throw Fault(
            .notAllowed,
            "the token is unknown, expired or revoked",
            hint: "create another with \"domo token new NAME\""
        )
    }

    mutating func claim(_ code: String, at now: Timestamp) throws(Fault) -> GivenToken {
        try requireWritable()
        var random = SystemRandomNumberGenerator()
        return try table.claim(code, at: now, using: &random)
    }

    /// A token that would not survive a restart is not given out, and neither is a code for one.
    private func requireWritable() throws(Fault) {
        guard let file, file.isLocked else { return }
        throw Fault(
            .badConfiguration,
            "no token can be made: \(file.path) could not be read",
            hint: "repair the file, or move it away to begin without tokens, then restart domod"
        )
    }

    /// Carries out a change that the engine has allowed.
    mutating func change(_ change: TokenChange, at now: Timestamp) throws(Fault) -> Change {
        switch change {
        case .list(let name): return .none(.tokens(table.list(only: name, at: now)))
        case .new(let wanted, let rule, let by):
            try requireWritable()
            var random = SystemRandomNumberGenerator()
            let given = try table.make(wanted, rule, by: "\(by)", at: now, using: &random)
            return given.token == nil
                ? .none(.given(given)) : .stored(.given(given), created: given.name, what: "the token")
        case .doors(let name, let isOn, by: _):
            guard table.setDoors(of: name, to: isOn) else { throw Self.unknown(name) }
            return .stored(.tokens(table.list(only: name, at: now)), created: nil, what: "the change")
        case .revoke(let name, let mode, by: _):
            let ended = try revoke(name, mode)
            var list = table.list(only: name, at: now)
            list.ended = ended
            return .stored(.tokens(list), created: nil, what: "the revocation")
        }
    }

    /// - Returns: the names of the tokens that have ended.
    private mutating func revoke(_ name: String, _ mode: TokenStep.Revocation) throws(Fault) -> [String] {
        switch mode {
        case .alone:
            guard table.revokeAlone(name) else { throw Self.unknown(name) }
            return [name]
        case .ask:
            let others = table.descendants(of: name)
            guard others.isEmpty else {
                let shown = others.prefix(10).joined(separator: ", ") + (others.count > 10 ? ", …" : "")
                throw Fault(
                    .hasDescendants,
                    "\(others.count) token\(others.count == 1 ? "" : "s") that \(name) has made would end with it: \(shown)",
                    hint: "add --yes to end them all, or --alone to keep them"
                )
            }
        case .tree: break
        }
        guard let ended = table.revoke(name) else { throw Self.unknown(name) }
        return ended
    }

    private static func unknown(_ name: String) -> Fault {
        Fault(.unknownToken, "there is no token \"\(name)\"", hint: "\"domo token list\" shows them")
    }

    /// - Returns: false if there is no such token.
    mutating func drop(_ name: String) -> Bool { table.revokeAlone(name) }

    mutating func note(_ users: [UInt32: Principal.User]) { table.note(users) }

    /// - Returns: the names of those that have expired.
    mutating func expire(at now: Timestamp) -> [String] { table.expire(at: now) }

    /// Replaces the timer of the next expiry.
    ///
    /// - Parameter schedule: starts a timer.
    mutating func restartTimer(at now: Timestamp, _ schedule: (TimeAmount) -> Scheduled<Void>) {
        timer?.cancel()
        guard let next = table.nextExpiry else { return }
        let remaining = max(0, next.milliseconds - now.milliseconds)
        timer = schedule(min(TimeAmount.milliseconds(remaining), Self.maxExpiryDelay))
    }

    /// The file and what it is to hold; nil if tokens are not stored.
    var toSave: (file: TokenFile, tokens: TokenTable)? { file.map { ($0, table) } }
}
