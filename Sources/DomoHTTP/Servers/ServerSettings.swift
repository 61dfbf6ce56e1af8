public import DomoEngine

/// How to reach a server, and its dialect.
public struct ServerSettings: Sendable, Equatable {
    /// The base URL of requests; templates append to it.
    public let url: String
    /// Whether the path of the URL is a secret.
    public let isURLSecret: Bool
    /// The maximum number of connections to the server, 1–256.
    public let maxInFlight: Int
    /// The maximum time to connect, including TLS; at least one millisecond.
    public let connectTimeout: Duration
    public let credentials: Credentials
    /// Whether the credentials and the secrets of the dialect may be sent to elements on other hosts.
    public let sharesCredentials: Bool
    /// A PEM file of trusted authorities, in addition to the system's.
    public let caFile: String?
    public let dialect: Dialect
    /// The entries for single elements, which override the dialect.
    public let elements: ElementRules
    /// When states are read; nil if the server reports none, or reading is off.
    public let reading: ReadPolicy?

    /// - `reading`: overrides the dialect.
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
            throw ServerSettingsFault(.maxInFlight, "\(maxInFlight) is out of range", hint: "use 1–256")
        }
        guard (.milliseconds(1) ... .seconds(600)).contains(connectTimeout) else {
            throw ServerSettingsFault(.connectTimeout, "the connect timeout is out of range", hint: "use 1ms–10m")
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
        /// As in the dialect.
        case dialect
        case never
        case own(ReadPolicy)
    }
}

extension ServerSettings: CustomReflectable {
    /// Shows no secret in descriptions and dumps.
    public var customMirror: Mirror { Mirror(self, children: ["url": shownURL, "dialect": dialect.name]) }
}

/// What is wrong with a server's settings. It contains no secret.
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
