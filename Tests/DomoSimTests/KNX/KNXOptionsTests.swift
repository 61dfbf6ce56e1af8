import ArgumentParser
import DomoKNX
import DomoKNXSim
import Testing

@testable import DomoSim

struct KNXOptionsTests {
    @Test func optionsAreRead() throws {
        let command = try DomoSimCommand.parse([
            "casa.xml", "--knx", "--knx-port", "0", "--knx-slots", "2", "--knx-tcp", "--knx-routing",
            "224.0.23.12:3672",
            "--knx-fast", "--knx-people", "10s", "--knx-fault", "negative group=1/0/1", "--seed", "9",
        ])
        let settings = try #require(command.knxOptions.settings(seed: command.seed))
        #expect(settings.port == 0)
        #expect(settings.slots == 2)
        #expect(settings.hasTCP)
        #expect(settings.routing == SocketAddress(host: 0xE000_170C, port: 3672))
        #expect(!settings.isPaced)
        #expect(settings.people == .seconds(10))
        #expect(settings.faults.map(\.fault.kind) == [.negative])
        #expect(settings.seed == 9)
    }

    @Test func withoutTheFlagThereIsNoBus() throws {
        let command = try DomoSimCommand.parse(["casa.xml"])
        #expect(command.knxOptions.settings(seed: 1) == nil)
        #expect(command.knxOptions.namespaces.isEmpty)
        let defaults = try DomoSimCommand.parse(["casa.xml", "--knx", "--knx-routing", "224.0.23.12"])
        #expect(defaults.knxOptions.settings(seed: 1)?.port == 3671)
        #expect(defaults.knxOptions.settings(seed: 1)?.slots == 4)
        #expect(defaults.knxOptions.settings(seed: 1)?.routing?.port == 3671)
    }

    @Test(arguments: [
        ["--knx-port", "65536"], ["--knx-slots", "0"], ["--knx-slots", "16"], ["--knx-routing", "192.168.1.1"],
        ["--knx-routing", "224.0.23"], ["--knx-routing", "224.0.23.12:0"], ["--knx-routing", "224.0.23.12:1:2"],
        ["--knx-people", "0s"], ["--knx-people", "x"], ["--knx-fault", "fly"],
    ])
    func invalidOptionIsAUsageError(words: [String]) throws {
        let error = try #require(throws: (any Error).self) { try DomoSimCommand.parse(["a.xml", "--knx"] + words) }
        #expect(DomoSimCommand.exitCode(for: error).rawValue == 64)
    }
}
