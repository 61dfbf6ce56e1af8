/// A measurement.
protocol Measurement {
    /// The number for `--only`.
    static var number: Int { get }
    static var title: String { get }

    /// Runs the measurement. The workbench stops the programs that it starts.
    static func run(_ bench: Workbench) throws(BenchFault) -> [Row]
}
