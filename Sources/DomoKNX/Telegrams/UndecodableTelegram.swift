/// A telegram whose addresses are known, and whose service or data can't be decoded.
public struct UndecodableTelegram: Hashable, Sendable {
    public var source: IndividualAddress
    public var destination: GroupAddress
    /// What is wrong with it.
    public var reason: String
    /// The cEMI message that contained it.
    public var frame: [UInt8]

    public init(source: IndividualAddress, destination: GroupAddress, reason: String, frame: [UInt8]) {
        self.source = source
        self.destination = destination
        self.reason = reason
        self.frame = frame
    }
}
