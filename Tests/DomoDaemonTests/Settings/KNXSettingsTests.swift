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
