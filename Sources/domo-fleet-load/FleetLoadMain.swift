import ArgumentParser

/// Many simulated houses, and those who give them orders: for tests and measurements of a fleet. It is not packaged.
@main
struct FleetLoadMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domo-fleet-load",
        abstract: "Simulate many houses of a fleet, and those who give them orders.",
        subcommands: [PrepareCommand.self, HousesCommand.self, AskCommand.self, LatencyCommand.self, FillCommand.self]
    )
}
