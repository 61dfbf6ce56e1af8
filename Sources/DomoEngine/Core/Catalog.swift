public import DomoCalendar
public import DomoLanguage
public import DomoModel

/// The result of a load: the houses, the links that control them, the scenes.
public struct Catalog: Sendable {
    /// A connection to a server, a bus or a simulator.
    public struct Link: Sendable {
        /// Its key in the configuration, which identifies it across reloads.
        public var key: String
        /// Its kind in the configuration: `http`.
        public var kind: String
        /// Its name for people: a URL without secrets.
        public var label: String
        public var profile: any LinkProfile
        public var port: any LinkPort
        /// The deadline of orders that have none of their own.
        public var deadline: Duration

        /// - `key`: defaults to the label.
        public init(
            key: String? = nil,
            kind: String = "link",
            label: String,
            profile: any LinkProfile,
            port: any LinkPort,
            deadline: Duration = .seconds(10)
        ) {
            self.key = key ?? label
            self.kind = kind
            self.label = label
            self.profile = profile
            self.port = port
            self.deadline = deadline
        }
    }

    /// A route for single facets that differs from their house's route.
    public struct Route: Sendable, Equatable {
        /// The element's full path.
        public var path: String
        /// Nil for all facets of the element.
        public var types: FacetTypes?
        /// The index of the link in `links`.
        public var link: Int

        public init(path: String, types: FacetTypes? = nil, link: Int) {
            self.path = path
            self.types = types
            self.link = link
        }
    }

    /// A second route for facets, beside the one that controls them.
    public struct SecondRoute: Sendable, Equatable {
        public enum Purpose: Sendable, Equatable, CaseIterable {
            /// Controls and reports the facets while their first link is unreachable.
            case fallback
            /// Reports the facets, for comparison with the reports of their first link.
            case compare
        }

        /// The element's full path.
        public var path: String
        /// Nil for all facets of the element.
        public var types: FacetTypes?
        /// The index of the link in `links`.
        public var link: Int
        public var purpose: Purpose

        public init(path: String, types: FacetTypes? = nil, link: Int, _ purpose: Purpose) {
            self.path = path
            self.types = types
            self.link = link
            self.purpose = purpose
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

    /// The location and calendar of a house.
    public struct Site: Sendable {
        public var clock: LocalClock
        /// Nil if the location of the house is unknown: it then has no sunrise.
        public var sun: Sun?
        public var holidays: Holidays
        /// The folder of the house file; nil for a house loaded from a URL.
        public var folder: String?

        public init(clock: LocalClock = LocalClock(UTC()), sun: Sun? = nil, holidays: Holidays = Holidays()) {
            self.clock = clock
            self.sun = sun
            self.holidays = holidays
        }
    }

    /// Why houses that are not those of the files are in use.
    public struct StandIn: Sendable, Equatable {
        /// When they were loaded from their files; nil if there are none.
        public var since: Timestamp?
        /// When loading failed.
        public var failed: Timestamp
        /// Whole lines for the administrator.
        public var problem: String
        /// What the files that can't be loaded say about access; nil if that can't be read.
        public var access: AccessRules?

        public init(since: Timestamp?, failed: Timestamp, problem: String, access: AccessRules?) {
            self.since = since
            self.failed = failed
            self.problem = problem
            self.access = access
        }
    }

    /// A scene file that could not be loaded.
    public struct FaultyScene: Sendable, Equatable {
        /// What it would be called.
        public var name: String
        /// What is wrong, with its place: `noche.domo:2:1: error: …`.
        public var problem: String

        public init(name: String, problem: String) {
            self.name = name
            self.problem = problem
        }
    }

    public var index: HouseIndex
    public var links: [Link]
    /// For each house the index in `links` of the link that controls its elements; nil for a house without one.
    public var linkOfHouse: [Int?]
    /// The routes that differ from the house's. At most one per facet, which the creator of a catalog has checked.
    public var routes: [Route]
    /// At most one per facet and purpose.
    public var secondRoutes: [SecondRoute]
    /// One for each house.
    public var sites: [Site]
    public var scenes: [Scene]
    /// The scene files that were left out.
    public var faultyScenes: [FaultyScene] = []
    /// The files that the load was read from.
    public var files: [String]?
    /// Where else the daemon keeps what a backup needs.
    public var sources: StatusView.Sources?
    /// The folder of the scene files, for people.
    public var sceneFolder: String?
    /// What the administrator should know about this load.
    public var warnings: [String]
    /// Who may do what.
    public var access: AccessRules
    /// Set if the files can't be loaded, and this is the last good version of them.
    public var standIn: StandIn?

    public init(
        houses: [House] = [],
        links: [Link] = [],
        linkOfHouse: [Int?] = [],
        routes: [Route] = [],
        secondRoutes: [SecondRoute] = [],
        sites: [Site]? = nil,
        scenes: [Scene] = [],
        sceneFolder: String? = nil,
        warnings: [String] = [],
        access: AccessRules = AccessRules()
    ) {
        precondition(houses.count == linkOfHouse.count && houses.count == sites?.count ?? houses.count)
        self.index = HouseIndex(houses)
        self.links = links
        self.linkOfHouse = linkOfHouse
        self.routes = routes
        self.secondRoutes = secondRoutes
        self.sites = sites ?? houses.map { _ in Site() }
        self.scenes = scenes
        self.sceneFolder = sceneFolder
        self.warnings = warnings
        self.access = access
    }
}
