public import DomoModel

/// The answer to `status`.
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

    public var version: String
    public var since: Timestamp
    /// When the houses were last loaded.
    public var loaded: Timestamp
    public var houses: [House]
    public var servers: [ServerView]
    /// Nil from a daemon that knows servers alone (0.1.0).
    public var links: [LinkView]?
    /// Orders accepted and failed since the start.
    public var accepted: Int
    public var failed: Int
    /// Of the accepted: those that the house was seen to obey, and those that it was not though it tells its state.
    public var confirmed: Int
    public var unconfirmed: Int
    /// Of the accepted: from the request to the answer of the server or the bus. Nil from a daemon that does not count
    /// it.
    public var latency: LatencyView?
    /// What the daemon wants its keeper to know, such as a house loaded from its last good copy.
    public var warnings: [String]
    /// The scene that is being recorded; nil where none is.
    public var recording: Recording?
    /// What the daemon has read: the configuration file, house files, scenes, holidays, plans, dialects. Nil from a
    /// daemon that does not report it.
    public var files: [String]?
    /// The places that whoever asked is limited to: nothing else is told, and nothing of the daemon as a whole, such as
    /// how many orders there were. Nil where all is told.
    public var places: [String]?
    /// Nil where the daemon was started without one.
    public var memory: MemoryView?
    /// The memory that the daemon holds, in bytes.
    public var resident: Int?

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
        latency: LatencyView? = nil,
        warnings: [String],
        recording: Recording? = nil,
        files: [String]? = nil,
        memory: MemoryView? = nil
    ) {
        self.recording = recording
        self.files = files
        self.memory = memory
        self.confirmed = confirmed
        self.unconfirmed = unconfirmed
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
    }
}

extension StatusView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        version = try fields.field("version", object, \.pointee.version)
        since = try fields.field("since", object, \.pointee.since)
        loaded = try fields.field("loaded", object, \.pointee.loaded)
        houses = try fields.field("houses", object, \.pointee.houses)
        servers = try fields.field("servers", object, \.pointee.servers)
        links = try fields.field("links", object, \.pointee.links)
        accepted = try fields.field("accepted", object, \.pointee.accepted)
        failed = try fields.field("failed", object, \.pointee.failed)
        confirmed = try fields.field("confirmed", object, \.pointee.confirmed)
        unconfirmed = try fields.field("unconfirmed", object, \.pointee.unconfirmed)
        latency = try fields.field("latency", object, \.pointee.latency)
        warnings = try fields.field("warnings", object, \.pointee.warnings)
        recording = try fields.field("recording", object, \.pointee.recording)
        files = try fields.field("files", object, \.pointee.files)
        places = try fields.field("places", object, \.pointee.places)
        memory = try fields.field("memory", object, \.pointee.memory)
        resident = try fields.field("resident", object, \.pointee.resident)
    }
}

extension StatusView.House: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        elements = try fields.field("elements", object, \.pointee.elements)
        server = try fields.field("server", object, \.pointee.server)
    }
}
