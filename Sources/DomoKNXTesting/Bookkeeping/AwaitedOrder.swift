import DomoModel

/// An order of a person or a trigger whose delay is measured: only reads and others' telegrams were sent before it.
struct AwaitedOrder {
    /// Who gives it.
    var cause: Cause
    /// The maximum delay.
    var limit: Int64
    var order: UInt64?
    var dispatch: UInt64?
    /// When the pace of orders allowed it.
    var possibleAt: Int64
}
