import DomoLanguage

/// What is claimed about an account by its operator.
public struct AccountClaims: Equatable, Sendable {
    /// A key that signs users of the account who may do what the template allows, and nothing else.
    public struct Scope: Equatable, Sendable {
        public var key: NKey
        /// What it is for.
        public var role: String
        /// Its subjects may have placeholders as whole tokens: `{{name()}}` is the name of the user, `{{tag(x)}}` the
        /// value of the tag `x:VALUE` of the user.
        public var template: UserRights

        public init(key: NKey, role: String, template: UserRights) {
            (self.key, self.role, self.template) = (key, role, template)
        }
    }

    /// Subjects whose messages other accounts may receive, each the one with its own key in the subject.
    public struct Export: Equatable, Sendable {
        /// With `*` in place of the other account's key.
        public var subject: String

        public init(_ subject: String) { self.subject = subject }

        /// The number of the token with the key, from 1 on.
        var keyToken: Int { (subject.split(separator: ".").firstIndex(of: "*") ?? 0) + 1 }
    }

    /// What the account receives of another one.
    public struct Import: Equatable, Sendable {
        public var account: NKey
        public var subject: String
        /// The subject under which its users receive it.
        public var local: String

        public init(_ subject: String, of account: NKey, as local: String) {
            (self.subject, self.account, self.local) = (subject, account, local)
        }
    }

    public var scopes: [Scope]
    public var exports: [Export]
    public var imports: [Import]
    /// The users who are refused if their JWT was issued until then: seconds since 1970 by public key.
    public var revocations: [String: Int64]
    public var hasJetStream: Bool

    public init(
        scopes: [Scope] = [],
        exports: [Export] = [],
        imports: [Import] = [],
        revocations: [String: Int64] = [:],
        hasJetStream: Bool = false
    ) {
        (self.scopes, self.exports, self.imports) = (scopes, exports, imports)
        (self.revocations, self.hasJetStream) = (revocations, hasJetStream)
    }

    func write(to json: inout JSONWriter) {
        json.key("limits")
        json.object { json in
            // -1 is unlimited; what is left out is 0: no leaf nodes.
            for name in ["subs", "data", "payload", "conn"] + (hasJetStream ? Self.jetStream : []) {
                json.key(word: name)
                json.number(-1)
            }
            if !imports.isEmpty {
                json.key("imports")
                json.number(imports.count)
            }
            guard !exports.isEmpty else { return }
            json.key("exports")
            json.number(exports.count)
            json.key("wildcards")
            json.bool(true)
        }
        writeStreams(to: &json)
        if !scopes.isEmpty {
            json.key("signing_keys")
            json.array(scopes) { json, scope in
                json.object { json in
                    json.key("kind")
                    json.string("user_scope")
                    json.key("key")
                    json.string("\(scope.key)")
                    json.key("role")
                    json.string(scope.role)
                    json.key("template")
                    json.object { scope.template.write(to: &$0) }
                }
            }
        }
        guard !revocations.isEmpty else { return }
        json.key("revocations")
        json.object { json in
            for (key, time) in revocations.sorted(by: { $0.key < $1.key }) {
                json.key(word: key)
                json.numeral("\(time)")
            }
        }
    }

    private func writeStreams(to json: inout JSONWriter) {
        if !exports.isEmpty {
            json.key("exports")
            json.array(exports) { json, item in
                json.object { json in
                    json.key("name")
                    json.string(item.subject)
                    json.key("subject")
                    json.string(item.subject)
                    json.key("type")
                    json.string("stream")
                    json.key("account_token_position")
                    json.number(item.keyToken)
                }
            }
        }
        guard !imports.isEmpty else { return }
        json.key("imports")
        json.array(imports) { json, item in
            json.object { json in
                json.key("name")
                json.string(item.local)
                json.key("subject")
                json.string(item.subject)
                json.key("account")
                json.string("\(item.account)")
                json.key("local_subject")
                json.string(item.local)
                json.key("type")
                json.string("stream")
            }
        }
    }

    private static let jetStream = ["mem_storage", "disk_storage", "streams", "consumer"]
}
