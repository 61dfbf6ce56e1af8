public import ArgumentParser
import DomoLanguage

/// `domo-import`: converts projects of other programs to house files. `domo import` runs it.
public struct DomoImportCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-import",
        abstract: "Convert projects of other programs to house files.",
        version: "domo-import \(domoBuild)",
        subcommands: [KNXCommand.self, LinknxCommand.self]
    )

    public init() {}

    /// Here, so that the executable needs to import only this module.
    public static func main() async { await main(nil) }
}
