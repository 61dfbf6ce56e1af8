public import DomoModel

/// An event that is kept: who signed in, who changed rights or files, what was refused.
public struct LogEntry: Equatable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// domod has started: `message` (its version).
        case start
        /// Somebody signed in with a token: `by`, `from`.
        case signIn = "sign-in"
        /// The same, for the first time from this address.
        case newAddress = "new-address"
        /// A token or code was wrong, used or expired: `from`.
        case failedSignIn = "failed-sign-in"
        /// A code was made, which can be exchanged for a token: `by`, `subject` (its name), `message` (its rights).
        case code
        /// A token was made: `by`, `from` if with a code, `subject` (its name), `message` (its rights).
        case token
        /// The rights of a token were changed: `by`, `subject` (its name), `message` (what it may do now).
        case rights
        /// A token was revoked, or a code: `by`, `subject`.
        case revoked
        /// A hook was made: `by`, `subject` (its name), `message` (what it does).
        case hook
        /// A hook was revoked: `by`, `subject`.
        case revokedHook = "revoked-hook"
        /// A hook did what it is for: `by` (the hook), `from`, `message`.
        case knock
        /// A delivery to a hook was refused: `from`, `subject` (the name that was given), `message`.
        case refusedKnock = "refused-knock"
        /// A token has expired: `subject`.
        case expired
        /// Configuration, houses and scenes were reloaded: `by`; nobody if by a signal.
        case reload
        /// They could not be reloaded: `by`, `message`.
        case failedReload = "failed-reload"
        /// A file was changed through domod: `by`, `subject` (the file), `message`.
        case file
        /// A request was refused: `by`, `subject` (the request), `message`.
        case refused

        /// How long after the first of several equal events another is no entry of its own; nil if each is an entry.
        public var span: Duration? {
            switch self {
            case .signIn, .newAddress: .seconds(86_400)
            case .failedSignIn, .file, .refused, .knock, .refusedKnock: .seconds(3600)
            case .start, .code, .token, .rights, .hook, .revokedHook, .revoked, .expired, .reload, .failedReload: nil
            }
        }

        /// Whether equal events within the span are counted. Sign-ins are not: a front end logs in for each of its
        /// connections, and again while it is used, however often its user signed in.
        public var isCounted: Bool {
            switch self {
            case .signIn, .newAddress: false
            case .start, .failedSignIn, .code, .token, .rights, .hook, .revokedHook, .knock, .refusedKnock, .revoked,
                .expired, .reload, .failedReload, .file, .refused:
                true
            }
        }

        /// How many entries are kept of one tree of tokens: somebody who makes and revokes tokens without end displaces
        /// only their own traces.
        public static let maxEntriesOfTree = 500

        /// How many entries are kept. Each kind has its own bound: none displaces the traces of another.
        public static let maxEntries = 5000
    }

    /// Given by the database; later entries have greater ones.
    public var number: UInt64
    public var kind: Kind
    public var time: Timestamp
    public var by: Cause?
    /// The address of the user, as the front end saw it, or the user of the machine.
    public var from: String?
    /// A token, a file, or a request.
    public var subject: String?
    /// For people.
    public var message: String?
    /// How many equal events; 1 if its kind is not counted.
    public var count: Int
    /// When the last of them was.
    public var last: Timestamp
    /// The root of the tree of tokens that caused it; nil for a user. It is not sent to clients.
    public var tree: UInt64?

    public init(
        number: UInt64 = 0,
        _ kind: Kind,
        at time: Timestamp,
        by: Cause? = nil,
        from: String? = nil,
        subject: String? = nil,
        message: String? = nil,
        count: Int = 1,
        last: Timestamp? = nil,
        tree: UInt64? = nil
    ) {
        self.tree = tree
        self.number = number
        self.kind = kind
        self.time = time
        self.by = by
        self.from = from
        self.subject = subject
        self.message = message
        self.count = count
        self.last = last ?? time
    }

    /// Whether a later event is no entry of its own.
    public func counts(_ later: LogEntry) -> Bool {
        guard let span = kind.span?.components.seconds, later.time.milliseconds - time.milliseconds < span * 1000 else {
            return false
        }
        return (kind, by, from, subject, message) == (later.kind, later.by, later.from, later.subject, later.message)
    }
}

/// The reply to `audit`: the newest first.
public struct LogPage: Equatable, Sendable {
    public var entries: [LogEntry]

    public init(entries: [LogEntry]) {
        self.entries = entries
    }
}

extension LogEntry: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        number = try fields.field("number", object, \.pointee.number)
        kind = try fields.field("kind", object, \.pointee.kind)
        time = try fields.field("time", object, \.pointee.time)
        by = try fields.cause(object, { $0.pointee.by })
        from = try fields.field("from", object, \.pointee.from)
        subject = try fields.field("subject", object, \.pointee.subject)
        message = try fields.field("message", object, \.pointee.message)
        count = try fields.field("count", object, \.pointee.count)
        last = try fields.field("last", object, \.pointee.last)
        tree = nil
    }
}

extension LogPage: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        entries = try fields.field("entries", object, \.pointee.entries)
    }
}

extension LogEntry.Kind: WireValue {}
