import Testing

@Suite(.waits, .shares) struct ExplainTests {
    @Test(
        arguments: [
            (["set", "Louver", "up", "--explain"], "operation=enable&PERVMLSERVICENAME=Louver"),
            (["explain", "set", "Louver", "down"], "operation=disable&PERVMLSERVICENAME=Louver"),
            (
                ["explain", "dim", "GradualLighting", "40"],
                "operation=setValue&PERVMLSERVICENAME=GradualLighting&value=40"
            ),
            (
                ["set", "--explain", "HomeMessaging", "a&b=c d+é"],
                "operation=setValue&PERVMLSERVICENAME=HomeMessaging&value=a%26b%3Dc%20d%2B%C3%A9"
            ),
        ] as [([String], String)]
    )
    func signalIsPrintedAndNotSent(arguments: [String], query: String) throws {
        try Household.shared { household in
            expect(try household.run("domo", arguments), output: "POST \(household.serverURL)?\(query)\n")
            #expect(try household.signals() == [])
            expect(try household.domo("show", "Louver"), says: ["–"])
        }
    }

    @Test func toggleIsExplainedFromTheReading() throws {
        try Household.running { household in
            expect(try household.domo("explain", "toggle", "Buzzer"), status: 65)
            expect(try household.domo("set", "Buzzer", "on"))
            expect(
                try household.domo("explain", "toggle", "Buzzer"),
                output: "POST \(household.serverURL)?operation=disable&PERVMLSERVICENAME=Buzzer\n"
            )
            expect(try household.domo("explain", "status"), status: 64, says: ["domo explain set Louver up"])
            #expect(try household.signals() == ["enable Buzzer → 204"])
        }
    }
}
