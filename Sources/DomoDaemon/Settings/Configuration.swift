import DomoLanguage
import Glibc
import Logging

/// All that the daemon is told at its start: flags beat the environment, which beats the configuration file, which beats
/// the defaults.
struct Configuration {
    /// What is kept of readings and orders.
    struct History: Equatable {
        /// One element whose history is kept in its own way.
        struct Element: Equatable {
            /// Its name, or the end of its path.
            var path: String
            /// A number that differs from the last kept by no more than this is not kept.
            var deadband: Double?
            /// Numbers are not kept more often than this.
            var atMostEvery: Duration?
        }

        static let keeps: ClosedRange<Duration> = .seconds(86_400) ... .seconds(36_500 * 86_400)
        static let sizes = (1 << 20)...(1 << 40)

        var isOff = false
        /// Nil for the one in the state folder.
        var file: String?
        /// How long, at most.
        var keep: Duration = .seconds(400 * 86_400)
        /// In bytes, at most.
        var size = 512 << 20
        /// Whether an order that was answered survives a power cut.
        var isDurable = false
        var elements: [Element] = []
    }

    /// What one source says; nil where it says nothing.
    struct Layer {
        var homes: [String] = []
        /// By their keys.
        var links: [String: Link] = [:]
        var server: Link?
        /// By the name of the house.
        var servers: [String: Link] = [:]
        var routes: [Route] = []
        /// By the name of the house.
        var places: [String: Place] = [:]
        var socket: String?
        var state: String?
        var logLevel: Logger.Level?
        var isDemo = false
        var history: History?
        var access: Access?
        /// What the administrator should know of the file.
        var warnings: [String] = []
    }

    /// What is said of a house that its file does not say.
    struct Place: Equatable {
        /// Degrees, north and east positive.
        struct Position: Equatable {
            var latitude: Double
            var longitude: Double
        }

        var position: Position?
        /// Of the IANA database, and known to the machine.
        var zone: String?
        /// A file, for the one beside the house file.
        var holidays: String?
    }

    static let defaultFile = "/etc/domo/domod.yaml"

    /// Files, folders and URLs.
    var homes: [String]
    /// By their keys.
    var links: [String: Link]
    /// For houses without a server of their own.
    var server: Link?
    var servers: [String: Link]
    var routes: [Route]
    var places: [String: Place]
    var socket: String
    var state: String
    var logLevel: Logger.Level
    var isDemo: Bool
    var history: History
    var access: Access
    /// What the administrator should know of it.
    var warnings: [String]

    /// - Parameter layers: the one that wins first.
    init(layers: [Layer], environment: [String: String]) throws(StartFault) {
        homes = layers.first { !$0.homes.isEmpty }?.homes ?? []
        links = layers.first { !$0.links.isEmpty }?.links ?? [:]
        server = layers.lazy.compactMap(\.server).first
        servers = layers.first { !$0.servers.isEmpty }?.servers ?? [:]
        routes = layers.first { !$0.routes.isEmpty }?.routes ?? []
        places = layers.first { !$0.places.isEmpty }?.places ?? [:]
        socket = layers.lazy.compactMap(\.socket).first ?? Self.defaultSocket(environment)
        state = layers.lazy.compactMap(\.state).first ?? Self.defaultState(environment)
        logLevel = layers.lazy.compactMap(\.logLevel).first ?? .info
        isDemo = layers.contains(where: \.isDemo)
        history = layers.lazy.compactMap(\.history).first ?? History()
        access = layers.lazy.compactMap(\.access).first ?? Access()
        warnings = layers.flatMap(\.warnings)
        guard !homes.isEmpty else {
            throw StartFault(
                .badConfiguration,
                "no house configured",
                hint: "use --home FILE, or list it under \"homes:\" in \(Self.defaultFile)"
            )
        }
    }

    private static func defaultSocket(_ environment: [String: String]) -> String {
        environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : "\($0)/domo.sock" } ?? "/run/domo/domo.sock"
    }

    /// The service manager's folder, or root's, or the user's own.
    private static func defaultState(_ environment: [String: String]) -> String {
        func set(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let folder = set("STATE_DIRECTORY")?.split(separator: ":").first { return String(folder) }
        if geteuid() == 0 { return "/var/lib/domo" }
        if let folder = set("XDG_STATE_HOME") { return "\(folder)/domo" }
        return set("HOME").map { "\($0)/.local/state/domo" } ?? "/var/lib/domo"
    }
}

extension Configuration.Layer {
    /// What the environment says: `DOMO_HOME`, `DOMO_SERVER`, `DOMO_SOCKET`, `DOMO_STATE`, `DOMO_LOG_LEVEL`.
    init(environment: [String: String]) throws(StartFault) {
        func set(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        homes = set("DOMO_HOME").map { [$0] } ?? []
        if let url = set("DOMO_SERVER") { server = try .init(url: url, from: "DOMO_SERVER") }
        socket = set("DOMO_SOCKET")
        state = set("DOMO_STATE")
        if let word = set("DOMO_LOG_LEVEL") { logLevel = try .init(word: word, from: "DOMO_LOG_LEVEL") }
    }
}

extension Logger.Level {
    init(word: String, from source: String) throws(StartFault) {
        guard let level = Self(rawValue: word.lowercased()) else {
            throw StartFault(
                .badConfiguration,
                "\(source): unknown log level \"\(word)\"",
                hint: "the levels are: \(Self.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        self = level
    }
}

/// Why the daemon can't start, or can't go on.
struct StartFault: Error, Equatable {
    var status: ExitStatus
    /// Whole lines.
    var message: String
    /// What to do.
    var hint: String?

    init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
        self.status = status
        self.message = message
        self.hint = hint
    }
}
