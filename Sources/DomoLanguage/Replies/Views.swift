public import DomoModel

// What replies and events show. Written by hand for speed; decoded by whoever reads them with the same types.

/// A reading of one type of an element.
public struct ReadingView: Equatable, Sendable {
    public var type: FacetType
    public var reading: Reading

    public init(type: FacetType, reading: Reading) {
        self.type = type
        self.reading = reading
    }
}

/// A device or service, and what is known of it.
public struct ElementView: Equatable, Sendable, Decodable {
    public var path: String
    public var name: String
    public var kind: String
    public var types: [String]
    /// One a type, in the order of the types.
    public var readings: [ReadingView]
    /// The unit of its value, where the house file gives one.
    public var unit: String?
    /// Its name for people, where the house file gives one.
    public var label: String?

    public init(
        path: String,
        name: String,
        kind: String,
        types: [String],
        readings: [ReadingView],
        unit: String? = nil,
        label: String? = nil
    ) {
        self.path = path
        self.name = name
        self.kind = kind
        self.types = types
        self.readings = readings
        self.unit = unit
        self.label = label
    }
}

/// A house or sector and what it holds.
public struct PlaceView: Equatable, Sendable, Decodable {
    public var path: String
    public var name: String
    /// `house` or `sector`
    public var kind: String
    public var label: String?
    public var elements: [ElementView]
    public var sectors: [PlaceView]
    /// How many elements it holds, those of its sectors counted: what a sector that is not listed itself still tells.
    public var count: Int

    public init(
        path: String,
        name: String,
        kind: String,
        label: String? = nil,
        elements: [ElementView],
        sectors: [PlaceView],
        count: Int
    ) {
        self.path = path
        self.name = name
        self.kind = kind
        self.label = label
        self.elements = elements
        self.sectors = sectors
        self.count = count
    }
}

/// The answer to `ls`: the places asked for; or, where the path names an element, that element alone.
public struct Listing: Equatable, Sendable, Decodable {
    public var places: [PlaceView]
    public var elements: [ElementView]

    public init(places: [PlaceView], elements: [ElementView] = []) {
        self.places = places
        self.elements = elements
    }
}

/// The answer to `set`, `dim` and `toggle`.
public struct OrderReceipt: Equatable, Sendable, Codable {
    public enum Outcome: String, Sendable, Codable {
        /// It was taken in; what becomes of it is in `orders`.
        case requested
        /// The server accepted the order.
        case accepted
        /// The house was seen to obey.
        case confirmed
        /// A newer order for the same element took its place, before it was sent or before the house confirmed it.
        case superseded
    }

    /// The order's number in `orders`.
    public var id: UInt64
    /// The element's whole path.
    public var element: String
    /// Nil where it depends on the state, and is not settled yet.
    public var type: String?
    /// What the order came to: `on`, `40`, `up`, a text.
    public var action: String
    public var outcome: Outcome
    /// How often it was sent.
    public var attempts: Int
    /// From the request to the outcome.
    public var milliseconds: Double
    /// False where the outcome could not be stored.
    public var stored: Bool?

    public init(
        id: UInt64,
        element: String,
        type: String?,
        action: String,
        outcome: Outcome,
        attempts: Int,
        milliseconds: Double,
        stored: Bool? = nil
    ) {
        self.id = id
        self.stored = stored
        self.element = element
        self.type = type
        self.action = action
        self.outcome = outcome
        self.attempts = attempts
        self.milliseconds = milliseconds
    }
}

/// The answer to an order or a scene with `--explain`: what would be sent, in order.
public struct Explanation: Equatable, Sendable, Decodable {
    public struct Signal: Equatable, Sendable, Decodable {
        /// The element's whole path.
        public var element: String
        public var action: String
        /// As the driver says it, secrets left out: `POST http://…`. Nil where there is none.
        public var signal: String?
        /// Why there is none.
        public var problem: String?
        /// In a scene: the line that it stands in.
        public var line: Int?
        /// In a scene: after how many seconds it is sent, where no order takes any time.
        public var after: Double?
        /// In a scene: what it depends on, and how `after` is to be read: `if HomeSecurity off`, `at the earliest`.
        public var note: String?

        public init(
            element: String,
            action: String,
            signal: String?,
            problem: String? = nil,
            line: Int? = nil,
            after: Double? = nil,
            note: String? = nil
        ) {
            self.element = element
            self.action = action
            self.signal = signal
            self.problem = problem
            self.line = line
            self.after = after
            self.note = note
        }
    }

    public var signals: [Signal]

    public init(signals: [Signal]) {
        self.signals = signals
    }
}

/// A domotic server as the daemon sees it.
public struct ServerView: Equatable, Sendable, Decodable {
    public var server: String
    /// Nil until something was sent to it.
    public var reachable: Bool?
    /// When it last answered.
    public var lastContact: Timestamp?
    /// Whether its dialect says how state is read.
    public var tellsState: Bool
    /// When it last told of any state.
    public var lastReading: Timestamp?
    /// Why states can't be read, while that is so.
    public var readingProblem: String?
    /// What went wrong last, while it is out of reach.
    public var problem: String?
    public var waiting: Int
    public var inFlight: Int
    public var houses: [String]

    public init(
        server: String,
        reachable: Bool?,
        lastContact: Timestamp?,
        tellsState: Bool = false,
        lastReading: Timestamp? = nil,
        readingProblem: String? = nil,
        problem: String?,
        waiting: Int,
        inFlight: Int,
        houses: [String]
    ) {
        self.server = server
        self.reachable = reachable
        self.lastContact = lastContact
        self.tellsState = tellsState
        self.lastReading = lastReading
        self.readingProblem = readingProblem
        self.problem = problem
        self.waiting = waiting
        self.inFlight = inFlight
        self.houses = houses
    }
}

/// The answer to `status`.
public struct StatusView: Equatable, Sendable, Decodable {
    public struct House: Equatable, Sendable, Decodable {
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
    /// Orders accepted and failed since the start.
    public var accepted: Int
    public var failed: Int
    /// Of the accepted: those that the house was seen to obey, and those that it was not though it tells its state.
    public var confirmed: Int
    public var unconfirmed: Int
    /// What the daemon wants its keeper to know, such as a house loaded from its last good copy.
    public var warnings: [String]
    /// The places that whoever asked is limited to: nothing else is told, and nothing of the daemon as a whole, such as how
    /// many orders there were. Nil where all is told.
    public var places: [String]?
    /// Nil where the daemon was started without one.
    public var memory: MemoryView?

    public init(
        version: String,
        since: Timestamp,
        loaded: Timestamp,
        houses: [House],
        servers: [ServerView],
        accepted: Int,
        failed: Int,
        confirmed: Int = 0,
        unconfirmed: Int = 0,
        warnings: [String],
        memory: MemoryView? = nil
    ) {
        self.memory = memory
        self.confirmed = confirmed
        self.unconfirmed = unconfirmed
        self.version = version
        self.since = since
        self.loaded = loaded
        self.houses = houses
        self.servers = servers
        self.accepted = accepted
        self.failed = failed
        self.warnings = warnings
    }
}

/// The answer to `reload`.
public struct ReloadReport: Equatable, Sendable, Decodable {
    public var houses: Int
    public var elements: Int
    public var scenes: Int
    public var warnings: [String]

    public init(houses: Int, elements: Int, scenes: Int, warnings: [String]) {
        self.houses = houses
        self.elements = elements
        self.scenes = scenes
        self.warnings = warnings
    }
}
