import DomoBridge
import DomoNATS
import Testing

@testable import DomoFleet

struct SettingsTests {
    private func settings(_ server: String) throws -> NATSSettings {
        let seed = Secret(try NKeySeed().text)
        return try NATSSettings(servers: [server], authority: nil, seed: seed, inbox: "domo.v1.x", name: "test")
    }

    /// The tokens of orders go there.
    @Test(arguments: [
        "nats://192.168.1.7:4222", "nats://n1.example", "nats://127.0.0.1.example:4222", "nats://[::2]:1",
    ])
    func otherMachineNeedsTLS(server: String) { #expect(throws: HouseFault.self) { try settings(server) } }

    @Test(arguments: ["nats://127.0.0.1:4222", "nats://localhost", "nats://[::1]:4222", "tls://n1.example:4222"])
    func thisMachineDoesNot(server: String) throws { #expect(try settings(server).servers.count == 1) }
}
