public import DomoCalendar
public import DomoLanguage
public import DomoModel

/// All that a load brings: the houses, who serves them, the scenes.
public struct Catalog: Sendable {
    public struct Server: Sendable {
        /// Tells servers apart and names them to people: the URL without secrets.
        public var label: String
        public var driver: any Driver
        /// How many orders the driver may have at once, 1 or more.
        public var maxInFlight: Int
        /// How many of them the server takes at once: the driver holds the rest.
        public var connections: Int
        /// How long an order may take that has no deadline of its own.
        public var deadline: Duration
        /// How its state is read; nil where it tells none.
        public var reading: ReadingPlan?

        public init(
            label: String,
            driver: any Driver,
            maxInFlight: Int = 8,
            connections: Int? = nil,
            deadline: Duration = .seconds(10),
            reading: ReadingPlan? = nil
        ) {
            self.reading = reading
            self.connections = connections ?? maxInFlight
            self.label = label
            self.driver = driver
            self.maxInFlight = maxInFlight
            self.deadline = deadline
        }
    }

    public struct Scene: Sendable {
        public var name: String
        public var file: String
        public var script: Script

        public init(name: String, file: String, script: Script) {
            self.name = name
            self.file = file
            self.script = script
        }
    }

    /// Where a house stands, for its times.
    public struct Site: Sendable {
        public var clock: LocalClock
        /// Nil where nobody said where the house stands: it has no sunrise then.
        public var sun: Sun?
        public var holidays: Holidays

        public init(clock: LocalClock = LocalClock(UTC()), sun: Sun? = nil, holidays: Holidays = Holidays()) {
            self.clock = clock
            self.sun = sun
            self.holidays = holidays
        }
    }

    public var index: HouseIndex
    public var servers: [Server]
    /// For each house its server's number in `servers`; nil for a house without one.
    public var serverOfHouse: [Int?]
    /// One a house.
    public var sites: [Site]
    public var scenes: [Scene]
    /// Where scene files are looked for, for people.
    public var sceneFolder: String?
    /// What the keeper of the daemon should know of this load.
    public var warnings: [String]
    /// Who may do what.
    public var access: AccessRules

    public init(
        houses: [House] = [],
        servers: [Server] = [],
        serverOfHouse: [Int?] = [],
        sites: [Site]? = nil,
        scenes: [Scene] = [],
        sceneFolder: String? = nil,
        warnings: [String] = [],
        access: AccessRules = AccessRules()
    ) {
        precondition(houses.count == serverOfHouse.count && houses.count == sites?.count ?? houses.count)
        self.index = HouseIndex(houses)
        self.servers = servers
        self.serverOfHouse = serverOfHouse
        self.sites = sites ?? houses.map { _ in Site() }
        self.scenes = scenes
        self.sceneFolder = sceneFolder
        self.warnings = warnings
        self.access = access
    }
}
