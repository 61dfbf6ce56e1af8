/// A telegram that must not be sent twice: a step of slats. Each order allows one.
struct SideEffect {
    /// The order, or the stop that domo planned itself.
    var order: UInt64
    var path: String
    var isUsed = false
    /// When its telegram can no longer be in transit.
    var endsAt = Int64.max
}
