import ArgumentParser
import DomoLanguage

struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domo",
        abstract: "Act on a house, and see what is known of it.",
        usage: "domo [--socket PATH] [--json] VERB …",
        discussion: HelpText.discussion,
        version: "domo \(domoBuild)",
        subcommands: Verb.allCases.map { VerbCommands[$0] }
            + [CheckVerb.self, ImportVerb.self, ExplainVerb.self, LogVerb.self, CompletionVerb.self, BatchVerb.self]
    )

    static let verbs: [String] = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]

    @OptionGroup var client: ClientOptions

    func run() throws {
        throw Fault(.badRequest, "there is no verb", hint: "domo VERB …; `domo help` lists the verbs")
    }
}
