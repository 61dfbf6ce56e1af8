import DomoTestKit
import Foundation
import Testing

/// A house of 100,000 elements.
@Suite(.waits) struct LoadedHouseTests {
    private static let sectors = 1000
    private static let perSector = 100

    private static var house: String {
        let sectors = (0..<Self.sectors).map { sector in
            let lamps = (0..<perSector).map {
                "<Dispositivo><Nombre>Lamp\(sector * perSector + $0)</Nombre><Tipo>1</Tipo></Dispositivo>"
            }
            return "<Sector><Nombre>Room\(sector)</Nombre>\(lamps.joined())</Sector>"
        }
        return Household.oneHouse(sectors.joined(separator: "\n"))
    }

    @Test func hundredThousandElementsAreServed() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Self.house)
            // Another server, because the simulator would be slow with so many elements.
            let server = try RecordingServer()
            let daemon = try household.startedDaemon(
                household.places + ["--server", "http://127.0.0.1:\(server.port)/"]
            )
            #expect(try daemon.kibibytes("VmHWM") < 160 * 1024)
            expect(try household.domo("status"), says: ["100000 elements"])

            // By name and by path, the first and the last.
            for name in ["Lamp0", "Room999/Lamp99999", "Casa/Room500/Lamp50000"] {
                expect(try household.domo("set", name, "on", "--deadline", "60s"), says: ["accepted"])
                expect(try household.domo("show", name), says: ["~on"])
            }
            let unknown = try household.domo("set", "Lamp100000", "on")
            expect(unknown, status: 68, says: ["Lamp100000"])
            try household.ask("show Lamp77777", times: 100)

            // While one client lists everything and another reloads it, others are answered.
            var listing = try household.start("domo", ["--json", "ls", "-r"])
            let reload = try household.start("domo", ["reload"])
            try household.ask("show Lamp77777", times: 50)
            // The command line waits for a minute; a machine that is busy with other tests may need longer.
            for _ in 0..<5 where try listing.waitForEnd() == 75 {
                listing = try household.start("domo", ["--json", "ls", "-r"])
            }
            #expect(try listing.waitForEnd() == 0)
            #expect(listing.output.contains("Lamp99999"))
            #expect(try reload.waitForEnd() == 0, "\(reload.errorOutput)")
            #expect(reload.output.contains("100000 elements"))
            expect(try household.domo("show", "Lamp0"), says: ["~on"])
            #expect(try daemon.kibibytes("VmHWM") < 400 * 1024)
            #expect(server.requests.count == 3)
        }
    }
}
