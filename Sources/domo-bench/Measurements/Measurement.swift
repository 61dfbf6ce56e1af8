/// One of the things that are measured.
protocol Measurement {
    /// As `--only` names it.
    static var number: Int { get }
    static var title: String { get }

    /// Starts what it needs on the workbench, and leaves it there to be stopped.
    static func run(_ bench: Workbench) throws(BenchFault) -> [Row]
}
