import DomoEngine
import DomoLanguage
import DomoModel

/// The valid tokens, and the codes that can be exchanged for one.
struct TokenTable: Sendable {
    struct Token: Sendable, Equatable {
        var name: String
        var digest: TokenDigest
        var grant: AccessRules.Grant
        var created: Timestamp
        /// Who created it, for people.
        var by: String
        var expires: Timestamp?
        var lastUsed: Timestamp?
        /// Where it was last used from.
        var from: String?
    }

    private struct Code: Sendable {
        var token: NewToken
        var grant: AccessRules.Grant
        var by: String
        var created: Timestamp
        var expires: Timestamp
    }

    static let maxTokens = 1000
    static let maxCodes = 100
    /// The minimum age of the last saved login, in milliseconds, before the next one is saved.
    static let useResolution: Int64 = 3_600_000

    private var tokens: [String: Token]
    private var names: [TokenDigest: String]
    private var codes: [TokenDigest: Code] = [:]

    init(_ tokens: [Token] = []) {
        self.tokens = Dictionary(tokens.map { ($0.name, $0) }) { _, last in last }
        names = Dictionary(self.tokens.values.map { ($0.digest, $0.name) }) { _, last in last }
    }

    /// Sorted by name.
    var all: [Token] { tokens.values.sorted { $0.name < $1.name } }

    func holds(_ name: String) -> Bool { tokens[name] != nil }

    /// The grants by token name, for the engine.
    var grants: [String: AccessRules.Grant] { tokens.mapValues(\.grant) }

    // MARK: - New tokens

    /// Creates a token, or a code to be exchanged for one.
    mutating func make(
        _ wanted: NewToken,
        _ grant: AccessRules.Grant,
        by: String,
        at now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(Fault) -> GivenToken {
        guard wanted.isCode else {
            guard tokens[wanted.name] == nil else {
                throw Fault(
                    .exists,
                    "a token \"\(wanted.name)\" already exists",
                    hint: "use another name, or revoke it first"
                )
            }
            return try add(wanted, grant, by: by, at: now, using: &random)
        }
        codes = codes.filter { now < $0.value.expires }
        guard codes.count < Self.maxCodes else {
            throw Fault(.busy, "\(codes.count) codes are pending, the maximum", hint: "a code expires after 10 minutes")
        }
        let code = TokenSecret.code(using: &random)
        let expires = now.advanced(by: NewToken.codeLifetime)
        codes[try TokenDigest(of: code)] = Code(token: wanted, grant: grant, by: by, created: now, expires: expires)
        return GivenToken(
            name: wanted.name,
            role: grant.role,
            places: grant.places,
            code: code,
            codeExpires: expires
        )
    }

    /// Exchanges a code for a token. A code works once.
    mutating func claim(
        _ code: String,
        at now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(Fault) -> GivenToken {
        let digest = try TokenDigest(of: TokenSecret.readCode(code))
        guard let found = codes.removeValue(forKey: digest), now < found.expires else {
            throw Fault(
                .notAllowed,
                "the code is unknown, used or expired",
                hint: "a code works once, within 10 minutes; create another with \"domo token new NAME --code\""
            )
        }
        var wanted = found.token
        wanted.name = freeName(wanted.name)
        return try add(wanted, found.grant, by: found.by, at: now, using: &random)
    }

    /// The name, with a number appended if it is taken.
    private func freeName(_ name: String) -> String {
        guard tokens[name] != nil else { return name }
        let number = (2...Self.maxTokens + 1).first { tokens["\(name) \($0)"] == nil } ?? Self.maxTokens
        return "\(name) \(number)"
    }

    private mutating func add(
        _ wanted: NewToken,
        _ grant: AccessRules.Grant,
        by: String,
        at now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(Fault) -> GivenToken {
        guard tokens.count < Self.maxTokens else {
            throw Fault(.busy, "there are \(tokens.count) tokens, the maximum", hint: "revoke some")
        }
        let secret = TokenSecret.token(using: &random)
        let token = Token(
            name: wanted.name,
            digest: try TokenDigest(of: secret),
            grant: grant,
            created: now,
            by: by,
            expires: wanted.lifetime.map(now.advanced(by:))
        )
        tokens[token.name] = token
        names[token.digest] = token.name
        return GivenToken(
            name: token.name,
            role: grant.role,
            places: grant.places,
            expires: token.expires,
            token: secret
        )
    }

    // MARK: - Use

    /// Looks up a token by its secret, and records its use.
    ///
    /// - Returns: the token, and whether its use is to be saved; nil if it is unknown or has expired.
    mutating func use(
        _ secret: String,
        from: String?,
        at now: Timestamp
    ) throws(Fault) -> (Token, isWorthWriting: Bool)? {
        guard let name = names[try TokenDigest(of: secret)], var token = tokens[name] else { return nil }
        if let expires = token.expires, expires <= now { return nil }
        let before = token.lastUsed
        token.lastUsed = now
        token.from = from ?? token.from
        tokens[name] = token
        let isWorthWriting = before.map { now.milliseconds - $0.milliseconds >= Self.useResolution } ?? true
        return (token, isWorthWriting)
    }

    /// Removes the token of that name, and the codes that would become it.
    ///
    /// - Returns: false if there is neither.
    mutating func revoke(_ name: String) -> Bool {
        let count = codes.count
        codes = codes.filter { $0.value.token.name != name }
        return drop(name) || codes.count < count
    }

    /// Removes the token of that name alone.
    ///
    /// - Returns: false if there is none.
    mutating func drop(_ name: String) -> Bool {
        guard let token = tokens.removeValue(forKey: name) else { return false }
        names[token.digest] = nil
        return true
    }

    /// Removes the expired tokens.
    ///
    /// - Returns: their names.
    mutating func expire(at now: Timestamp) -> [String] {
        let expired = tokens.values.filter { $0.expires.map { $0 <= now } ?? false }.map(\.name).sorted()
        for name in expired { _ = drop(name) }
        return expired
    }

    /// When the next one expires.
    var nextExpiry: Timestamp? { tokens.values.compactMap(\.expires).min() }

    // MARK: - Views

    /// The tokens, then the codes that were not used yet.
    ///
    /// - Parameter name: the only token to list; nil for all.
    func list(only name: String?, at now: Timestamp) -> TokenList {
        let tokens = all.map { token in
            TokenView(
                name: token.name,
                role: token.grant.role,
                places: token.grant.places,
                created: token.created,
                by: token.by,
                expires: token.expires,
                lastUsed: token.lastUsed,
                from: token.from
            )
        }
        let pending = codes.values.filter { now < $0.expires }.sorted {
            ($0.token.name, $0.created) < ($1.token.name, $1.created)
        }
        let views = pending.map { code in
            TokenView(
                name: code.token.name,
                role: code.grant.role,
                places: code.grant.places,
                created: code.created,
                by: code.by,
                expires: code.expires,
                isCode: true
            )
        }
        return TokenList((tokens + views).filter { name == nil || $0.name == name })
    }
}

extension Timestamp {
    func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        return Timestamp(milliseconds: milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
