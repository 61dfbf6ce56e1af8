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

    public var scopes: [Scope]
    /// The users who are refused if their JWT was issued until then: seconds since 1970 by public key.
    public var revocations: [String: Int64]
    public var hasJetStream: Bool

    public init(scopes: [Scope] = [], revocations: [String: Int64] = [:], hasJetStream: Bool = false) {
        (self.scopes, self.revocations, self.hasJetStream) = (scopes, revocations, hasJetStream)
    }

    func write(to json: inout JSONWriter) {
        json.key("limits")
        json.object { json in
            // -1 is unlimited; what is left out is 0: no other account's subjects, no leaf nodes.
            for name in ["subs", "data", "payload", "conn"] + (hasJetStream ? Self.jetStream : []) {
                json.key(word: name)
                json.number(-1)
            }
        }
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

    private static let jetStream = ["mem_storage", "disk_storage", "streams", "consumer"]
}
