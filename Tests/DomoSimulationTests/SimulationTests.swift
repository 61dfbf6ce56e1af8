import DomoSimulation
import FoundationEssentials
import Testing

/// Thousands of random runs of the whole system. `DOMO_SIMULATION_SEEDS` says how many, `DOMO_SIMULATION_SEED` runs one
/// alone and prints all that happened in it.
struct SimulationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seeds = environment["DOMO_SIMULATION_SEEDS"].flatMap { UInt64($0) } ?? 10_000
    private static let onlySeed = environment["DOMO_SIMULATION_SEED"].flatMap { UInt64($0) }
}
