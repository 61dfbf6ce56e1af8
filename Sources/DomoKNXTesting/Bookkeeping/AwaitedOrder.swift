/// An order of a person whose delay is measured: only reads were sent before it.
struct AwaitedOrder {
    var request: UInt64
    var order: UInt64?
    var dispatch: UInt64?
    /// When it could have been sent if every read had left a token.
    var possibleAt: Int64
}
