import DomoClient
import DomoTestKit
import Testing

@testable import DomoFleetStore

/// The whole chain with the real programs: domod, domo-fleet, nats-server, domo-fleet-store, PostgreSQL.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FleetChainTests {
    private static let home = """
        <?xml version="1.0" encoding="UTF-8"?>
        <Viviendas xmlns:d="urn:domo:house:1"><Vivienda><Nombre>Casa</Nombre>
        <Dispositivo><Nombre>Brillo</Nombre><Tipo>2</Tipo><d:Virtual>20</d:Virtual></Dispositivo>
        </Vivienda></Viviendas>

        """

    @Test func changesInAHouseArriveAsRowsOnce() async throws {
        let world = try await StoreWorld()
        let path = world.folder.path
        try world.folder.write("home.xml", Self.home)
        let socket = "\(path)/domo.sock"
        let domod = try ChildProcess(
            BuiltProgram.path("domod"),
            ["--home", "\(path)/home.xml", "--socket", socket, "--state", "\(path)/state"]
        )
        defer { domod.finish() }
        try await eventually("domod listens") { try UnixSocket.isListening(socket) }
        let daemon = try await DaemonConnection.connect(to: socket, on: StoreWorld.loop)
        let house = try ChildProcess(
            BuiltProgram.path("domo-fleet"),
            ["--credentials", try world.enroll(), "--socket", socket, "--state", "\(path)/fleet"]
        )
        defer { house.finish() }
        try world.startWorker()
        var expected: [String] = []
        for value in 30..<70 {
            expected.append("\(value)")
            _ = try await daemon.ask(line: "set Brillo \(value)")
            // At any moment: while the house reads, saves or sends.
            if value % 20 == 10 { try await Task.sleep(for: .milliseconds(2300)) }
        }
        let condition = "kind = 'reading' AND element = 'Casa/Brillo'"
        try await eventually("the last change") {
            try world.count("fleet.report WHERE \(condition) AND value = '69'") > 0
        }
        let rows = try world.query("SELECT value FROM fleet.report WHERE \(condition) ORDER BY record")
        #expect((0..<rows.count).compactMap { rows.text($0, 0) }.suffix(expected.count) == expected[...])
        #expect(try world.count("fleet.source WHERE house = 'casa0001'") == 1)
        #expect(try world.count("fleet.gap") == 0)
        let orders = try world.count("fleet.report WHERE kind = 'order' AND element = 'Casa/Brillo'")
        #expect(orders == expected.count)
        daemon.close()
        await world.stop()
    }
}
