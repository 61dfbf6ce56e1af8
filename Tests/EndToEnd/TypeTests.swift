import Testing

@Suite(.waits, .shares) struct TypeTests {
    @Test func binaryGoesOnAndOffAndToggles() throws {
        try Household.running { household in
            expect(try household.domo("toggle", "Buzzer"), status: 65, says: ["Buzzer"])
            expect(try household.domo("set", "Buzzer", "on"), says: ["Buzzer on"])
            expect(try household.domo("toggle", "Buzzer"), says: ["Buzzer off"])
            expect(try household.domo("toggle", "Buzzer"), says: ["Buzzer on"])
            expect(try household.domo("set", "Buzzer", "off"), says: ["Buzzer off"])
            #expect(
                try household.signals() == [
                    "enable Buzzer → 204", "disable Buzzer → 204", "enable Buzzer → 204", "disable Buzzer → 204",
                ]
            )
            expect(try household.domo("show", "Buzzer"), says: ["~off"])
        }
    }

    @Test func regulableTakesLevelsAndSteps() throws {
        try Household.running { household in
            expect(try household.domo("dim", "GradualLighting", "+10"), status: 65)
            for level in ["0", "100", "40%", "+10", "-20"] {
                expect(try household.domo("dim", "GradualLighting", level))
            }
            expect(try household.domo("set", "GradualLighting", "55 %"), status: 65)
            expect(try household.domo("set", "GradualLighting", "55%"), says: ["55 %"])
            #expect(
                try household.signals()
                    == ["0", "100", "40", "50", "30", "55"].map {
                        "setValue GradualLighting \($0) → 204"
                    }
            )
        }
    }

    @Test func stepsStopAtTheEnds() throws {
        try Household.running { household in
            for level in ["95", "+10", "5", "-10"] { expect(try household.domo("dim", "GradualLighting", level)) }
            #expect(
                try household.signals() == ["95", "100", "5", "0"].map { "setValue GradualLighting \($0) → 204" }
            )
        }
    }

    @Test func levelZeroIsOffAndOnBringsTheLastLevelBack() throws {
        try Household.running { household in
            expect(try household.domo("dim", "GradualLighting", "40"))
            expect(try household.domo("dim", "GradualLighting", "0"))
            expect(try household.domo("show", "GradualLighting"), says: ["~0 %", "~off"])
            expect(try household.domo("set", "GradualLighting", "on"))
            expect(try household.domo("show", "GradualLighting"), says: ["~40 %", "~on"])
            expect(try household.domo("set", "GradualLighting", "off"))
            expect(try household.domo("show", "GradualLighting"), says: ["~0 %", "~off"])
        }
    }

    @Test func bidirectionalMovesUpAndDownAndStops() throws {
        try Household.running { household in
            for direction in ["up", "stop", "down"] {
                expect(try household.domo("set", "Louver", direction), says: ["Louver \(direction)"])
            }
            #expect(
                try household.signals() == ["enable Louver → 204", "stop Louver → 204", "disable Louver → 204"]
            )
        }
    }

    @Test(arguments: [
        "hola", "La casa está abierta", "it's \"quoted\" 'twice'", "# no comment", "a&b=c+d#e%20f?g/h;i", "ñandú çà 漢字",
        "💡 👨‍👩‍👧 🇪🇸", "  blanks around  ", "-5", "--json", "\\back\\slash\\", "$HOME `id` $(id)", "21.5", "on",
    ])
    func textArrivesUnchanged(text: String) throws {
        try Household.shared { household in
            let before = try household.signals()
            expect(try household.run("domo", ["set", "HomeMessaging", "--", text]))
            #expect(try household.signals() == before + ["setValue HomeMessaging \(text) → 204"])
        }
    }

    @Test func textOfMaximumLengthArrives() throws {
        try Household.shared { household in
            let text = String(repeating: "é", count: 1024)
            let before = try household.signals()
            expect(try household.domo("set", "HomeMessaging", text))
            #expect(try household.signals() == before + ["setValue HomeMessaging \(text) → 204"])
        }
    }

    @Test func typeDecidesTheMeaningOfAValue() throws {
        try Household.running(
            home: Household.oneHouse(
                "<Dispositivo><Nombre>Panel</Nombre><Tipo>4</Tipo><Tipo>1</Tipo></Dispositivo>"
            )
        ) { household in
            expect(try household.domo("set", "Panel", "on", "--as", "value"))
            expect(try household.domo("set", "Panel", "on", "--as", "binary"))
            expect(try household.domo("set", "--as=value", "Panel", "on"))
            expect(try household.domo("set", "Panel", "on", "--as", "regulable"), status: 65, says: ["Panel"])
            expect(try household.domo("set", "Panel", "on", "--as", "hue"), status: 64, says: ["binary, regulable"])
            #expect(
                try household.signals() == [
                    "setValue Panel on → 204", "enable Panel → 204", "setValue Panel on → 204",
                ]
            )
        }
    }
}
