/// A subscription, to end it.
public struct NATSSubscription: Hashable, Sendable {
    let number: UInt64
}
