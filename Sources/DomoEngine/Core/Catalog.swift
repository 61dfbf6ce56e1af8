public import DomoCalendar
public import DomoLanguage
public import DomoModel

/// All that a load brings: the houses, the links that move them, the scenes.
public struct Catalog: Sendable {
    /// A way to a server, a bus or a simulator.
    public struct Link: Sendable {
        /// Its key in the configuration: what it is known by over reloads.
        public var key: String
        /// What the configuration calls its kind: `http`.
        public var kind: String
        /// Names it to people: a URL without secrets.
        public var label: String
        public var profile: any LinkProfile
        public var port: any LinkPort
        /// How long an order may take that has no deadline of its own.
        public var deadline: Duration

        /// - `key`: the label where nothing else is said.
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

    /// A route of single facets that is not their house's.
    public struct Route: Sendable, Equatable {
        /// The element's whole path.
        public var path: String
        /// Nil for all facets of the element.
        public var types: FacetTypes?
        /// The number of the link in `links`.
        public var link: Int

        public init(path: String, types: FacetTypes? = nil, link: Int) {
            self.path = path
            self.types = types
            self.link = link
        }
    }

    /// A second route of facets, beside the one that moves them.
    public struct SecondRoute: Sendable, Equatable {
        public enum Purpose: Sendable, Equatable, CaseIterable {
            /// Moves and reports the facets while their first link is unreachable.
            case fallback
            /// Reports the facets, to be compared with what their first link reports.
            case compare
        }

        /// The element's whole path.
        public var path: String
        /// Nil for all facets of the element.
        public var types: FacetTypes?
        /// The number of the link in `links`.
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

    /// Where a house stands, for its times.
    public struct Site: Sendable {
        public var clock: LocalClock
        /// Nil where nobody said where the house stands: it has no sunrise then.
        public var sun: Sun?
        public var holidays: Holidays
        /// The folder of the house file; nil for a house that comes from a URL.
        public var folder: String?

        public init(clock: LocalClock = LocalClock(UTC()), sun: Sun? = nil, holidays: Holidays = Holidays()) {
            self.clock = clock
            self.sun = sun
            self.holidays = holidays
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
    /// For each house the number in `links` of the one that moves its elements; nil for a house without one.
    public var linkOfHouse: [Int?]
    /// The routes that differ from the house's. At most one for each facet: whoever makes a catalog has checked that.
    public var routes: [Route]
    /// At most one of each purpose for each facet.
    public var secondRoutes: [SecondRoute]
    /// One for each house.
    public var sites: [Site]
    public var scenes: [Scene]
    /// The scene files that were left out.
    public var faultyScenes: [FaultyScene] = []
    /// The files that the load was read from.
    public var files: [String]?
    /// Where scene files are looked for, for people.
    public var sceneFolder: String?
    /// What the administrator should know of this load.
    public var warnings: [String]
    /// Who may do what.
    public var access: AccessRules

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
