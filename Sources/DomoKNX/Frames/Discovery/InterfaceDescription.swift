/// A KNXnet/IP interface or router as its answer to a search or a request for a description shows it.
public struct InterfaceDescription: Hashable, Sendable {
    /// Where connections are asked for; nil in a description, which comes from there.
    public var control: HostEndpoint?
    public var device: DeviceInformation?
    public var families: [ServiceFamily]
    /// Service families that have to be, or can be, used through KNX IP Secure.
    public var securedFamilies: [ServiceFamily]
    /// Only interfaces with core version 2 say it.
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

    /// Nil where the interface does not offer the services.
    public func version(of kind: ServiceFamily.Kind) -> UInt8? {
        families.first { $0.kind == kind }?.version
    }

    public var supportsTunnelling: Bool { version(of: .tunnelling) != nil }
    public var supportsRouting: Bool { version(of: .routing) != nil }

    /// Source: KNX 03/08/02 Core v2: TCP is mandatory from version 2 of the core services on.
    public var supportsTCP: Bool { version(of: .core) ?? 0 >= 2 }

    /// An extended search makes it list its tunnels.
    ///
    /// Source: KNX 03/08/02 Core v2: the extended search is mandatory from version 2 of the core services on.
    public var listsSlots: Bool { version(of: .core) ?? 0 >= 2 && supportsTunnelling }

    /// How many of its tunnels are in use, for people; nil where it has not listed them.
    var use: String? {
        guard !slots.isEmpty else { return nil }
        return "\(slots.count { !$0.isFree }) of its \(slots.count) tunnels are in use"
    }

    /// Source: KNX 03/08/04 Tunnelling v2: feature services and the requested address.
    public var supportsFeatures: Bool { version(of: .tunnelling) ?? 0 >= 2 }

    /// Tunnels need KNX IP Secure. An interface lists in its secured families what it refuses without.
    ///
    /// Source: KNX 03/08/09 Security, secured service families DIB; xknx 4.0.0 reads it the same way.
    public var requiresSecureTunnelling: Bool { securedFamilies.contains { $0.kind == .tunnelling } }

    /// Source: as for `requiresSecureTunnelling`.
    public var requiresSecureRouting: Bool { securedFamilies.contains { $0.kind == .routing } }

    /// What a search has to ask for so that answers hold all of this.
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
    /// The system set-up multicast address, where servers listen for searches and routing takes place by default.
    ///
    /// Source: KNX 03/08/02 Core, 2.5, 2.6.
    public static let multicast = SocketAddress(host: 0xE000_170C, port: 3671)
}
