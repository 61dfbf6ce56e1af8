/// A search for KNXnet/IP interfaces without its sockets: the frames to send, and the interfaces that answered.
///
/// Each interface is listed once, however many frames of whatever kind it answers with: an interface with a newer core
/// answers both kinds of search, and one with several networks answers from each.
public struct Discovery: Sendable {
    public enum Scope: Hashable, Sendable {
        /// By multicast: the interface reports its control endpoint.
        case multicast
        /// At one endpoint. The sender of the answer is the control endpoint, since an interface behind NAT does not know
        /// its own address; what others send is dropped.
        case host(SocketAddress)
    }

    /// The maximum number of answers kept: anything on the network may answer.
    static let limit = 1000

    public let scope: Scope
    /// The interfaces found, in the order of their answers. `control` is set in each.
    public private(set) var found: [InterfaceDescription] = []

    public init(_ scope: Scope) { self.scope = scope }

    /// The datagrams to send; for multicast, to `SocketAddress.multicast`.
    ///
    /// - Parameter own: The endpoint for answers.
    public func requests(answerTo own: SocketAddress) -> [[UInt8]] {
        let own = HostEndpoint(.udp, own)
        let frames: [IPFrame] =
            switch scope {
            case .multicast: InterfaceDescription.search(answerTo: own).map(IPFrame.searchRequest)
            // Old interfaces don't answer to 0.0.0.0:0; those behind NAT answer only to that.
            case .host:
                [own, .anonymous(.udp)].flatMap { own in
                    [.searchRequest(.extended(answerTo: own)), .descriptionRequest(control: own)]
                }
            }
        return frames.map(\.encoded)
    }

    /// Handles a received datagram. Anything but an answer of an interface is dropped.
    public mutating func handle(response octets: [UInt8], from sender: SocketAddress) {
        // Anything may arrive at the port: invalid frames are ignored.
        guard let frame = try? IPFrame(decoding: octets), var description = InterfaceDescription(frame) else { return }
        let isReachedAtSender: Bool
        switch scope {
        case .host(let asked):
            guard sender == asked else { return }
            isReachedAtSender = true
        case .multicast: isReachedAtSender = description.control?.transport != .udp
        }
        description.control = HostEndpoint(
            .udp,
            isReachedAtSender ? sender : description.control?.address(for: sender) ?? sender
        )
        if let host = description.control?.address.host, host != sender.host { description.answeredFrom = sender.host }
        if let known = found.firstIndex(where: { $0.isSameInterface(as: description) }) {
            let isCertain = found[known].answeredFrom != nil && description.answeredFrom == nil
            found[known].add(description)
            if isCertain { (found[known].control, found[known].answeredFrom) = (description.control, nil) }
        } else if found.count < Self.limit {
            found.append(description)
        }
    }
}

extension InterfaceDescription {
    /// Compares serial number and MAC address, or the endpoint if there is no serial number.
    fileprivate func isSameInterface(as other: Self) -> Bool {
        guard let identity, let others = other.identity else { return control == other.control }
        return identity == others
    }
}

extension SearchRequest {
    /// A search that requests everything in `InterfaceDescription`.
    public static func extended(answerTo own: HostEndpoint) -> SearchRequest {
        SearchRequest(
            answerTo: own,
            parameters: [SearchParameter(.blocks(InterfaceDescription.wantedBlocks), isMandatory: false)]
        )
    }
}
