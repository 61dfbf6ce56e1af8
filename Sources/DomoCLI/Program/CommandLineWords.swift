import DomoLanguage
import DomoModel

/// The arguments of `domo`: the verb, its words, and the options that every verb has.
struct CommandLineWords {
    private(set) var client = ClientOptions()
    private(set) var wantsHelp = false
    private(set) var wantsVersion = false
    /// Nil if there is none.
    var verb: String?
    /// The words after the verb. Those after `--` are quoted, and never options.
    var words: [Words.Word] = []
    /// The arguments without the options of a fleet.
    private(set) var withoutFleet: [String] = []
    /// What is wrong before the verb or with an option that every verb has.
    private(set) var fault: Fault?

    /// The options of every verb, as in the help.
    static let options = [
        ("--socket <path>", "The daemon's socket."), ("--json", "Print the daemon's reply as JSON."),
        ("-h, --help", "Show the help."),
    ]

    /// - Parameter arguments: without the name of the program.
    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if readFleetOption(word, &rest) { continue }
            withoutFleet.append(word)
            if word == "--" {
                withoutFleet += rest
                if verb == nil { verb = rest.popFirst() }
                words += rest.map { Words.Word(text: $0, column: 1, isQuoted: true) }
                return
            }
            let next = rest.first
            if readOption(word, &rest) {
                if word == "--socket" { withoutFleet += next.map { [$0] } ?? [] }
                continue
            }
            guard verb == nil else {
                words.append(Words.Word(text: word, column: 1))
                continue
            }
            guard !word.hasPrefix("-") || word == "-" else {
                fault = fault ?? Self.unknown(word)
                continue
            }
            verb = word
            // The options after it are those of another program or another command line.
            if word == "import" || word == "complete" {
                withoutFleet += rest
                words = rest.map { Words.Word(text: $0, column: 1) }
                return
            }
        }
    }

    /// - Returns: false if the word is no option of a fleet.
    private mutating func readFleetOption(_ word: String, _ rest: inout ArraySlice<String>) -> Bool {
        let name = String(word.prefix { $0 != "=" })
        guard FleetOptions.names.contains(name) else { return false }
        let value = name == word ? rest.popFirst() : String(word.dropFirst(name.count + 1))
        guard let value, !value.isEmpty else {
            let shown = name == "--fleet" ? "HOUSE" : "FILE"
            fault = Fault(.badRequest, "missing value for \(name)", hint: "write \(name) \(shown)")
            return true
        }
        return client.fleet.set(name, to: value)
    }

    /// - Returns: false if the word is no option of every verb.
    private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) -> Bool {
        switch word {
        case "--json": client.json = true
        case "--help", "-h": wantsHelp = true
        case "--version": wantsVersion = true
        case "--socket":
            if let path = rest.popFirst() {
                client.socket = path
            } else {
                fault = Fault(.badRequest, "missing value for --socket", hint: "write --socket PATH")
            }
        case _ where word.hasPrefix("--socket="): client.socket = String(word.dropFirst("--socket=".count))
        case _ where word.hasPrefix("--json="):
            fault = Fault(.badRequest, "--json takes no value", hint: "write --json")
        default: return false
        }
        return true
    }

    private static func unknown(_ word: String) -> Fault {
        let name = String(word.prefix { $0 != "=" })
        let close = closestWord(to: name, among: ["--socket", "--json", "--help", "--version"] + FleetOptions.names)
        return Fault(
            .badRequest,
            "unknown option \(name.prefix(80))",
            hint: close.map { "did you mean \($0)?" }
                ?? "usage: domo [--socket PATH] [--json] VERB …; the options of a verb come after it"
        )
    }
}
