/// Why a request was not carried out. The code is for programs and never changes; the message and the hint are for
/// people.
public struct Fault: Error, Equatable, Sendable {
    public enum Code: String, Sendable, CaseIterable {
        /// The line is not valid in the language.
        case badRequest = "bad-request"
        /// The line is longer than 64 KiB, or not UTF-8.
        case badLine = "bad-line"
        /// The element doesn't take this value or this verb.
        case refusedValue = "refused-value"
        /// The order depends on a state that is unknown (`toggle`, `dim +10`).
        case unknownState = "unknown-state"
        /// A house or scene file has errors; the message has the diagnostics.
        case badModel = "bad-model"
        case noSuchFile = "no-such-file"
        case unknownElement = "unknown-element"
        case unknownPlace = "unknown-place"
        case unknownScene = "unknown-scene"
        /// The text of the scene has changed since it was read; or a scene with that name already exists.
        case changed = "changed"
        /// Something with that name already exists.
        case exists = "exists"
        case unknownToken = "unknown-token"
        case unknownHook = "unknown-hook"
        /// An order with this key is pending.
        case inProgress = "in-progress"
        /// Another order was given with this key.
        case keyReused = "key-reused"
        /// The name is ambiguous; the hint lists the matches.
        case ambiguousName = "ambiguous-name"
        /// The server is unreachable, or no device on the bus answered; from the command line, the daemon.
        case unreachable = "unreachable"
        /// The server answered, and did not accept the order.
        case refusedByServer = "refused-by-server"
        /// The daemon is stopping.
        case stopping = "stopping"
        /// The scene that gave the order was stopped.
        case stopped = "stopped"
        /// The deadline passed before the server accepted the order. Whether it was carried out is not known if it was
        /// sent.
        case deadlinePassed = "deadline-passed"
        /// The server accepted the order, but the house still reports another value.
        case mismatch = "mismatch"
        /// The server accepted the order, but the house reported nothing in time.
        case notConfirmed = "not-confirmed"
        /// The daemon has no working database.
        case noHistory = "no-history"
        /// The file is not a database of domo, or is damaged.
        case badDatabase = "bad-database"
        /// The cursor belongs to another database: this one has replaced it, or was restored.
        case otherDatabase = "other-database"
        /// The scene started itself too often, directly or through other scenes.
        case loop = "loop"
        /// Too many orders are waiting, or the share of this user or token in another limit is used up.
        case busy = "busy"
        /// A token has made others, which would end with it.
        case hasDescendants = "has-descendants"
        case notAllowed = "not-allowed"
        /// The configuration lacks something that the order needs, such as a server for the house; or a reload found an
        /// error in it.
        case badConfiguration = "bad-configuration"
    }

    public var code: Code
    /// What is wrong, without a full stop.
    public var message: String
    /// What to do instead.
    public var hint: String?
    /// False if it is the result of an order that could not be stored; nil if there is nothing to store.
    public var stored: Bool?

    public init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}

extension Fault: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        code = try fields.field("code", object, \.pointee.code)
        message = try fields.field("message", object, \.pointee.message)
        hint = try fields.field("hint", object, \.pointee.hint)
        stored = try fields.field("stored", object, \.pointee.stored)
    }
}

extension Fault.Code: WireValue {}

/// Exit statuses, after sysexits(3).
public enum ExitStatus: Int32, Sendable {
    case done = 0
    case usage = 64
    case badData = 65
    case noSuchFile = 66
    case unknownName = 68
    case unreachable = 69
    case deadlinePassed = 75
    case notAllowed = 77
    case badConfiguration = 78
    /// Ended by SIGINT: 128 plus the number of the signal, as in shells.
    case interrupted = 130
    /// Ended by SIGTERM.
    case terminated = 143
}

extension Fault.Code {
    public var exitStatus: ExitStatus {
        switch self {
        case .badRequest, .badLine: .usage
        case .refusedValue, .unknownState, .changed, .exists, .hasDescendants, .keyReused, .badModel, .badDatabase,
            .otherDatabase:
            .badData
        case .noSuchFile: .noSuchFile
        case .unknownElement, .unknownPlace, .unknownScene, .unknownToken, .unknownHook, .ambiguousName: .unknownName
        case .unreachable, .refusedByServer, .stopping, .noHistory: .unreachable
        case .deadlinePassed, .mismatch, .notConfirmed, .busy, .stopped, .loop, .inProgress: .deadlinePassed
        case .notAllowed: .notAllowed
        case .badConfiguration: .badConfiguration
        }
    }
}
