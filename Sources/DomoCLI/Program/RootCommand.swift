import ArgumentParser
import DomoLanguage

struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domo",
        abstract: "Control a house and show its state.",
        usage: "domo [--socket PATH] [--json] VERB …",
        discussion: HelpText.discussion,
        version: "domo \(domoBuild)",
        subcommands: Verb.allCases.map { VerbCommands[$0] }
            + [CheckVerb.self, ImportVerb.self, ExplainVerb.self, CompletionVerb.self, BatchVerb.self]
    )

    static let verbs: [String] = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]

    @OptionGroup var client: ClientOptions

    func run() throws {
        throw Fault(.badRequest, "missing argument: VERB", hint: "\"domo help\" lists the verbs")
    }
}
