import DomoHTTP
import DomoOptions

extension ProgramOption<DomodArguments> {
    /// The options of domod, in the order of the help.
    static let all = [
        ProgramOption(
            "config",
            value: "file",
            help: "Configuration file (default: \(Configuration.defaultFile), if it exists)."
        ) { $0.configurationFile = $1 },
        ProgramOption(
            "home",
            value: "file|folder|url",
            help: "House file, folder of house files, or http(s) URL; can be repeated."
        ) { $0.flags.homes.append($1) },
        ProgramOption(
            "server",
            value: "url",
            help: "Server or KNX interface for houses without one of their own."
        ) { $0.flags.server = $1 },
        ProgramOption(
            "dialect",
            value: "name",
            help:
                "The dialect that the server of --server speaks: \(Dialect.shipped.keys.sorted().joined(separator: ", ")); "
                + "pervml without it."
        ) { $0.flags.dialect = $1 },
        ProgramOption(
            "socket",
            value: "path",
            help: "Control socket (default: $XDG_RUNTIME_DIR/domo.sock, else /run/domo/domo.sock)."
        ) { $0.flags.socket = $1 },
        ProgramOption("state", value: "folder", help: "Folder for history, tokens and other persistent data.") {
            $0.flags.state = $1
        },
        ProgramOption(
            "demo",
            help:
                "Simulate the houses that have no server, on loopback ports; without --home, the built-in model house."
        ) { $0.flags.isDemo = true },
        ProgramOption(
            "log-level",
            value: "level",
            help: "Log level: trace, debug, info, notice, warning, error or critical."
        ) { $0.flags.logLevel = $1 },
        ProgramOption(
            "check",
            help: "Check house files, their scenes and holidays, and exit."
        ) { $0.isCheck = true },
        ProgramOption(
            "check-config",
            help: "Check the configuration, and the dialects, houses and scenes that it names, as a start would read "
                + "them; print what is wrong, and exit."
        ) { $0.isConfigurationCheck = true },
        ProgramOption(
            "explain",
            value: "order",
            help: "Print the signals that an order or scene would send with the configuration, and exit: "
                + "--explain 'set Louver up'; can be repeated. Nothing is sent, and no domod needs to run."
        ) { $0.explained.append($1) },
        ProgramOption("verbose", letter: "v", help: "With --check: list what the files contain.") {
            $0.isVerbose = true
        },
        ProgramOption("json", help: "With --check: print the diagnostics as JSON.") { $0.isJSON = true },
        ProgramOption(
            "print-dialect",
            value: "name",
            help: "Print a built-in dialect, as a starting point for your own, and exit."
        ) { $0.printedDialect = $1 },
        ProgramOption("version", help: "Show the version.") { $0.wantsVersion = true },
        ProgramOption("help", letter: "h", help: "Show this help.") { $0.wantsHelp = true },
    ]
}
