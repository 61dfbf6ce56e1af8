public import ArgumentParser
import DomoLanguage
import DomoUsage

/// `domo-import`: converts projects of other programs to house files. `domo import` runs it.
public struct DomoImportCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-import",
        abstract: "Convert projects of other programs to house files.",
        usage: "domo-import knx|linknx FILE …",
        version: "domo-import \(domoBuild)",
        subcommands: [KNXCommand.self, LinknxCommand.self]
    )

    public init() {}

    public func run() throws { throw ValidationError("missing argument: knx or linknx") }

    /// Here, so that the executable needs to import only this module.
    public static func start() async { await runProgram() }
}
