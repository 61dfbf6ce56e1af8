/// A search for KNXnet/IP interfaces without its sockets: the frames to send, and the interfaces that answered.
///
/// Each interface is listed once, however many times and by whatever frames it answers: an interface with a newer core
/// answers both kinds of search, and one with several networks answers from each.
public struct Discovery: Sendable {
    public enum Scope: Hashable, Sendable {
        /// By multicast: an interface says where connections are asked for.
        case multicast
        /// Of one host. Behind NAT an interface does not know where it is reached: that is where the answer came from.
        case host
    }

    /// Bounds what is kept: whoever is on the network may answer.
    static let limit = 1000

    public let scope: Scope
    /// In the order in which they answered. `control` is set in each.
    public private(set) var found: [InterfaceDescription] = []

    public init(_ scope: Scope) { self.scope = scope }

    /// The datagrams to send, over multicast to `SocketAddress.multicast`.
    ///
    /// - Parameter own: where answers go.
    public func requests(answerTo own: SocketAddress) -> [[UInt8]] {
        let own = HostEndpoint(.udp, own)
        let frames: [IPFrame] =
            switch scope {
            case .multicast: InterfaceDescription.search(answerTo: own).map(IPFrame.searchRequest)
            // Old interfaces don't answer to 0.0.0.0:0; those behind NAT answer to nothing else.
            case .host:
                [own, .anonymous(.udp)].flatMap { own in
                    [.searchRequest(.extended(answerTo: own)), .descriptionRequest(control: own)]
                }
            }
        return frames.map(\.encoded)
    }

    /// A datagram came. What is no answer of an interface is dropped.
    public mutating func take(_ octets: [UInt8], from sender: SocketAddress) {
        // Anybody may send anything to the port: what is no frame is no answer.
        guard let frame = try? IPFrame(decoding: octets), var description = InterfaceDescription(frame) else { return }
        let isReachedAtSender = scope == .host || description.control?.transport != .udp
        description.control = HostEndpoint(
            .udp,
            isReachedAtSender ? sender : description.control?.address(for: sender) ?? sender
        )
        if let known = found.firstIndex(where: { $0.isSameInterface(as: description) }) {
            found[known].add(description)
        } else if found.count < Self.limit {
            found.append(description)
        }
    }
}

extension InterfaceDescription {
    /// By serial number and MAC address; by the endpoint where it has no serial number.
    fileprivate func isSameInterface(as other: Self) -> Bool {
        guard let identity, let others = other.identity else { return control == other.control }
        return identity == others
    }
}

extension SearchRequest {
    /// Asks for everything that `InterfaceDescription` holds.
    public static func extended(answerTo own: HostEndpoint) -> SearchRequest {
        SearchRequest(
            answerTo: own,
            parameters: [SearchParameter(.blocks(InterfaceDescription.wantedBlocks), isMandatory: false)]
        )
    }
}
