import ArgumentParser

/// Starts `domo-import`, a program of its own: what it needs to read projects would make every other verb slower to start.
struct ImportVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a house file of an ETS project or a linknx configuration; no daemon is needed.",
        usage: "domo import knx|linknx FILE [-o HOUSE.xml] …",
        discussion: "`domo import knx --help` and `domo import linknx --help` list the options."
    )

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("What to import, and the options of that.", valueName: "arguments"),
        completion: .file()
    )
    var arguments: [String] = []

    func run() throws {
        try SiblingProgram.start(
            "domo-import",
            arguments,
            purpose: "it is what reads projects (`make release` builds it beside domo)"
        )
    }
}
