import DomoLanguage
import DomoSystem
import Glibc
import Logging

/// The settings of the daemon: flags beat the environment, which beats the configuration file, which beats the
/// defaults.
struct Configuration {
    /// The history of readings and orders.
    struct History: Equatable {
        /// An element with its own history settings.
        struct Element: Equatable {
            /// The element's name, or a suffix of its path.
            var path: String
            /// A number is not stored if it differs from the last stored one by no more than this.
            var deadband: Double?
            /// The minimum interval between stored numbers.
            var atMostEvery: Duration?
        }

        static let keeps: ClosedRange<Duration> = .seconds(86_400) ... .seconds(36_500 * 86_400)
        static let sizes = (1 << 20)...(1 << 40)

        var isOff = false
        /// Nil for the file in the state folder.
        var file: String?
        /// The maximum age of records.
        var keep: Duration = .seconds(400 * 86_400)
        /// The maximum size, in bytes.
        var size = 512 << 20
        /// Whether an answered order survives a power failure.
        var isDurable = false
        var elements: [Element] = []
    }

    /// The settings of one source; nil where the source does not set them.
    struct Layer {
        var homes: [String] = []
        /// By key.
        var links: [String: Link] = [:]
        var server: Link?
        /// By house name.
        var servers: [String: Link] = [:]
        var routes: [Route] = []
        /// By house name.
        var places: [String: Place] = [:]
        var socket: String?
        var state: String?
        var logLevel: Logger.Level?
        var isDemo = false
        var history: History?
        var access: Access?
        /// The configuration file, and the files of dialects that it names.
        var files: [String] = []
        /// All files that it was read from, with secrets.
        var inputs: [InputFile] = []
        /// Warnings about the file, for the administrator.
        var warnings: [String] = []
    }

    /// The location and holidays of a house, for a house file that does not define them.
    struct Place: Equatable {
        /// Degrees, north and east positive.
        struct Position: Equatable {
            var latitude: Double
            var longitude: Double
        }

        var position: Position?
        /// An IANA name that the machine knows.
        var zone: String?
        /// A file used in place of the one beside the house file.
        var holidays: String?
    }

    static let defaultFile = "/etc/domo/domod.yaml"

    /// Files, folders and URLs. Empty for the built-in model house, with `--demo` alone.
    var homes: [String]
    /// By key.
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
    /// The files that it was read from.
    var files: [String]
    /// All files that it was read from, with secrets.
    var inputs: [InputFile]
    /// Warnings for the administrator.
    var warnings: [String]

    /// - Parameter layers: by decreasing precedence.
    init(layers: [Layer], environment: [String: String]) throws(StartFault) {
        homes = layers.first { !$0.homes.isEmpty }?.homes ?? []
        links = layers.first { !$0.links.isEmpty }?.links ?? [:]
        server = layers.lazy.compactMap(\.server).first
        servers = layers.first { !$0.servers.isEmpty }?.servers ?? [:]
        routes = layers.first { !$0.routes.isEmpty }?.routes ?? []
        places = layers.first { !$0.places.isEmpty }?.places ?? [:]
        socket =
            layers.lazy.compactMap(\.socket).first
            ?? SocketPath.own { environment[$0] } ?? SocketPath.system
        state = layers.lazy.compactMap(\.state).first ?? Self.defaultState(environment)
        logLevel = layers.lazy.compactMap(\.logLevel).first ?? .info
        isDemo = layers.contains(where: \.isDemo)
        history = layers.lazy.compactMap(\.history).first ?? History()
        access = layers.lazy.compactMap(\.access).first ?? Access()
        files = layers.flatMap(\.files)
        inputs = layers.flatMap(\.inputs)
        warnings = layers.flatMap(\.warnings)
        guard !homes.isEmpty || usesDemo else {
            throw StartFault(
                .badConfiguration,
                "no house configured",
                hint: "use --home FILE, list it under \"homes:\" in \(Self.defaultFile), or try --demo"
            )
        }
    }

    /// Throws where the folder of the socket does not exist: a mistyped path is not a reason to create folders. That of
    /// the system's socket is created.
    func requireSocketFolder() throws(StartFault) {
        let folder = socket.parentFolder
        guard socket != SocketPath.system, !FileBytes.isFolder(folder) else { return }
        throw StartFault(
            .badConfiguration,
            "can't listen on \(socket): the folder \(folder) does not exist",
            hint: "create it, or choose another path with --socket"
        )
    }

    /// The service manager's state folder, else root's, else the user's.
    private static func defaultState(_ environment: [String: String]) -> String {
        func set(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let folder = set("STATE_DIRECTORY")?.split(separator: ":").first { return String(folder) }
        return StateFolder.usual(set)
    }
}

extension Configuration.Layer {
    /// Reads the environment: `DOMO_HOME`, `DOMO_SERVER`, `DOMO_SOCKET`, `DOMO_STATE`, `DOMO_LOG_LEVEL`.
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

/// Why the daemon can't start or continue.
struct StartFault: Error, Equatable {
    var status: ExitStatus
    /// One or more whole lines.
    var message: String
    /// What to do.
    var hint: String?

    init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
        self.status = status
        self.message = message
        self.hint = hint
    }
}
