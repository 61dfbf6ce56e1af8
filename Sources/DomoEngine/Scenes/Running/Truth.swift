/// Whether a condition holds.
enum Truth {
    case holds
    /// Why not: `GeneralLight is off`.
    case fails(String)
    /// Why it is not known: `the state of GeneralLight is not known`.
    case unknown(String)
}
