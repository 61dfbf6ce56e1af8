import DomoLanguage

/// Starts `domo-import`. It is a separate program because the libraries that it needs would slow down the start of
/// every other verb.
enum ImportVerb: VerbCommand {
    static let row = VerbRow(
        "import",
        "Make a house file from an ETS project or a linknx configuration; needs no daemon.",
        commandLine: Form(.note("knx|linknx FILE [-o HOUSE.xml] …"))
    )

    static let discussion = "`domo import knx --help` and `domo import linknx --help` list the options."

    /// - Parameter arguments: those of `domo-import`.
    static func start(_ arguments: [String]) throws(Fault) -> Never {
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
