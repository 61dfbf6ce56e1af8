public import ArgumentParser
import DomoLanguage
import DomoUsage

/// `domo-mqtt`: the house on an MQTT broker.
public struct MQTTCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-mqtt",
        abstract: "Publish the house of domod on an MQTT broker, and take orders from it.",
        version: "domo-mqtt \(domoBuild)"
    )

    public init() {}

    /// Runs until SIGTERM or SIGINT.
    public static func start() { main() }

    public func run() throws {}
}
