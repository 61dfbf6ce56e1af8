/// A KNXnet/IP interface or router as it describes itself.
public struct InterfaceView: Equatable, Sendable {
    public struct Slot: Equatable, Sendable {
        public enum State: String, Sendable, WireValue {
            case free
            case inUse = "in-use"
            /// Free for clients that authenticate by KNX IP Secure.
            case secure
            /// Its line is not connected.
            case unusable
        }

        /// The individual address of a client on this tunnel.
        public var address: String
        public var state: State

        public init(address: String, state: State) { (self.address, self.state) = (address, state) }
    }

    public var name: String
    /// Its address, `192.168.1.20:3671`; nil if that is known otherwise.
    public var host: String?
    /// The host that answered for it, if that is not the one of `host`.
    public var sender: String?
    /// Its individual address.
    public var address: String?
    /// In the format of ETS: `00fa:12345678`
    public var serial: String?
    public var mac: String?
    /// `TP`
    public var medium: String?
    /// `core v2`, `tunnelling v2`, `routing v1`
    public var services: [String]
    /// It offers tunnels over TCP.
    public var tcp: Bool
    /// The services that need KNX IP Secure: `tunnelling`.
    public var secure: [String]
    /// Its tunnels; nil if it does not list them, as older interfaces don't.
    public var slots: [Slot]?

    public init(
        name: String,
        host: String? = nil,
        sender: String? = nil,
        address: String? = nil,
        serial: String? = nil,
        mac: String? = nil,
        medium: String? = nil,
        services: [String] = [],
        tcp: Bool = false,
        secure: [String] = [],
        slots: [Slot]? = nil
    ) {
        self.name = name
        self.host = host
        self.sender = sender
        self.address = address
        self.serial = serial
        self.mac = mac
        self.medium = medium
        self.services = services
        self.tcp = tcp
        self.secure = secure
        self.slots = slots
    }
}

/// How a link is connected to its bus.
public struct LinkConnection: Equatable, Sendable {
    /// Nil until the interface has described itself.
    public var interface: InterfaceView?
    /// domo's individual address on the bus; nil while it is not connected.
    public var address: String?
    /// True if everybody who reaches the socket is believed: routing without a list of routers.
    public var acceptsAnySender: Bool?
    /// What others than the interface, or the listed routers, sent; nil if nothing.
    public var dropped: DroppedDatagrams?

    public init(
        interface: InterfaceView? = nil,
        address: String? = nil,
        acceptsAnySender: Bool? = nil,
        dropped: DroppedDatagrams? = nil
    ) {
        (self.interface, self.address) = (interface, address)
        (self.acceptsAnySender, self.dropped) = (acceptsAnySender, dropped)
    }
}

/// The reply to `knx discover`.
public struct InterfaceList: Equatable, Sendable {
    public var interfaces: [InterfaceView]
    /// The searched networks, `eth0 192.168.1.5`, or the host that was asked.
    public var searched: [String]
    /// The networks that could not be searched, with the reason.
    public var problems: [String]

    public init(_ interfaces: [InterfaceView] = [], searched: [String] = [], problems: [String] = []) {
        (self.interfaces, self.searched, self.problems) = (interfaces, searched, problems)
    }
}

extension InterfaceView: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        name = try fields.field("name", object, \.pointee.name)
        host = try fields.field("host", object, \.pointee.host)
        sender = try fields.field("sender", object, \.pointee.sender)
        address = try fields.field("address", object, \.pointee.address)
        serial = try fields.field("serial", object, \.pointee.serial)
        mac = try fields.field("mac", object, \.pointee.mac)
        medium = try fields.field("medium", object, \.pointee.medium)
        services = try fields.field("services", object, \.pointee.services)
        tcp = try fields.field("tcp", object, \.pointee.tcp)
        secure = try fields.field("secure", object, \.pointee.secure)
        slots = try fields.field("slots", object, \.pointee.slots)
    }
}

extension InterfaceView.Slot: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        address = try fields.field("address", object, \.pointee.address)
        state = try fields.field("state", object, \.pointee.state)
    }
}

extension LinkConnection: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        interface = try fields.field("interface", object, \.pointee.interface)
        address = try fields.field("address", object, \.pointee.address)
        acceptsAnySender = try fields.field("accepts-any-sender", object, \.pointee.acceptsAnySender)
        dropped = try fields.field("dropped", object, \.pointee.dropped)
    }
}

extension InterfaceList: WireObject {
    public init<Fields: FieldVisitor>(_ fields: inout Fields, _ object: UnsafePointer<Self>?) throws(Fields.Failure) {
        interfaces = try fields.field("interfaces", object, \.pointee.interfaces)
        searched = try fields.field("searched", object, \.pointee.searched)
        problems = try fields.field("problems", object, \.pointee.problems)
    }
}
