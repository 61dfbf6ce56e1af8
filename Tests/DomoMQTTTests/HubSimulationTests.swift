import Glibc
import Testing

@Suite("The hub with random brokers and daemons")
struct HubSimulationTests {
    /// `DOMO_MQTT_SEEDS=10000` runs more.
    private static let seeds = getenv("DOMO_MQTT_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 300

    /// Each command has one outcome; nothing old is ordered; in the end the broker has the house, and nothing else.
    @Test func everyCommandHasOneOutcomeAndTheBrokerHasTheHouse() throws {
        for seed in 0..<Self.seeds {
            var simulation = HubSimulation(seed: seed)
            do {
                try simulation.run(steps: 120)
            } catch {
                Issue.record("seed \(seed): \(error)")
                return
            }
        }
    }
}
