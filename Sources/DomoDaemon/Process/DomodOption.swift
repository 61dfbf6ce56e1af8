import DomoHTTP

/// An option of the daemon's command line.
struct DomodOption: Sendable {
    /// The long name, without the two hyphens.
    let name: String
    /// The short name, without the hyphen.
    var letter: Character?
    /// The placeholder for its value; nil if it takes none.
    var value: String?
    let help: String
    /// Applies the option, with its value or an empty text.
    let set: @Sendable (inout DomodArguments, String) -> Void

    /// In the order of the help.
    static let all = [
        DomodOption(
            name: "config",
            value: "file",
            help: "Configuration file (default: \(Configuration.defaultFile), if it exists)."
        ) { $0.configurationFile = $1 },
        DomodOption(
            name: "home",
            value: "file|folder|url",
            help: "House file, folder of house files, or http(s) URL; can be repeated."
        ) { $0.flags.homes.append($1) },
        DomodOption(
            name: "server",
            value: "url",
            help: "Server or KNX interface for houses without one of their own."
        ) { $0.flags.server = $1 },
        DomodOption(
            name: "dialect",
            value: "name",
            help:
                "The dialect that the server of --server speaks: \(Dialect.shipped.keys.sorted().joined(separator: ", ")); "
                + "pervml without it."
        ) { $0.flags.dialect = $1 },
        DomodOption(
            name: "socket",
            value: "path",
            help: "Control socket (default: $XDG_RUNTIME_DIR/domo.sock, else /run/domo/domo.sock)."
        ) { $0.flags.socket = $1 },
        DomodOption(name: "state", value: "folder", help: "Folder for history, tokens and other persistent data.") {
            $0.flags.state = $1
        },
        DomodOption(
            name: "demo",
            help:
                "Simulate the houses that have no server, on loopback ports; without --home, the built-in model house."
        ) { arguments, _ in arguments.flags.isDemo = true },
        DomodOption(
            name: "log-level",
            value: "level",
            help: "Log level: trace, debug, info, notice, warning, error or critical."
        ) { $0.flags.logLevel = $1 },
        DomodOption(
            name: "check",
            help: "Check house files, their scenes and holidays, and exit."
        ) { arguments, _ in arguments.isCheck = true },
        DomodOption(
            name: "check-config",
            help: "Check the configuration, and the dialects, houses and scenes that it names, as a start would read "
                + "them; print what is wrong, and exit."
        ) { arguments, _ in arguments.isConfigurationCheck = true },
        DomodOption(
            name: "explain",
            value: "order",
            help: "Print the signals that an order or scene would send with the configuration, and exit: "
                + "--explain 'set Louver up'; can be repeated. Nothing is sent, and no domod needs to run."
        ) { $0.explained.append($1) },
        DomodOption(name: "verbose", letter: "v", help: "With --check: list what the files contain.") { arguments, _ in
            arguments.isVerbose = true
        },
        DomodOption(name: "json", help: "With --check: print the diagnostics as JSON.") { arguments, _ in
            arguments.isJSON = true
        },
        DomodOption(
            name: "print-dialect",
            value: "name",
            help: "Print a built-in dialect, as a starting point for your own, and exit."
        ) { $0.printedDialect = $1 },
        DomodOption(name: "version", help: "Show the version.") { arguments, _ in arguments.wantsVersion = true },
        DomodOption(name: "help", letter: "h", help: "Show this help.") { arguments, _ in
            arguments.wantsHelp = true
        },
    ]

    /// The option of a command-line word without its value after `=`.
    static func named(_ word: some StringProtocol) -> DomodOption? {
        all.first { word == "--\($0.name)" || $0.letter.map { word == "-\($0)" } == true }
    }

    /// The usage: `--home <file|folder|url>`.
    var usage: String { "--\(name)" + (value.map { " <\($0)>" } ?? "") }
}
