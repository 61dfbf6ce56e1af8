import Testing

@testable import DomoNATS

struct AddressTests {
    @Test(arguments: [
        ("tls://n1.fleet.test:4222", NATSAddress(host: "n1.fleet.test", port: 4222, isTLS: true)),
        ("tls://n1", NATSAddress(host: "n1", port: 4222, isTLS: true)),
        ("nats://127.0.0.1:1/", NATSAddress(host: "127.0.0.1", port: 1, isTLS: false)),
        ("tls://[::1]:4223", NATSAddress(host: "::1", port: 4223, isTLS: true)),
        ("tls://[::1]", NATSAddress(host: "::1", port: 4222, isTLS: true)),
    ])
    func addresses(text: String, address: NATSAddress) throws {
        #expect(try NATSAddress(text) == address)
        #expect(try NATSAddress("\(address)") == address)
    }

    @Test(arguments: [
        "", "n1:4222", "http://n1", "tls://", "tls://:4222", "tls://n1:", "tls://n1:0", "tls://n1:65536", "tls://n1:x",
        "tls://u@n1", "tls://n1/x", "tls://::1", "tls://[::1", "tls://[::1]x", "tls://n 1", "tls://n1:+5",
    ])
    func otherAddressesAreRefused(text: String) {
        let fault = #expect(throws: NATSAddress.Fault.self) { try NATSAddress(text) }
        #expect(fault?.description.hasPrefix("invalid address \(text.debugDescription): ") == true)
    }
}
