/// The credentials for a server. They never appear in descriptions, dumps, logs or faults.
public enum Credentials: Sendable, Equatable {
    case none
    /// RFC 7617. The user name contains no colon.
    case basic(user: String, password: String)
    /// RFC 7616: the password itself is never sent.
    case digest(user: String, password: String)
    /// RFC 6750.
    case bearer(token: String)
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        switch self {
        case .none: "none"
        case .basic: "basic (not shown)"
        case .digest: "digest (not shown)"
        case .bearer: "bearer (not shown)"
        }
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Credentials {
    /// - Throws: a fault that does not contain the secret.
    func validate() throws(ServerSettingsFault) {
        switch self {
        case .none: break
        case .basic(let user, let password), .digest(let user, let password):
            if user.isEmpty || user.contains(":") {
                throw ServerSettingsFault(.credentials, "the user name is empty or contains a colon")
            }
            if user.holdsControlCharacter || password.holdsControlCharacter {
                throw ServerSettingsFault(.credentials, "the user name or password contains a control character")
            }
        case .bearer(let token):
            guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw ServerSettingsFault(.credentials, "the token is not printable ASCII without spaces")
            }
        }
    }
}

extension String {
    fileprivate var holdsControlCharacter: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}
