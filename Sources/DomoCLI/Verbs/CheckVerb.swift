import ArgumentParser
import DomoLanguage
import Glibc

/// Hands over to `domod --check`, so that one reader of house files serves both.
struct CheckVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Validate house files, scenes and holidays; no daemon is needed.",
        usage: "domo check [-v] FILE|FOLDER…"
    )

    @Flag(name: .short, help: "Print what was found.")
    var verbose = false

    @Argument(
        help: "House files, scene files, or folders of them.",
        completion: .file(extensions: ["xml", "domo", "holidays"])
    )
    var files: [String]

    func run() throws {
        try SiblingProgram.start(
            "domod",
            ["--check"] + (verbose ? ["-v"] : []) + ["--"] + files,
            purpose: "it is what reads house files"
        )
    }
}
