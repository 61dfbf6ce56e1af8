import ArgumentParser
import Glibc
import NIOPosix
import Testing

@testable import DomoSim

struct DomoSimCommandTests {
    @Test func optionsAreRead() throws {
        let command = try DomoSimCommand.parse(
            [
                "casa.xml", "--port", "0", "--latency", "20ms", "--fail", "5%", "--drop", "0.01", "--seed", "9",
                "--quiet", "--fault", "stuck name=Louver", "--fault", "busy on=states",
            ]
        )
        #expect(command.house == "casa.xml")
        #expect(command.port == 0)
        #expect(command.latency == .milliseconds(20))
        #expect(command.fail == 0.05)
        #expect(command.drop == 0.01)
        #expect(command.seed == 9)
        #expect(command.quiet)
        #expect(command.fault.map(\.kind) == [.stuck, .busy])
        #expect(try DomoSimCommand.parse(["casa.xml"]).port == 8481)
    }

    @Test(arguments: [
        ["a.xml", "--port", "65536"], ["a.xml", "--port", "-1"], ["a.xml", "--latency", "20"],
        ["a.xml", "--latency", "2h"],
        ["a.xml", "--fail", "101%"], ["a.xml", "--fail", "5"], ["a.xml", "--drop", "x"], ["a.xml", "--drop", "%"],
        ["a.xml", "--drop", "-1%"], ["a.xml", "--fail", "nan"], ["a.xml", "--seed", "x"], [], ["a.xml", "--what"],
        ["a.xml", "--fault", "fly"],
    ])
    func invalidOptionIsAUsageError(words: [String]) throws {
        let error = try #require(throws: (any Error).self) { try DomoSimCommand.parse(words) }
        #expect(DomoSimCommand.exitCode(for: error).rawValue == 64)
    }

    @Test(arguments: [("0", 0.0), ("0%", 0), ("5%", 0.05), ("2.5%", 0.025), ("0.05", 0.05), ("1", 1), ("100%", 1)])
    func shareIsPercentOrFraction(text: String, share: Double) throws {
        #expect(try DomoSimCommand.share(text) == share)
    }

    @Test func missingHouseFileEndsWithStatus66() async throws {
        let command = try DomoSimCommand.parse(["/nowhere/casa.xml"])
        await #expect(throws: ExitCode(66)) { try await command.run() }
    }

    @Test func invalidHouseFileEndsWithStatus65() async throws {
        let command = try DomoSimCommand.parse(["/proc/self/status"])
        await #expect(throws: ExitCode(65)) { try await command.run() }
    }

    @Test func usedPortEndsWithStatus69() async throws {
        var template = Array("/tmp/domo-sim-test-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        defer { close(descriptor) }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        let xml = Array("<Viviendas><Vivienda><Nombre>Casa</Nombre></Vivienda></Viviendas>".utf8)
        #expect(write(descriptor, xml, xml.count) == xml.count)
        let server = try await SimulatedServer.start(
            houses: [],
            xml: nil,
            settings: SimulatorSettings(),
            group: .singletonMultiThreadedEventLoopGroup,
            onSignal: { _ in }
        )
        let command = try DomoSimCommand.parse([path, "--port", "\(server.port)"])
        await #expect(throws: ExitCode(69)) { try await command.run() }
        try await server.close()
    }
}
