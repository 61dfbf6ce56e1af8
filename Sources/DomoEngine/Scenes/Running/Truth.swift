/// Whether a condition holds.
enum Truth {
    case holds
    /// Why not: `GeneralLight is off`.
    case fails(String)
    /// Why that can't be said: `the state of GeneralLight is not known`.
    case unknown(String)
}
