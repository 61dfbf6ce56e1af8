import ArgumentParser
import DomoLanguage
import Glibc

/// Runs `domod --check`, so that there is only one parser of house files.
struct CheckVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check house files, scenes and holidays; needs no daemon.",
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
            purpose: "it checks house files"
        )
    }
}
