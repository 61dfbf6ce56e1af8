public import DomoLanguage

/// An answer that takes long to work out: not while others wait. It has a copy of all that it needs, so that it may be
/// worked out anywhere, and is the same whenever that is.
public struct LongAnswer: Sendable {
    private let work: @Sendable () -> Reply

    init(_ work: @escaping @Sendable () -> Reply) {
        self.work = work
    }

    public func reply() -> Reply { work() }
}
