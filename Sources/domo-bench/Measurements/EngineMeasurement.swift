import DomoEngineTesting

/// A week of a busy house without I/O: the number of inputs per second, including the simulation around the engine and
/// the checks after each step.
enum EngineMeasurement: Measurement {
    static let number = 11
    static let title = "a simulated week of a busy house"

    private static let runs: UInt64 = 5

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        var rates: [Double] = []
        var times: [Double] = []
        for seed in 0..<runs {
            let simulation = Simulation(seed: seed, mode: .week)
            let begin = Moment.now()
            simulation.run()
            let seconds = Moment.now().since(begin)
            if let violation = simulation.violations.first {
                throw BenchFault("the week of seed \(seed): \(violation)")
            }
            rates.append(Double(simulation.inputs) / seconds)
            times.append(seconds * 1000)
        }
        return [
            Row(number: number, what: "\(title): inputs of the engine", unit: .perSecond, domo: .init(runs: rates)),
            Row(number: number, what: "\(title): time", unit: .milliseconds, domo: .init(runs: times)),
        ]
    }
}
