import DomoEngine
import DomoLanguage
import DomoSystem
import Glibc
import Logging

/// The sources of the configuration: command line flags, environment, and file. They are read at the start and at every
/// reload, with the same precedence.
struct ConfigurationSource: Sendable {
    /// The flags as given; they are validated when they are read.
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
    /// Nil for the default file, if it exists.
    private let file: String?
    private let environment: [String: String]
    private let kinds: [LinkKind]

    /// - Parameters:
    ///   - file: the file given by a flag.
    ///   - environment: an empty variable counts as not set.
    ///   - kinds: the kinds of link that the file may use.
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

    /// The configuration file; nil if there is none.
    var configurationFile: String? {
        file ?? (access(Configuration.defaultFile, F_OK) == 0 ? Configuration.defaultFile : nil)
    }

    /// Blocks.
    ///
    /// - Parameter root: where files are read.
    func read(_ root: FileRoot = .own) throws(StartFault) -> Configuration {
        var layers = try options()
        for index in layers.indices {
            layers[index].homes = layers[index].homes.map { HouseLoader.isURL($0) ? $0 : root.file($0) }
        }
        // A file that is missing now may be among the copies.
        let file = root == .own ? configurationFile : self.file ?? Configuration.defaultFile
        if let file, root == .own || FileBytes.isThere(root.file(file)) {
            layers.append(try ConfigurationFile.read(file, root: root, kinds: kinds))
        }
        return try Configuration(layers: layers, environment: environment)
    }

    /// What is set without the file.
    private func options() throws(StartFault) -> [Configuration.Layer] {
        [try layer(of: flags), try Configuration.Layer(environment: environment)]
    }

    /// The configuration of a daemon that can't read its file and waits for it: without houses.
    func withoutFile() throws(StartFault) -> Configuration {
        var layers = try options()
        // Otherwise a configuration without houses is refused.
        var demo = Configuration.Layer()
        demo.isDemo = true
        layers.append(demo)
        for index in layers.indices { layers[index].server = nil }
        var configuration = try Configuration(layers: layers, environment: environment)
        configuration.isDemo = false
        return configuration
    }

    /// The state folder, as far as it is known if the file can't be used.
    var stateFolder: String? {
        do throws(StartFault) {
            let isSet = try options().contains { $0.state != nil }
            if !isSet, let file = configurationFile, let named = ConfigurationFile.stateFolder(in: file) {
                return named
            }
            return try withoutFile().state
        } catch {
            return nil
        }
    }

    /// The options, to compare them with those of another start.
    var description: String {
        let (server, dialect) = (flags.server ?? "", flags.dialect ?? "")
        let words = [file?.absolutePath ?? ""] + flags.homes.map { HouseLoader.isURL($0) ? $0 : $0.absolutePath }
        let variables = ["DOMO_HOME", "DOMO_SERVER"].map { environment[$0] ?? "" }
        return (words + [server, dialect, flags.isDemo ? "demo" : ""] + variables).map(Words.quoted).joined(
            separator: " "
        )
    }

    /// The settings of houses, their links and routes, for a check. Blocks.
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
            // It does not exist, or the user may not read it. The daemon reports errors in it.
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
