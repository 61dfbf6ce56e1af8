import DomoLanguage
import DomoOptions

/// The daemon's command line.
struct DomodArguments: Sendable {
    var flags = ConfigurationSource.Flags()
    var configurationFile: String?
    var isCheck = false
    var isConfigurationCheck = false
    /// The orders and scenes whose signals to print.
    var explained: [String] = []
    var isVerbose = false
    var isJSON = false
    /// The dialect to print.
    var printedDialect: String?
    var wantsVersion = false
    var wantsHelp = false
    /// The arguments that are not options.
    private(set) var files: [String] = []

    /// - Parameter words: the arguments without the program name.
    init(_ words: [String]) throws(StartFault) {
        do throws(OptionFault) {
            files = try CommandLineReader(ProgramOption<DomodArguments>.all).read(words, into: &self)
        } catch {
            throw Self.usage(error.message, hint: error.hint)
        }
    }

    private static func usage(_ message: String, hint: String? = nil) -> StartFault {
        StartFault(.usage, message, hint: hint ?? "see \"domod --help\"")
    }

    /// Throws if the arguments don't go together.
    func validate() throws(StartFault) {
        if isCheck, files.isEmpty { throw Self.usage("--check needs a file: domod --check FILE…") }
        if isCheck, isConfigurationCheck {
            throw Self.usage(
                "--check and --check-config don't go together",
                hint: "--check-config checks the houses too"
            )
        }
        if !explained.isEmpty, isCheck || isConfigurationCheck {
            throw Self.usage("--explain can't be used with --check or --check-config", hint: "use one of them")
        }
        if isJSON, !isCheck {
            throw Self.usage("--json needs --check", hint: "domod --check --json FILE…")
        }
        if !isCheck, let file = files.first {
            let isSettings = file.hasSuffix(".yaml") || file.hasSuffix(".yml")
            let hint =
                isSettings ? "use --config \(file) to read a configuration" : "use --home \(file) to serve a house"
            throw Self.usage("unexpected argument \"\(file)\"", hint: hint)
        }
        if flags.dialect != nil, flags.server == nil {
            throw Self.usage("--dialect needs --server", hint: "domod --server URL --dialect NAME")
        }
    }

    var source: ConfigurationSource { ConfigurationSource(flags: flags, file: configurationFile) }
}
