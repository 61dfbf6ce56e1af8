import Testing

@testable import DomoKNXIP

struct InterfaceAddressTests {
    @Test(arguments: [
        ("knx://192.168.1.10", InterfaceAddress(transport: .udp, host: "192.168.1.10")),
        ("knx://eibd.lan:3672/", InterfaceAddress(transport: .udp, host: "eibd.lan", port: 3672)),
        ("KNX+TCP://10.0.0.1", InterfaceAddress(transport: .tcp, host: "10.0.0.1")),
        ("knx+routing://", InterfaceAddress(transport: .routing, host: "224.0.23.12")),
        ("knx+routing://239.1.2.3:4000", InterfaceAddress(transport: .routing, host: "239.1.2.3", port: 4000)),
    ])
    func addressIsReadFromAURL(_ url: String, _ address: InterfaceAddress) throws {
        #expect(try InterfaceAddress(url) == address)
        #expect(try InterfaceAddress(address.description) == address)
    }

    @Test(arguments: [
        ("http://host", "is not the URL of a KNX interface"),
        ("knx://", "has no host"),
        ("knx://host/path", "has more than a host and a port"),
        ("knx://user@host", "has more than a host and a port"),
        ("knx://host:0", "\"0\" is not a port"),
        ("knx://host:70000", "is not a port"),
        ("knx://fe80::1", "has no IPv4 address or host name"),
        ("knx+routing://10.0.0.1", "is not a multicast group"),
        ("knx+routing://gateway", "is not a multicast group"),
    ])
    func invalidURLIsRefusedWithTheReason(_ url: String, _ reason: String) {
        let fault = #expect(throws: InterfaceAddress.Fault.self) { try InterfaceAddress(url) }
        #expect(fault?.message.contains(reason) == true, "\(fault?.message ?? "")")
    }
}
