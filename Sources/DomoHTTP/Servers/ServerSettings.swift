public import DomoEngine

/// How a server is reached and spoken to.
public struct ServerSettings: Sendable, Equatable {
    /// Where signals go; a template adds its query.
    public let url: String
    /// Whether the path of the URL is not shown.
    public let isURLSecret: Bool
    /// The most connections to the server at a time, 1–256.
    public let maxInFlight: Int
    /// How long the making of a connection may take, TLS included; at least a millisecond.
    public let connectTimeout: Duration
    public let credentials: Credentials
    /// Whether the credentials and the secrets of the dialect are sent to elements on other hosts too.
    public let sharesCredentials: Bool
    /// A PEM file of authorities that are trusted beside the system's.
    public let caFile: String?
    public let dialect: Dialect
    /// What single elements say in the dialect's place.
    public let elements: ElementRules
    /// When states are read; nil where the server tells none, or none is wanted.
    public let reading: ReadPolicy?

    /// - `reading`: in the place of the dialect's own.
    public init(
        url: String,
        isURLSecret: Bool = false,
        maxInFlight: Int = 8,
        connectTimeout: Duration = .seconds(2),
        credentials: Credentials = .none,
        sharesCredentials: Bool = false,
        caFile: String? = nil,
        dialect: Dialect = .pervML,
        elements: ElementRules = ElementRules(),
        reading: Timing = .dialect
    ) throws(ServerSettingsFault) {
        _ = try HTTPAddress(url, isBase: true, isSecret: isURLSecret)
        guard (1...256).contains(maxInFlight) else {
            throw ServerSettingsFault(.maxInFlight, "\(maxInFlight) is out of range", hint: "1–256")
        }
        guard (.milliseconds(1) ... .seconds(600)).contains(connectTimeout) else {
            throw ServerSettingsFault(.connectTimeout, "the connect timeout is out of range", hint: "1ms–10m")
        }
        try credentials.validate()
        self.url = url
        self.isURLSecret = isURLSecret
        self.sharesCredentials = sharesCredentials
        self.maxInFlight = maxInFlight
        self.connectTimeout = connectTimeout
        self.credentials = credentials
        self.caFile = caFile
        self.dialect = dialect
        self.elements = elements
        self.reading =
            switch reading {
            case .dialect: dialect.readingPlan
            case .never: nil
            case .own(let plan): dialect.readingPlan == nil ? nil : plan
            }
    }

    /// When states are read.
    public enum Timing: Sendable, Equatable {
        /// As the dialect says.
        case dialect
        case never
        case own(ReadPolicy)
    }
}

extension ServerSettings: CustomReflectable {
    /// Shows no secret in descriptions and dumps.
    public var customMirror: Mirror { Mirror(self, children: ["url": shownURL, "dialect": dialect.name]) }
}

/// What is wrong with a server's settings. Neither text ever holds a secret.
public struct ServerSettingsFault: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Field: String, Sendable {
        case url, maxInFlight, connectTimeout, credentials, caFile
    }

    public var field: Field
    /// What is wrong, without a full stop.
    public var message: String
    /// What to do instead.
    public var hint: String?

    public init(_ field: Field, _ message: String, hint: String? = nil) {
        self.field = field
        self.message = message
        self.hint = hint
    }

    public var description: String { "\(field.rawValue): \(message)" + (hint.map { " (\($0))" } ?? "") }
}
