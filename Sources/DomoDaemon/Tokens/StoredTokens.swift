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

    init(_ table: TokenTable = TokenTable(), file: TokenFile? = nil) {
        self.table = table
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
        var random = SystemRandomNumberGenerator()
        return try table.claim(code, at: now, using: &random)
    }

    /// Carries out a change that the engine has allowed.
    mutating func change(_ change: TokenChange, at now: Timestamp) throws(Fault) -> Change {
        switch change {
        case .list(let name): return .none(.tokens(table.list(only: name, at: now)))
        case .new(let wanted, let grant, let by):
            var random = SystemRandomNumberGenerator()
            let given = try table.make(wanted, grant, by: "\(by)", at: now, using: &random)
            return given.token == nil
                ? .none(.given(given)) : .stored(.given(given), created: given.name, what: "the token")
        case .revoke(let name):
            guard table.revoke(name) else {
                throw Fault(
                    .unknownToken,
                    "there is no token \"\(name)\"",
                    hint: "\"domo token list\" shows them"
                )
            }
            return .stored(.tokens(table.list(only: name, at: now)), created: nil, what: "the revocation")
        }
    }

    /// - Returns: false if there is no such token.
    mutating func drop(_ name: String) -> Bool { table.drop(name) }

    /// - Returns: whether tokens have expired.
    mutating func expire(at now: Timestamp) -> Bool { !table.expire(at: now).isEmpty }

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
    var toSave: (file: TokenFile, tokens: [TokenTable.Token])? { file.map { ($0, table.all) } }
}
