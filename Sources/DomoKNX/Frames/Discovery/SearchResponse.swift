/// SEARCH_RESPONSE and SEARCH_RESPONSE_EXTENDED.
///
/// Source: KNX 03/08/02 Core, 7.6.2.
public struct SearchResponse: Hashable, Sendable {
    public var isExtended: Bool
    /// The control endpoint for connections.
    public var control: HostEndpoint
    public var blocks: [DescriptionBlock]

    public init(isExtended: Bool = false, control: HostEndpoint, blocks: [DescriptionBlock]) {
        self.isExtended = isExtended
        self.control = control
        self.blocks = blocks
    }

    init(from reader: inout ByteReader, isExtended: Bool) throws(FrameFault) {
        self.isExtended = isExtended
        control = try HostEndpoint(from: &reader)
        blocks = try DescriptionBlock.all(from: &reader)
    }

    func append(to octets: inout [UInt8]) {
        control.append(to: &octets)
        for block in blocks { block.append(to: &octets) }
    }
}
