/// An order of a person whose delay is measured: only reads and others' telegrams were sent before it.
struct AwaitedOrder {
    var request: UInt64
    var order: UInt64?
    var dispatch: UInt64?
    /// When the pace of orders allowed it.
    var possibleAt: Int64
}
