import ArgumentParser
import DomoLanguage

/// Starts `domo-import`. It is a separate program because the libraries that it needs would slow down the start of
/// every other verb.
struct ImportVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a house file from an ETS project or a linknx configuration; needs no daemon.",
        usage: "domo import knx|linknx FILE [-o HOUSE.xml] …",
        discussion: "`domo import knx --help` and `domo import linknx --help` list the options."
    )

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("What to import, and its options.", valueName: "arguments"),
        completion: .file()
    )
    var arguments: [String] = []

    func run() throws {
        guard !arguments.isEmpty else {
            throw Fault(.badRequest, "missing argument: knx or linknx", hint: "usage: domo import knx|linknx FILE …")
        }
        try SiblingProgram.start(
            "domo-import",
            arguments,
            purpose: "it reads projects (\"make release\" builds it beside domo)"
        )
    }
}
