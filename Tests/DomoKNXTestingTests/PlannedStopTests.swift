import DomoEngineTesting
import DomoKNXTesting
import Testing

/// Stops of movements by time under full load: more orders than the pace allows, a busy bus, 12 covers.
struct PlannedStopTests {
    private static let seeds = 0..<3 as Range<UInt64>

    private struct Delays {
        var transmitted: [Int64] = []
        var onBus: [Int64] = []
        var violations: [String] = []
        var telegrams = 0

        init(overTCP: Bool, rate: Int, others: Int = 0, damages: Int = 0) {
            for seed in seeds {
                let simulation = KNXSimulation.underFullLoad(
                    seed: seed,
                    overTCP: overTCP,
                    rate: rate,
                    others: others,
                    damages: damages
                )
                simulation.run()
                violations += simulation.violations.map { "\(seed): \($0)" }
                telegrams += simulation.coverage["telegrams on the bus"]
                transmitted += simulation.stopDelays.map(\.transmitted)
                onBus += simulation.stopDelays.compactMap(\.onBus)
            }
            transmitted.sort()
            onBus.sort()
        }

        static func text(_ delays: [Int64]) -> String {
            func milliseconds(_ delay: Int64?) -> Double { Double((delay ?? 0) / 10_000) / 100 }
            return "median \(milliseconds(delays.dropFirst(delays.count / 2).first)) ms, "
                + "99 % \(milliseconds(delays.dropFirst(delays.count * 99 / 100).first)) ms, "
                + "at most \(milliseconds(delays.last)) ms"
        }
    }

    @Test(arguments: [(false, 20), (true, 20), (false, 50), (true, 50)])
    func stopLeavesWithin50msOfItsDueTime(overTCP: Bool, rate: Int) throws {
        let delays = Delays(overTCP: overTCP, rate: rate)
        #expect(delays.violations == [])
        // Each of 12 covers is stopped six times, unless its order had to wait for too long.
        #expect(delays.transmitted.count >= 68 * Self.seeds.count)
        let perSecond = delays.telegrams / (146 * Self.seeds.count)
        #expect(perSecond >= rate)
        let name = "\(overTCP ? "TCP" : "UDP"), \(perSecond) telegrams/s"
        print("\(name): sent \(Delays.text(delays.transmitted)); on the bus \(Delays.text(delays.onBus))")
        #expect(try #require(delays.transmitted.first) >= 0)
        #expect(try #require(delays.transmitted.last) <= 50_000_000)
        // Behind up to three unconfirmed telegrams in the interface, each of which waits for the bus.
        #expect(try #require(delays.onBus.last) <= (rate == 20 ? 100_000_000 : 400_000_000))
    }

    /// Neither drops a plan.
    @Test(arguments: [false, true]) func telegramsThatCannotBeDecodedDelayNoStop(overTCP: Bool) throws {
        let delays = Delays(overTCP: overTCP, rate: 20, damages: 60)
        #expect(delays.violations == [])
        #expect(delays.transmitted.count >= 68 * Self.seeds.count)
        #expect(try #require(delays.transmitted.last) <= 50_000_000)
    }

    /// What others send delays no stop in domo; on the bus it waits behind the telegrams that arbitration prefers.
    @Test(arguments: [10, 20, 40]) func othersDelayNoStop(others: Int) throws {
        let delays = Delays(overTCP: false, rate: 20, others: others)
        #expect(delays.violations == [])
        #expect(delays.transmitted.count >= 60 * Self.seeds.count)
        let text = "sent \(Delays.text(delays.transmitted)); on the bus \(Delays.text(delays.onBus))"
        print("20/s and \(others)/s of others: \(text)")
        #expect(try #require(delays.transmitted.last) <= 50_000_000)
    }
}
