public import ArgumentParser
import DomoLanguage

/// `domo-import`: makes house files of projects of other programs. `domo import` starts it.
public struct DomoImportCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-import",
        abstract: "Makes house files of projects of other programs.",
        version: "domo-import \(domoBuild)",
        subcommands: [KNXCommand.self, LinknxCommand.self]
    )

    public init() {}

    /// Here, so that the executable needs no import but this module.
    public static func main() async { await main(nil) }
}
