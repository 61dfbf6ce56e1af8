public import DomoLanguage

/// A reply that takes long to compute and must not block other requests. It holds a copy of all its input, so it can be
/// computed anywhere and at any time with the same result.
public struct LongAnswer: Sendable {
    /// Whether everything in the reply is to have its ID, which the engine doesn't know.
    public let needsIDs: Bool
    private let work: @Sendable () -> Reply

    init(needsIDs: Bool = false, _ work: @escaping @Sendable () -> Reply) {
        self.needsIDs = needsIDs
        self.work = work
    }

    public func reply() -> Reply { work() }
}
