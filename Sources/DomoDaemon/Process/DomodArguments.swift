import DomoLanguage
import DomoModel

/// The daemon's command line.
///
/// It is parsed here rather than by ArgumentParser, which, with the part of Foundation that it needs, would make the
/// daemon megabytes larger.
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
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                files += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                files.append(word)
                continue
            }
            let parts = word.hasPrefix("--") ? word.split(separator: "=", maxSplits: 1) : [word[...]]
            guard let option = DomodOption.named(parts[0]) else { throw Self.unknown(String(parts[0])) }
            option.set(&self, try Self.value(of: option, attached: word.contains("=") ? parts : nil, &rest))
        }
    }

    /// - Parameter parts: the parts of a word that has its value after `=`.
    private static func value(
        of option: DomodOption,
        attached parts: [Substring]?,
        _ rest: inout ArraySlice<String>
    ) throws(StartFault) -> String {
        guard option.value != nil else {
            guard parts == nil else { throw usage("--\(option.name) takes no value") }
            return ""
        }
        if let parts { return parts.count > 1 ? String(parts[1]) : "" }
        // A word that looks like an option is not a value: the value is missing.
        guard let value = rest.first, !value.hasPrefix("-") else {
            throw usage("missing value for --\(option.name)", hint: "write \(option.usage)")
        }
        rest.removeFirst()
        return value
    }

    private static func unknown(_ word: String) -> StartFault {
        let close = closestWord(to: word, among: DomodOption.all.map { "--\($0.name)" })
        return usage("unknown option \(word)", hint: close.map { "did you mean \($0)?" })
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
