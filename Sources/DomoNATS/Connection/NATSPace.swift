public import NIOCore

/// When a client connects. All waits are random, so that many houses don't come at the same moment.
public struct NATSPace: Sendable {
    /// Before the first attempt: a random time up to this.
    public var first: TimeAmount = .milliseconds(500)
    /// After the first failure: a random time up to this; it doubles with each failure,
    public var base: TimeAmount = .seconds(1)
    /// up to this.
    public var max: TimeAmount = .seconds(60)
    /// After the server refused the key or the certificate or the version was wrong: between half of this and this.
    public var refused: TimeAmount = .minutes(5)
    /// A connection that stays for this long starts the count of failures anew.
    public var stable: TimeAmount = .seconds(30)

    public init() {}
}
