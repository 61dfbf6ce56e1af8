public import DomoLanguage

/// A reply that takes long to compute and must not block other requests. It holds a copy of all its input, so it can be
/// computed anywhere and at any time with the same result.
public struct LongAnswer: Sendable {
    private let work: @Sendable () -> Reply

    init(_ work: @escaping @Sendable () -> Reply) {
        self.work = work
    }

    public func reply() -> Reply { work() }
}
