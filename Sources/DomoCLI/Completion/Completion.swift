import DomoLanguage
import DomoModel

/// `domo complete SHELL INDEX WORD…`: what the word at the cursor may be, one candidate in a line. Nothing is printed if
/// the daemon does not answer.
enum Completion {
    /// The maximum time for suggestions.
    private static let patience = Duration.milliseconds(300)

    /// The exit status where a file name is expected.
    static let filesStatus = ExitStatus.noSuchFile

    /// - Parameter arguments: the shell, the number of the word at the cursor, and the words as typed, with `domo`.
    static func run(_ arguments: [String], within patience: Duration = patience) -> ExitStatus {
        guard arguments.count >= 2, let shell = Shell(rawValue: arguments[0]), let index = Int(arguments[1]), index > 0
        else { return .usage }
        let line = arguments.dropFirst(2)
        let words = line.prefix(index)
        let typed = TypedWord(line.dropFirst(index).first ?? "", shell)
        do throws(Fault) {
            guard let candidates = try candidates(after: words.map { TypedWord($0, shell) }, typed, within: patience)
            else {
                return filesStatus
            }
            for candidate in typed.matching(candidates) { StandardStreams.write(typed.completed(candidate) + "\n") }
        } catch {
            // An error message would disturb the prompt.
        }
        return .done
    }

    /// - Parameter words: the words before the cursor, with `domo`.
    /// - Returns: nil where a file name is expected.
    static func candidates(
        after words: [TypedWord],
        _ typed: TypedWord,
        within patience: Duration = patience
    ) throws(Fault) -> [String]? {
        var line = CommandLineWords(words.dropFirst().map(\.text))
        guard let word = line.verb else {
            if fileOptions.contains(words.last?.text ?? "") { return nil }
            if words.last?.text == "--fleet" { return [] }
            return typed.text.hasPrefix("-") ? commonOptions + FleetOptions.names : KnownVerb.words.filter { $0 != "-" }
        }
        if word == "help" { return KnownVerb.words + ["scenes"] }
        if word == "import" { return line.words.isEmpty ? ["knx", "linknx"] : nil }
        if word == "explain" {
            guard let verb = line.words.first else { return ExplainVerb.verbs.map(\.rawValue) }
            line.verb = verb.text
            line.words.removeFirst()
        }
        guard let word = line.verb, let verb = KnownVerb.named(word) else { return [] }
        if fileOptions.contains(words.last?.text ?? "") { return nil }
        if words.last?.text == "--fleet" { return [] }
        let next = NextWord(after: line.words, of: verb.row)
        if typed.text.hasPrefix("-") { return next.options.flatMap(\.names) + commonOptions }
        if next.completables.contains(.files) { return nil }
        let house = House(client: line.client, patience: patience)
        var candidates: [String] = []
        for completable in next.completables {
            candidates += try house.candidates(completable, operands: next.operands, prefix: typed.text)
        }
        // A sector and an element may have the same name.
        var offered: Set<String> = []
        return candidates.filter { offered.insert($0).inserted }
    }

    private static let commonOptions = ["--socket", "--json", "--help"]
    private static let fileOptions = ["--socket", "--fleet-credentials", "--fleet-token-file"]

    /// What the running daemon knows.
    private struct House {
        let client: ClientOptions
        let patience: Duration

        func candidates(_ completable: Completable, operands: [String], prefix: String) throws(Fault) -> [String] {
            switch completable {
            case .nothing, .files: return []
            case .words(let words): return words
            // Over a fleet it takes longer than somebody waits for a completion.
            case _ where client.fleet.house != nil: return []
            case .scenes: return try ReplyLine.decode(SceneList.self, from: ask(.scenes)).scenes.map(\.name)
            case .places, .elements, .values:
                let names = CompletionNames(
                    try ReplyLine.decode(Listing.self, from: ask(.list(path: nil, recursive: true)))
                )
                return names.candidates(completable, operands: operands, prefix: prefix)
            }
        }

        private func ask(_ request: Request) throws(Fault) -> ArraySlice<UInt8> {
            try client.connect().ask(CheckedLine(request), within: patience).content()
        }
    }
}
