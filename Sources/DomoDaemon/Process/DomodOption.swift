import DomoHTTP

/// An option of the daemon's command line.
struct DomodOption: Sendable {
    /// As it is given, after two hyphens.
    let name: String
    /// Its other form, after one.
    var letter: Character?
    /// What its value is, for people; nil where it has none.
    var value: String?
    let help: String
    /// Takes it in, with its value or an empty text.
    let take: @Sendable (inout DomodArguments, String) -> Void

    /// In the order in which they are told.
    static let all = [
        DomodOption(
            name: "config",
            value: "file",
            help: "The configuration file (\(Configuration.defaultFile) when there is one)."
        ) { $0.configurationFile = $1 },
        DomodOption(name: "home", value: "file|folder|url", help: "A house file, a folder of them, or an http(s) URL.")
        {
            $0.flags.homes.append($1)
        },
        DomodOption(
            name: "server",
            value: "url",
            help: "Where signals go, for houses without a server of their own."
        ) { $0.flags.server = $1 },
        DomodOption(
            name: "dialect",
            value: "name",
            help: "The dialect that the server of --server speaks: \(Dialect.shipped.keys.sorted().joined(separator: ", ")); "
                + "pervml without it."
        ) { $0.flags.dialect = $1 },
        DomodOption(
            name: "socket",
            value: "path",
            help: "The control socket ($XDG_RUNTIME_DIR/domo.sock, or /run/domo/domo.sock)."
        ) { $0.flags.socket = $1 },
        DomodOption(name: "state", value: "folder", help: "Where the daemon keeps what it must not forget.") {
            $0.flags.state = $1
        },
        DomodOption(
            name: "demo",
            help: "Simulate every house without a server on a loopback port; without --home, a house that domod brings."
        ) { arguments, _ in arguments.flags.isDemo = true },
        DomodOption(
            name: "log-level",
            value: "level",
            help: "trace, debug, info, notice, warning, error or critical."
        ) { $0.flags.logLevel = $1 },
        DomodOption(
            name: "check",
            help: "Say what is wrong with house files, their scenes and holidays, and end."
        ) { arguments, _ in arguments.isCheck = true },
        DomodOption(
            name: "check-config",
            help: "Check the configuration, and the dialects, houses and scenes that it names, as a start would read "
                + "them; print what is wrong, and exit."
        ) { arguments, _ in arguments.isConfigurationCheck = true },
        DomodOption(name: "verbose", letter: "v", help: "With --check: say what there is in them.") { arguments, _ in
            arguments.isVerbose = true
        },
        DomodOption(
            name: "print-dialect",
            value: "name",
            help: "Print a dialect that domo brings, for one of your own to start from, and end."
        ) { $0.printedDialect = $1 },
        DomodOption(name: "version", help: "Show the version.") { arguments, _ in arguments.wantsVersion = true },
        DomodOption(name: "help", letter: "h", help: "Show help information.") { arguments, _ in
            arguments.wantsHelp = true
        },
    ]

    /// The one that a word of the command line names, without a value after `=`.
    static func named(_ word: some StringProtocol) -> DomodOption? {
        all.first { word == "--\($0.name)" || $0.letter.map { word == "-\($0)" } == true }
    }

    /// As people are told to write it.
    var usage: String { "--\(name)" + (value.map { " <\($0)>" } ?? "") }
}
