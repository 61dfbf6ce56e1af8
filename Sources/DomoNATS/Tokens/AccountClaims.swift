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

    /// What passes between accounts.
    public enum Flow: String, Sendable {
        /// Messages of the exporter.
        case stream
        /// Requests to the exporter, and its replies.
        case service
    }

    /// Subjects that other accounts may use.
    public struct Export: Equatable, Sendable {
        /// For a stream, with `*` in place of the other account's key: each receives the one with its own.
        public var subject: String
        public var flow: Flow

        public init(_ subject: String, _ flow: Flow = .stream) { (self.subject, self.flow) = (subject, flow) }

        /// The number of the token with the key, from 1 on; nil for a service, which any account of the operator may ask.
        var keyToken: Int? {
            flow == .stream ? (subject.split(separator: ".").firstIndex(of: "*") ?? 0) + 1 : nil
        }
    }

    /// What the account uses of another one.
    public struct Import: Equatable, Sendable {
        public var account: NKey
        public var subject: String
        /// The subject under which its users have it.
        public var local: String
        public var flow: Flow

        public init(_ subject: String, of account: NKey, as local: String, _ flow: Flow = .stream) {
            (self.subject, self.account, self.local, self.flow) = (subject, account, local, flow)
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
        writeFlows(to: &json)
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

    private func writeFlows(to json: inout JSONWriter) {
        if !exports.isEmpty {
            json.key("exports")
            json.array(exports) { json, item in
                json.object { json in
                    json.key("name")
                    json.string(item.subject)
                    json.key("subject")
                    json.string(item.subject)
                    json.key("type")
                    json.string(item.flow.rawValue)
                    guard let token = item.keyToken else { return }
                    json.key("account_token_position")
                    json.number(token)
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
                json.string(item.flow.rawValue)
            }
        }
    }

    private static let jetStream = ["mem_storage", "disk_storage", "streams", "consumer"]
}
