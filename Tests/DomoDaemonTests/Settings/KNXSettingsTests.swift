import DomoSystem
import DomoTestKit
import Testing

@testable import DomoDaemon

struct KNXSettingsTests {
    private func read(_ text: String) throws -> KNXSettings? {
        let folder = try TemporaryFolder()
        let file = folder.path + "/domod.yaml"
        try FileBytes.replace(file, with: Array(text.utf8))
        return try ConfigurationFile.read(file).server?.settings as? KNXSettings
    }

    @Test(arguments: [("knx://10.0.0.2", 1), ("knx://10.0.0.2", 10_000), ("\"knx+routing://\"", 50)])
    func rateIsRead(url: String, rate: Int) throws {
        #expect(try read("server: {url: \(url), rate: \(rate)}").map(\.rate) == rate)
    }

    @Test(arguments: [
        ("192.168.1.21", [0xC0A8_0115 as UInt32]), ("[192.168.1.21, 10.0.0.1]", [0xC0A8_0115, 0x0A00_0001]),
    ])
    func acceptedRoutersAreRead(accept: String, routers: [UInt32]) throws {
        let settings = try read("server: {url: \"knx+routing://\", accept: \(accept)}")
        #expect(settings?.acceptedRouters == routers)
    }

    @Test(arguments: [
        ("[router.lan]", "\"router.lan\" is not the address of a router; write the IPv4 address"),
        ("[224.0.23.12]", "is not the address of a router"), ("[0.0.0.0]", "is not the address of a router"),
        ("[\"192.168.1.21:3671\"]", "is not the address of a router"), ("[]", "accept lists no router; remove it"),
        ("[10.0.0.1, 10.0.0.1]", "10.0.0.1 is listed twice"), ("{a: b}", "an entry of accept is not a text"),
        ("[\((1...65).map { "10.0.0.\($0)" }.joined(separator: ", "))]", "accept lists 65 routers; list at most 64"),
    ])
    func wrongRoutersAreRejected(accept: String, message: String) throws {
        let fault = #expect(throws: StartFault.self) {
            try read("server: {url: \"knx+routing://\", accept: \(accept)}")
        }
        #expect(fault?.message.contains(message) == true, "\(String(describing: fault))")
    }

    @Test func routersAreOfRoutingOnly() throws {
        let fault = #expect(throws: StartFault.self) { try read("server: {url: knx://10.0.0.2, accept: 10.0.0.3}") }
        #expect(
            fault?.message.contains("accept works only with knx+routing://") == true,
            "\(String(describing: fault))"
        )
    }

    @Test func defaultRateIsThatOfALine() throws {
        #expect(try read("server: \"knx://10.0.0.2\"").map(\.rate) == 20)
    }

    /// Routers forward no more than 50 telegrams per second.
    @Test(arguments: [("knx://10.0.0.2", 0), ("knx://10.0.0.2", 10_001), ("\"knx+routing://\"", 51)])
    func rateOutOfRangeIsRejected(url: String, rate: Int) throws {
        let fault = #expect(throws: StartFault.self) { try read("server: {url: \(url), rate: \(rate)}") }
        #expect(fault?.message.contains("the rate is out of range") == true, "\(String(describing: fault))")
    }
}
