/// Why a request was not carried out. The code is for programs and never changes; the message and the hint are for
/// people.
public struct Fault: Error, Equatable, Sendable {
    public enum Code: String, Sendable, CaseIterable {
        /// The line is not one of the language.
        case badRequest = "bad-request"
        /// The line is longer than 64 KiB, or not UTF-8.
        case badLine = "bad-line"
        /// The element doesn't take this value or this verb.
        case refusedValue = "refused-value"
        /// The order depends on a state that is not known (`toggle`, `dim +10`).
        case unknownState = "unknown-state"
        /// A house or scene file is at fault; the message carries the diagnostics.
        case badModel = "bad-model"
        case noSuchFile = "no-such-file"
        case unknownElement = "unknown-element"
        case unknownPlace = "unknown-place"
        case unknownScene = "unknown-scene"
        /// The text of the scene is not the one that was seen; or there is a scene of that name already.
        case changed = "changed"
        /// There is something of that name already.
        case exists = "exists"
        case unknownToken = "unknown-token"
        /// An order with this key is under way.
        case inProgress = "in-progress"
        /// Another order was given with this key.
        case keyReused = "key-reused"
        /// Several elements or places fit the name; the hint lists them.
        case ambiguousName = "ambiguous-name"
        /// The server (or, said by the command line, the daemon) is out of reach.
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
        /// The server accepted the order, and the house went on saying something else.
        case mismatch = "mismatch"
        /// The server accepted the order, and the house said nothing of it in time.
        case notConfirmed = "not-confirmed"
        /// The daemon has no working database.
        case noHistory = "no-history"
        /// The file is no database of domo's, or is damaged.
        case badDatabase = "bad-database"
        /// The scene started itself, straight or through others, too often.
        case loop = "loop"
        /// Too many orders are waiting.
        case busy = "busy"
        case notAllowed = "not-allowed"
        /// The configuration lacks what the order needs, such as a server for the house; or a reload found it at fault.
        case badConfiguration = "bad-configuration"
    }

    public var code: Code
    /// What is wrong, without a full stop.
    public var message: String
    /// What to do instead.
    public var hint: String?
    /// False where it tells of an order whose end could not be stored; nil where there is nothing to store.
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
    /// SIGINT ended it: as shells count, 128 and the signal's number.
    case interrupted = 130
    /// SIGTERM did.
    case terminated = 143
}

extension Fault.Code {
    public var exitStatus: ExitStatus {
        switch self {
        case .badRequest, .badLine: .usage
        case .refusedValue, .unknownState, .changed, .exists, .keyReused, .badModel, .badDatabase: .badData
        case .noSuchFile: .noSuchFile
        case .unknownElement, .unknownPlace, .unknownScene, .unknownToken, .ambiguousName: .unknownName
        case .unreachable, .refusedByServer, .stopping, .noHistory: .unreachable
        case .deadlinePassed, .mismatch, .notConfirmed, .busy, .stopped, .loop, .inProgress: .deadlinePassed
        case .notAllowed: .notAllowed
        case .badConfiguration: .badConfiguration
        }
    }
}
