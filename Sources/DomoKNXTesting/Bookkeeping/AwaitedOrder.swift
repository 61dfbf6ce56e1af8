/// The order of a person whose way to the wire is measured: nothing but reads was before it.
struct AwaitedOrder {
    var request: UInt64
    var order: UInt64?
    var dispatch: UInt64?
    /// From when on it could have been sent, had every read left a token.
    var possibleAt: Int64
}
