import DomoLanguage

/// A request without its reply.
struct TrackedRequest {
    var wait: Awaited?
    /// The last moment for its reply.
    var due: Int64
}
