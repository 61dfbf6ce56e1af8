/// The description of a KNXnet/IP interface or router, from its answer to a search or description request.
public struct InterfaceDescription: Hashable, Sendable {
    /// The control endpoint for connections; nil in a description response, whose sender is the control endpoint.
    public var control: HostEndpoint?
    /// The host that sent the answer to a search, if that is not the host of `control`: it may be an interface with several
    /// addresses, or somebody who passes for one.
    public var answeredFrom: UInt32?
    public var device: DeviceInformation?
    public var families: [ServiceFamily]
    /// The service families that can or have to be used with KNX IP Secure.
    public var securedFamilies: [ServiceFamily]
    /// Only interfaces with core version 2 report it.
    public var tunnelling: TunnellingInformation?

    public init(control: HostEndpoint? = nil, blocks: [DescriptionBlock]) {
        self.control = control
        families = []
        securedFamilies = []
        for block in blocks {
            switch block {
            case .device(let device): self.device = device
            case .families(let families): self.families = families
            case .securedFamilies(let families): securedFamilies = families
            case .tunnelling(let tunnelling): self.tunnelling = tunnelling
            case .other: break
            }
        }
    }

    /// Nil unless the frame is a search response or a description response.
    public init?(_ frame: IPFrame) {
        switch frame {
        case .searchResponse(let response): self.init(control: response.control, blocks: response.blocks)
        case .descriptionResponse(let blocks): self.init(blocks: blocks)
        default: return nil
        }
    }

    public var name: String { device?.name ?? "" }
    public var address: IndividualAddress? { device?.address }
    public var serialNumber: SerialNumber? { device?.serialNumber }
    public var slots: [TunnellingInformation.Slot] { tunnelling?.slots ?? [] }

    /// Nil if the interface does not offer the services.
    public func version(of kind: ServiceFamily.Kind) -> UInt8? {
        families.first { $0.kind == kind }?.version
    }

    public var supportsTunnelling: Bool { version(of: .tunnelling) != nil }
    public var supportsRouting: Bool { version(of: .routing) != nil }

    /// Source: KNX 03/08/02 Core v2: TCP is mandatory from version 2 of the core services on.
    public var supportsTCP: Bool { version(of: .core) ?? 0 >= 2 }

    /// Whether the interface lists its tunnels in answer to an extended search.
    ///
    /// Source: KNX 03/08/02 Core v2: the extended search is mandatory from version 2 of the core services on.
    public var listsSlots: Bool { version(of: .core) ?? 0 >= 2 && supportsTunnelling }

    /// The number of tunnels in use, as text; nil if the interface has not listed them.
    var use: String? {
        guard !slots.isEmpty else { return nil }
        return "\(slots.count { !$0.isFree }) of its \(slots.count) tunnels are in use"
    }

    /// Source: KNX 03/08/04 Tunnelling v2: feature services and the requested address.
    public var supportsFeatures: Bool { version(of: .tunnelling) ?? 0 >= 2 }

    /// Whether tunnels require KNX IP Secure: the secured families are those that an interface refuses without it.
    ///
    /// Source: KNX 03/08/09 Security, secured service families DIB; xknx 4.0.0 reads it the same way.
    public var requiresSecureTunnelling: Bool { securedFamilies.contains { $0.kind == .tunnelling } }

    /// Source: as for `requiresSecureTunnelling`.
    public var requiresSecureRouting: Bool { securedFamilies.contains { $0.kind == .routing } }

    /// The blocks that a search has to request to fill this description.
    public static let wantedBlocks: [UInt8] = [
        DescriptionBlock.Kind.device, DescriptionBlock.Kind.families, DescriptionBlock.Kind.securedFamilies,
        DescriptionBlock.Kind.tunnelling,
    ]

    /// The frames of a search, to be sent to 224.0.23.12:3671: the extended one, and the plain one for older
    /// interfaces, which don't understand the first. An interface may answer both.
    public static func search(answerTo endpoint: HostEndpoint) -> [SearchRequest] {
        [.extended(answerTo: endpoint), SearchRequest(answerTo: endpoint)]
    }
}

extension SocketAddress {
    /// The system setup multicast address, for searches and, by default, for routing.
    ///
    /// Source: KNX 03/08/02 Core, 2.5, 2.6.
    public static let multicast = SocketAddress(host: 0xE000_170C, port: 3671)
}
