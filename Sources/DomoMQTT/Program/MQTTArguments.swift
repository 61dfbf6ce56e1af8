import DomoOptions

/// The command line of `domo-mqtt`.
struct MQTTArguments: Sendable {
    var overrides = MQTTFile.Overrides()
    var configurationFile: String?
    var socket: String?
    var tokenFile: String?
    var isCheck = false
    var wantsVersion = false
    var wantsHelp = false

    private static let options: [ProgramOption<MQTTArguments>] = [
        ProgramOption("broker", value: "url", help: "The broker: mqtt://HOST:PORT, or mqtts://HOST:PORT with TLS.") {
            $0.overrides.broker = $1
        },
        ProgramOption("config", value: "file", help: "The configuration.") { $0.configurationFile = $1 },
        ProgramOption("socket", value: "path", help: "The control socket of domod.") { $0.socket = $1 },
        ProgramOption("token-file", value: "file", help: "A file whose first line is a token to log in with.") {
            $0.tokenFile = $1
        },
        ProgramOption("prefix", value: "topic", help: "The beginning of all topics (default: domo).") {
            $0.overrides.prefix = $1
        },
        ProgramOption(
            "discovery",
            value: "topic",
            help: "Where devices are announced: homeassistant (default: nowhere)."
        ) { $0.overrides.discovery = $1 },
        ProgramOption("check", help: "Check the configuration, and exit.") { $0.isCheck = true },
        ProgramOption("version", help: "Show the version.") { $0.wantsVersion = true },
        ProgramOption("help", letter: "h", help: "Show this help.") { $0.wantsHelp = true },
    ]

    /// - Parameter words: the arguments without the program name.
    init(_ words: [String]) throws(OptionFault) {
        let operands = try CommandLineReader(Self.options).read(words, into: &self)
        guard let word = operands.first else { return }
        throw OptionFault(message: "unexpected argument \"\(word)\"", hint: Self.usage)
    }

    static let usage =
        "usage: domo-mqtt [--broker URL] [--config FILE] [--socket PATH] [--token-file FILE] [--prefix TOPIC]"
        + " [--discovery TOPIC] [--check]"

    static let help = """
        OVERVIEW: Publish the house of domod on an MQTT broker, announce it to Home
        Assistant, and take orders.

        domo-mqtt connects to the control socket of domod and to a broker. Whoever may
        publish on PREFIX/# there may do what its token may do in the house. Its file has
        the rest: user and password, certificates, what is published, what takes
        commands. SIGHUP reloads the file; if it has mistakes, the previous one is still
        active.

        USAGE: domo-mqtt [OPTIONS]

        OPTIONS:
        \(OptionHelp.rows(options))
        """
}
