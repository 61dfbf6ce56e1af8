/// How what is known of a facet is verified after reports may have been missed.
enum Verification: Sendable {
    /// It is read again.
    case byReading
    /// Nobody can read it.
    case impossible
}
