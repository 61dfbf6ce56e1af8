import DomoTestKit
import Testing

/// What the README promises.
@Suite(.waits) struct CardTests {
    @Test func threeCommandsControlTheHouse() throws {
        try Household.running { household in
            let listing = try household.domo("ls", "Salon")
            expect(listing, says: ["Vivienda eficiente/Salon", "Louver", "GradualLighting"])
            #expect(try household.signals() == [])

            let louver = try household.domo("set", "Louver", "up")
            expect(louver, says: ["Louver up", "accepted"])
            #expect(louver.errors == "")
            #expect(try household.signals() == ["enable Louver → 204"])

            let dimmer = try household.domo("dim", "GradualLighting", "40")
            expect(dimmer, says: ["GradualLighting 40 %", "accepted"])
            #expect(try household.signals() == ["enable Louver → 204", "setValue GradualLighting 40 → 204"])

            expect(try household.domo("ls", "Salon"), says: ["~opening", "~40 %", "~on"])
        }
    }
}
