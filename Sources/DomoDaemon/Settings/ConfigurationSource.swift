import DomoEngine
import Glibc
import Logging

/// Where the configuration comes from: the flags of the command line, the environment, and the file. It is read at the
/// start and again at every reload, with the same precedence.
struct ConfigurationSource: Sendable {
    /// As they were given; what is wrong with them is found when they are read.
    struct Flags: Sendable {
        var homes: [String] = []
        var server: String?
        /// The dialect of `server`.
        var dialect: String?
        var socket: String?
        var state: String?
        var logLevel: String?
        var isDemo = false
    }

    private static let variables = [
        "DOMO_HOME", "DOMO_SERVER", "DOMO_SOCKET", "DOMO_STATE", "DOMO_LOG_LEVEL", "DOMO_CONFIG", "XDG_RUNTIME_DIR",
        "XDG_STATE_HOME", "STATE_DIRECTORY", "HOME",
    ]

    private let flags: Flags
    /// Nil for the default file, where there is one.
    private let file: String?
    private let environment: [String: String]
    private let kinds: [LinkKind]

    /// - Parameters:
    ///   - file: the one that a flag names.
    ///   - environment: a variable that is set to nothing says nothing.
    ///   - kinds: the kinds of link that the file can name.
    init(
        flags: Flags,
        file: String?,
        environment: [String: String] = Self.ofProcess,
        kinds: [LinkKind] = LinkKind.all
    ) {
        self.kinds = kinds
        self.flags = flags
        self.environment = environment.filter { !$0.value.isEmpty }
        self.file = file ?? self.environment["DOMO_CONFIG"]
    }

    private static var ofProcess: [String: String] {
        var environment: [String: String] = [:]
        for name in variables { environment[name] = getenv(name).map { String(cString: $0) } }
        return environment
    }

    /// Blocks.
    func read() throws(StartFault) -> Configuration {
        var layers = [try layer(of: flags), try Configuration.Layer(environment: environment)]
        if let file {
            layers.append(try ConfigurationFile.read(file, kinds: kinds))
        } else if access(Configuration.defaultFile, F_OK) == 0 {
            layers.append(try ConfigurationFile.read(Configuration.defaultFile, kinds: kinds))
        }
        return try Configuration(layers: layers, environment: environment)
    }

    /// What is said of houses, their links and routes, for those who check them. Blocks.
    func checked() throws(StartFault) -> Configuration.Layer {
        let above = [try layer(of: flags), try Configuration.Layer(environment: environment)]
        var checked = try checkedFile()
        checked.server = above.lazy.compactMap(\.server).first ?? checked.server
        return checked
    }

    private func checkedFile() throws(StartFault) -> Configuration.Layer {
        if let file { return try ConfigurationFile.read(file, kinds: kinds) }
        do {
            return try ConfigurationFile.read(Configuration.defaultFile, kinds: kinds)
        } catch {
            // There is none, or it is not for everybody to read; what is wrong with it is reported by the daemon.
            return Configuration.Layer()
        }
    }

    private func layer(of flags: Flags) throws(StartFault) -> Configuration.Layer {
        var layer = Configuration.Layer()
        layer.homes = flags.homes
        if let server = flags.server {
            layer.server = try .init(url: server, dialect: flags.dialect, from: "--server")
        }
        layer.socket = flags.socket
        layer.state = flags.state
        if let word = flags.logLevel { layer.logLevel = try .init(word: word, from: "--log-level") }
        layer.isDemo = flags.isDemo
        return layer
    }
}
