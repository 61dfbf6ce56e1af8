/// A simulation that follows from one seed.
public protocol SeededRun {
    var violations: [Violation] { get }
    var coverage: Coverage { get }
    /// Everything that happened, if the run is traced.
    var transcript: [String]? { get }
    /// A digest of everything visible from outside: runs with the same behaviour have the same digest. Nil if effects
    /// are not recorded.
    var effectDigest: String? { get }
    /// The text behind the digest, if it is kept.
    var effectLines: [String]? { get }

    /// Runs until the end, or until the first violation.
    func run()
}
