/// A telegram that does more when it is sent twice: a step of slats. Each order is worth one.
struct SideEffect {
    var order: UInt64
    var path: String
    var isUsed = false
    /// From the moment on at which nothing of it can be on its way.
    var endsAt = Int64.max
}
