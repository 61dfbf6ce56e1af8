import DomoLanguage

/// A request without its reply.
struct TrackedRequest {
    var wait: Awaited?
    /// The deadline for its reply.
    var due: Int64
}
