import DomoEngine
import DomoLanguage
import DomoModel

/// The valid tokens, and the codes that can be exchanged for one. Tokens form trees by who made them.
struct TokenTable: Sendable {
    struct Token: Sendable, Equatable {
        /// Its identity: greater than those of all tokens before it, and never given again.
        var id: UInt64
        var name: String
        var digest: TokenDigest
        var rule: AccessRules.Token
        var created: Timestamp
        /// Who created it, for people.
        var by: String
        var expires: Timestamp?
        var lastUsed: Timestamp?
        /// Where it was last used from.
        var from: String?

        var principal: Principal.Token { Principal.Token(id: id, name: name) }

        /// The token that made it; nil if none did.
        var parent: UInt64? {
            if case .token(let parent) = rule.creator { parent } else { nil }
        }
    }

    private struct Code: Sendable {
        var token: NewToken
        var rule: AccessRules.Token
        var by: String
        var created: Timestamp
        var expires: Timestamp
    }

    /// The minimum age of the last saved login, in milliseconds, before the next one is saved.
    static let useResolution: Int64 = 3_600_000

    private var tokens: [UInt64: Token]
    private var ids: [String: UInt64]
    private var idOfDigest: [TokenDigest: UInt64]
    private var codes: [TokenDigest: Code] = [:]
    /// The identity of the next token.
    private(set) var nextID: UInt64
    private let quota: TokenQuota

    init(_ stored: [Token] = [], nextID: UInt64 = 1, quota: TokenQuota = TokenQuota()) {
        tokens = Dictionary(stored.map { ($0.id, $0) }) { _, last in last }
        ids = Dictionary(stored.map { ($0.name, $0.id) }) { _, last in last }
        idOfDigest = Dictionary(stored.map { ($0.digest, $0.id) }) { _, last in last }
        self.nextID = max(nextID, (stored.map(\.id).max() ?? 0) + 1)
        self.quota = quota
    }

    /// Sorted by name.
    var all: [Token] { tokens.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) } }

    func holds(_ id: UInt64) -> Bool { tokens[id] != nil }

    /// The rules, for the engine.
    var rules: [UInt64: AccessRules.Token] { tokens.mapValues(\.rule) }

    // MARK: - Trees

    /// The token and all that descend from it, the oldest first.
    private func tree(of id: UInt64) -> [UInt64] {
        var found: Set<UInt64> = [id]
        // Each is younger than its creator.
        for other in tokens.keys.sorted() where other > id {
            if let parent = tokens[other]?.parent, found.contains(parent) { found.insert(other) }
        }
        return found.sorted()
    }

    /// The names of the tokens that descend from the one of that name.
    func descendants(of name: String) -> [String] {
        ids[name].map { tree(of: $0).dropFirst().compactMap { tokens[$0]?.name } } ?? []
    }

    func principal(named name: String) -> Principal.Token? { ids[name].flatMap { tokens[$0]?.principal } }

    /// The users that have made tokens.
    var creators: Set<UInt32> {
        Set(tokens.values.compactMap { if case .user(let user) = $0.rule.creator { user.id } else { nil } })
    }

    /// Notes what was looked up of the users that have made tokens; one that was not found keeps what is known of it.
    mutating func note(_ users: [UInt32: Principal.User]) {
        for (id, token) in tokens {
            guard case .user(let user) = token.rule.creator, let found = users[user.id] else { continue }
            tokens[id]?.rule.creator = .user(found)
        }
    }

    // MARK: - New tokens

    /// Creates a token, or a code to be exchanged for one.
    mutating func make(
        _ wanted: NewToken,
        _ rule: AccessRules.Token,
        by: String,
        at now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(Fault) -> GivenToken {
        guard wanted.isCode else {
            if let other = ids.keys.first(where: { TokenName.same($0, wanted.name) }) {
                throw Fault(
                    .exists,
                    "a token \"\(other)\" already exists",
                    hint: "use another name, or revoke it first"
                )
            }
            return try add(wanted, rule, by: by, at: now, using: &random)
        }
        codes = codes.filter { now < $0.value.expires }
        let (rules, account) = (rules, rules.account(of: rule.creator))
        try quota.requireRoomForCode(
            total: codes.count,
            own: codes.values.count { rules.account(of: $0.rule.creator) == account },
            isPrivileged: isPrivileged(rule)
        )
        let code = TokenSecret.code(using: &random)
        let expires = now.advanced(by: NewToken.codeLifetime)
        codes[try TokenDigest(of: code)] = Code(token: wanted, rule: rule, by: by, created: now, expires: expires)
        // As it is now: a token of that name may end before the code is used.
        return GivenToken(
            name: freeName(wanted.name),
            role: rule.grant.role,
            places: rule.grant.places,
            doors: rule.grant.doors,
            expires: end(of: wanted, rule, from: now),
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
        let (digest, found) = try find(code, at: now)
        var wanted = found.token
        wanted.name = freeName(wanted.name)
        // A code that finds no room works again.
        let given = try add(wanted, found.rule, by: found.by, at: now, using: &random)
        codes[digest] = nil
        return given
    }

    /// What a code would be exchanged for. The code can still be used.
    func look(_ code: String, at now: Timestamp) throws(Fault) -> GivenToken {
        let found = try find(code, at: now).found
        return GivenToken(
            name: freeName(found.token.name),
            role: found.rule.grant.role,
            places: found.rule.grant.places,
            doors: found.rule.grant.doors,
            expires: end(of: found.token, found.rule, from: now),
            codeExpires: found.expires
        )
    }

    private func find(_ code: String, at now: Timestamp) throws(Fault) -> (digest: TokenDigest, found: Code) {
        let digest = try TokenDigest(of: TokenSecret.readCode(code))
        guard let found = codes[digest], now < found.expires else {
            throw Fault(
                .notAllowed,
                "the code is unknown, used or expired",
                hint: "a code works once, within 10 minutes; create another with \"domo token new NAME --code\""
            )
        }
        return (digest, found)
    }

    /// The name, with a number appended if it is taken.
    private func freeName(_ name: String) -> String {
        let taken = Set(ids.keys.map { $0.lowercased() })
        guard taken.contains(name.lowercased()) else { return name }
        let number = (2...tokens.count + 2).first { !taken.contains("\(name) \($0)".lowercased()) } ?? tokens.count + 2
        return "\(name) \(number)"
    }

    private mutating func add(
        _ wanted: NewToken,
        _ rule: AccessRules.Token,
        by: String,
        at now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(Fault) -> GivenToken {
        let (rules, account) = (rules, rules.account(of: rule.creator))
        try quota.requireRoomForToken(
            total: tokens.count,
            own: rules.values.count { rules.account(of: $0.creator) == account },
            isPrivileged: isPrivileged(rule)
        )
        let secret = TokenSecret.token(using: &random)
        let token = Token(
            id: nextID,
            name: wanted.name,
            digest: try TokenDigest(of: secret),
            rule: rule,
            created: now,
            by: by,
            expires: end(of: wanted, rule, from: now)
        )
        try TokenFile.requireRoom(for: token)
        nextID += 1
        insert(token)
        return GivenToken(
            name: token.name,
            role: rule.grant.role,
            places: rule.grant.places,
            doors: rule.grant.doors,
            expires: token.expires,
            token: secret
        )
    }

    /// When a token would expire that begins now; nil for never. It ends with its creator.
    private func end(of wanted: NewToken, _ rule: AccessRules.Token, from now: Timestamp) -> Timestamp? {
        let limit: Timestamp? = if case .token(let parent) = rule.creator { tokens[parent]?.expires } else { nil }
        return [wanted.lifetime.map(now.advanced(by:)), limit].compactMap(\.self).min()
    }

    /// Whether the reserve is for tokens of this creator: of root, or of a token that manages everything.
    private func isPrivileged(_ rule: AccessRules.Token) -> Bool {
        switch rule.creator {
        case .unknown: false
        case .user(let user): user.id == 0
        case .token(let parent): tokens[parent].map { $0.rule.grant == .init(role: .manage) } ?? false
        }
    }

    private mutating func insert(_ token: Token) {
        tokens[token.id] = token
        ids[token.name] = token.id
        idOfDigest[token.digest] = token.id
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
        guard let id = idOfDigest[try TokenDigest(of: secret)], var token = tokens[id] else { return nil }
        if let expires = token.expires, expires <= now { return nil }
        let before = token.lastUsed
        token.lastUsed = now
        token.from = from.map { StoredText.cut($0, StoredText.maxAddress) } ?? token.from
        tokens[id] = token
        let isWorthWriting = before.map { now.milliseconds - $0.milliseconds >= Self.useResolution } ?? true
        return (token, isWorthWriting)
    }

    // MARK: - Doors

    /// Gives a token, and the codes that would become it, the right to orders for doors, or takes it away.
    ///
    /// - Returns: false if there is neither a token nor a code of that name.
    mutating func setDoors(of name: String, to opensDoors: Bool) -> Bool {
        var isFound = false
        for (digest, code) in codes where code.token.name == name {
            codes[digest]?.rule.grant = code.rule.grant.with(doors: opensDoors)
            isFound = true
        }
        guard let id = ids[name], let token = tokens[id] else { return isFound }
        tokens[id]?.rule.grant = token.rule.grant.with(doors: opensDoors)
        return true
    }

    // MARK: - Ends

    /// Removes the token of that name with all that descend from it, and the codes that would become it or one of them.
    ///
    /// - Returns: the names of the tokens that have ended; nil if there is neither a token nor a code.
    mutating func revoke(_ name: String) -> [String]? {
        let count = codes.count
        codes = codes.filter { $0.value.token.name != name }
        guard let id = ids[name] else { return codes.count < count ? [] : nil }
        return end(tree(of: id))
    }

    /// Removes the token of that name alone. What it has made stays, as if its creator had made it, with the rights that it
    /// had.
    ///
    /// - Returns: false if there is none.
    mutating func revokeAlone(_ name: String) -> Bool {
        guard let id = ids[name], let token = tokens[id] else { return false }
        for (other, child) in tokens where child.parent == id {
            tokens[other]?.rule = child.rule.handedOn(by: token.rule)
        }
        for (digest, code) in codes where code.rule.creator == .token(id) {
            codes[digest]?.rule = code.rule.handedOn(by: token.rule)
        }
        _ = end([id])
        return true
    }

    /// Removes the expired tokens. What they have made expires at the same time, or before.
    ///
    /// - Returns: their names.
    mutating func expire(at now: Timestamp) -> [String] {
        let expired = tokens.values.filter { $0.expires.map { $0 <= now } ?? false }.map(\.id)
        return end(expired.flatMap { tree(of: $0) }).sorted()
    }

    private mutating func end(_ ended: [UInt64]) -> [String] {
        var names: [String] = []
        for id in ended {
            guard let token = tokens.removeValue(forKey: id) else { continue }
            if ids[token.name] == id { ids[token.name] = nil }
            idOfDigest[token.digest] = nil
            codes = codes.filter { $0.value.rule.creator != .token(id) }
            names.append(token.name)
        }
        return names
    }

    /// When the next one expires.
    var nextExpiry: Timestamp? { tokens.values.compactMap(\.expires).min() }

    // MARK: - Views

    /// The tokens, then the codes that were not used yet.
    ///
    /// - Parameter name: the only token to list; nil for all.
    func list(only name: String?, at now: Timestamp) -> TokenList {
        let tokens = all.map { token in
            let made = tree(of: token.id).count - 1
            return TokenView(
                name: token.name,
                role: token.rule.grant.role,
                places: token.rule.grant.places,
                created: token.created,
                by: token.rule.creator.cause(named: token.by),
                expires: token.expires,
                lastUsed: token.lastUsed,
                from: token.from,
                mayCreateTokens: token.rule.mayCreateTokens ? true : nil,
                doors: token.rule.grant.doors,
                made: made > 0 ? made : nil,
                isCreatorUnknown: token.rule.creator == .unknown ? true : nil
            )
        }
        let pending = codes.values.filter { now < $0.expires }.sorted {
            ($0.token.name, $0.created) < ($1.token.name, $1.created)
        }
        let views = pending.map { code in
            TokenView(
                name: code.token.name,
                role: code.rule.grant.role,
                places: code.rule.grant.places,
                created: code.created,
                by: code.rule.creator.cause(named: code.by),
                expires: code.expires,
                isCode: true,
                doors: code.rule.grant.doors
            )
        }
        return TokenList((tokens + views).filter { name == nil || $0.name == name })
    }
}

extension AccessRules.Creator {
    /// - Parameter name: the name that it had.
    func cause(named name: String) -> Cause {
        if case .token = self { .token(name) } else { .user(name) }
    }
}

extension AccessRules.Token {
    /// The rule of a token after its creator has handed it on to its own creator: no right is gained.
    fileprivate func handedOn(by creator: AccessRules.Token) -> AccessRules.Token {
        AccessRules.Token(
            grant: grant.within(creator.grant),
            creator: creator.creator,
            mayCreateTokens: mayCreateTokens && (creator.mayCreateTokens || creator.grant.role == .manage)
        )
    }
}

extension Timestamp {
    func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        return Timestamp(milliseconds: milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
