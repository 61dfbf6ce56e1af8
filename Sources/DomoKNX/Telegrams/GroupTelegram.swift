/// A group telegram, independent of the medium.
public struct GroupTelegram: Hashable, Sendable {
    /// Source: KNX 03/03/07 Application Layer, A_GroupValue services.
    public enum Service: Hashable, Sendable {
        case read
        case response(Payload)
        case write(Payload)
    }

    /// 0.0.0 if the interface fills in its own address.
    public var source: IndividualAddress
    public var destination: GroupAddress
    public var service: Service

    public init(
        source: IndividualAddress = IndividualAddress(raw: 0),
        destination: GroupAddress,
        service: Service
    ) {
        self.source = source
        self.destination = destination
        self.service = service
    }
}
