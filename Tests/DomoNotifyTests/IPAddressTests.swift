import Testing

@testable import DomoNotify

/// Addresses of the public Internet, and all others.
struct IPAddressTests {
    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "142.250.1.95", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0",
        "192.167.255.255", "192.169.0.0", "223.255.255.255", "2a00:1450:4003::5f", "2606:4700::1", "::ffff:8.8.8.8",
        "64:ff9b::808:808", "2002:808:808::1", "2a00::5efe:8.8.8.8", "3ffe::1",
    ])
    func publicAddress(text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.0.1",
        "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "::1", "fc00::1", "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "2001:db8::1", "100::1",
        "2001::1", "64:ff9b:1::1",
        // IPv4 inside IPv6.
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:192.168.1.1", "::ffff:169.254.169.254", "::ffff:0.0.0.0",
        "::ffff:0:127.0.0.1", "::ffff:0:192.168.1.1", "::ffff:0:8.8.8.8", "::127.0.0.1", "::8.8.8.8", "::10.0.0.1",
        "2001:0:4136:e378:8000:63bf:80ff:fffe", "2a00::5efe:192.168.1.1", "2a00::200:5efe:127.0.0.1",
        "64:ff9b:1:7f00:0:100::", "64:ff9b:0:1::8.8.8.8", "::fffe:127.0.0.1", "::1:127.0.0.1", "1::1", "4000::1",
        "5f00::1",
        "a::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::1", "2002:c0a8:101::",
    ])
    func otherAddress(text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }

    @Test(arguments: [
        "", "localhost", "2130706433", "0x7f.1", "127.1", "1.2.3", "1.2.3.4.5", "::g", "[::1]", "1.2.3.4 ",
    ])
    func noAddress(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func loopback() throws {
        for text in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
            #expect(try #require(IPAddress(text)).isLoopback)
        }
        for text in ["8.8.8.8", "::", "10.0.0.1"] { #expect(try !#require(IPAddress(text)).isLoopback) }
    }
}
