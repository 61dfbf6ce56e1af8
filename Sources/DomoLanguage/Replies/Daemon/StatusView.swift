public import DomoModel

/// The reply to `status`.
public struct StatusView: Equatable, Sendable {
    public struct House: Equatable, Sendable {
        public var name: String
        public var elements: Int
        /// Nil for a house without a server: orders for it are refused.
        public var server: String?

        public init(name: String, elements: Int, server: String?) {
            self.name = name
            self.elements = elements
            self.server = server
        }
    }

    /// Houses that are not those of the files, because the files can't be loaded.
    public struct StandIn: Equatable, Sendable {
        /// When the houses in use were loaded from their files; nil if there are none: nothing could ever be loaded.
        public var since: Timestamp?
        /// Why the files can't be loaded; nil for somebody limited to places.
        public var problem: String?

        public init(since: Timestamp?, problem: String?) {
            self.since = since
            self.problem = problem
        }
    }

    /// What a backup needs to know beside `files`.
    public struct Sources: Equatable, Sendable {
        /// The configuration file; nil if there is none.
        public var configuration: String?
        /// The state folder.
        public var state: String
        /// The files with secrets that the configuration names.
        public var secrets: [String]

        public init(configuration: String?, state: String, secrets: [String]) {
            self.configuration = configuration
            self.state = state
            self.secrets = secrets
        }
    }

    public var version: String
    public var since: Timestamp
    /// When the houses were last loaded.
    public var loaded: Timestamp
    /// Nil if the houses are those of the files at the last load.
    public var standIn: StandIn?
    public var houses: [House]
    public var servers: [ServerView]
    /// Nil from a daemon that has only servers (0.1.0).
    public var links: [LinkView]?
    /// Orders accepted and failed since the start.
    public var accepted: Int
    public var failed: Int
    /// Of the accepted orders: those confirmed by the house, and those not confirmed although it reports its state.
    public var confirmed: Int
    public var unconfirmed: Int
    /// Orders of tokens above their rate, which were refused and are not recorded; nil for none.
    public var limited: Int?
    /// The time of accepted orders from the request to the reply of the server or the bus. Nil from a daemon that does
    /// not measure it.
    public var latency: LatencyView?
    /// Warnings for the administrator, such as a house loaded from its last good copy.
    public var warnings: [String]
    /// Comparisons in scenes with an element that has only ever had a text; nil if there are none.
    public var comparisons: [TextComparison]?
    /// The scene that is being recorded; nil if there is none.
    public var recording: Recording?
    /// The files that the daemon has read: configuration, house files, scenes, holidays, plans, dialects. Nil from a
    /// daemon that does not report them.
    public var files: [String]?
    /// Nil from a daemon that does not report it.
    public var sources: Sources?
    /// The places to which the client is limited. The reply then has nothing else, and nothing about the daemon as a
    /// whole, such as the number of orders. Nil without a limit.
    public var places: [String]?
    /// Nil if the daemon was started without a history.
    public var memory: MemoryView?
    /// Nil if no notifier has ever been attached, and nothing was to be sent.
    public var notifier: NotifierView?
    /// The resident memory of the daemon, in bytes.
    public var resident: Int?
    /// True if the previous run of the daemon did not end by itself, such as by a crash or a power cut; nil otherwise.
    public var hasCrashed: Bool?

    public init(
        version: String,
        since: Timestamp,
        loaded: Timestamp,
        houses: [House],
        servers: [ServerView],
        links: [LinkView]? = nil,
        accepted: Int,
        failed: Int,
        confirmed: Int = 0,
        unconfirmed: Int = 0,
        limited: Int? = nil,
        latency: LatencyView? = nil,
        warnings: [String],
        comparisons: [TextComparison] = [],
        standIn: StandIn? = nil,
        recording: Recording? = nil,
        files: [String]? = nil,
        sources: Sources? = nil,
        memory: MemoryView? = nil
    ) {
        self.standIn = standIn
        self.recording = recording
        self.files = files
        self.sources = sources
        self.memory = memory
        self.confirmed = confirmed
        self.unconfirmed = unconfirmed
        self.limited = limited
        self.latency = latency
        self.version = version
        self.since = since
        self.loaded = loaded
        self.houses = houses
        self.servers = servers
        self.links = links
        self.accepted = accepted
        self.failed = failed
        self.warnings = warnings
        self.comparisons = comparisons.isEmpty ? nil : comparisons
    }
}

extension StatusView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        version = try fields.field("version", object, \.pointee.version)
        since = try fields.field("since", object, \.pointee.since)
        loaded = try fields.field("loaded", object, \.pointee.loaded)
        standIn = try fields.field("standIn", object, \.pointee.standIn)
        houses = try fields.field("houses", object, \.pointee.houses)
        servers = try fields.field("servers", object, \.pointee.servers)
        links = try fields.field("links", object, \.pointee.links)
        accepted = try fields.field("accepted", object, \.pointee.accepted)
        failed = try fields.field("failed", object, \.pointee.failed)
        confirmed = try fields.field("confirmed", object, \.pointee.confirmed)
        unconfirmed = try fields.field("unconfirmed", object, \.pointee.unconfirmed)
        limited = try fields.field("limited", object, \.pointee.limited)
        latency = try fields.field("latency", object, \.pointee.latency)
        warnings = try fields.field("warnings", object, \.pointee.warnings)
        comparisons = try fields.field("comparisons", object, \.pointee.comparisons)
        recording = try fields.field("recording", object, \.pointee.recording)
        files = try fields.field("files", object, \.pointee.files)
        sources = try fields.field("sources", object, \.pointee.sources)
        places = try fields.field("places", object, \.pointee.places)
        memory = try fields.field("memory", object, \.pointee.memory)
        notifier = try fields.field("notifier", object, \.pointee.notifier)
        resident = try fields.field("resident", object, \.pointee.resident)
        hasCrashed = try fields.field("crashed", object, \.pointee.hasCrashed)
    }
}

extension StatusView.StandIn: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        since = try fields.field("since", object, \.pointee.since)
        problem = try fields.field("problem", object, \.pointee.problem)
    }
}

extension StatusView.Sources: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        configuration = try fields.field("configuration", object, \.pointee.configuration)
        state = try fields.field("state", object, \.pointee.state)
        secrets = try fields.field("secrets", object, \.pointee.secrets)
    }
}

extension StatusView.House: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        elements = try fields.field("elements", object, \.pointee.elements)
        server = try fields.field("server", object, \.pointee.server)
    }
}
