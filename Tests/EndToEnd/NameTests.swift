import Testing

@Suite(.waits) struct NameTests {
    @Test(arguments: [
        "Louver", "louver", "LOUVER", "Salon/Louver", "salón/louver", "SALÓN/LOUVER", "Vivienda eficiente/Salon/Louver",
        "vivienda Eficiente/sálon/lóuver", "Lo\u{301}uver",
    ])
    func elementIsFoundByAnySpelling(name: String) throws {
        try Household.running { household in
            expect(try household.domo("set", name, "up"), says: ["Louver up"])
            #expect(try household.signals() == ["enable Louver → 204"])
        }
    }

    @Test(arguments: [
        "Dormitorio/Louver", "alon/Louver", "eficiente/Salon/Louver", "Louver/", "/Louver", "Salon//Louver",
    ])
    func otherPathsAreNotGuessed(name: String) throws {
        try Household.running { household in
            expect(try household.domo("set", name, "up"), status: 68)
            #expect(try household.signals() == [])
        }
    }
}
