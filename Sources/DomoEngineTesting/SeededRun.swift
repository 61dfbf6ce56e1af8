/// A simulation that follows from one seed.
public protocol SeededRun {
    var violations: [Violation] { get }
    var coverage: Coverage { get }
    /// Everything that happened, if the run is traced.
    var transcript: [String]? { get }

    /// Runs until the end, or until the first violation.
    func run()
}
