public import ArgumentParser

/// `domo-import`: makes house files of projects of other programs. `domo import` starts it.
public struct DomoImportCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(commandName: "domo-import", abstract: "Makes house files.")

    public init() {}

    public static func main() async { await main(nil) }
}
