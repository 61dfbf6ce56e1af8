import DomoTestKit
import Testing

/// `domo check`, which runs domod.
@Suite(.waits) struct CheckTests {
    @Test func goodFilesHaveHintsAtMost() throws {
        try Household.with { household in
            let files = try ["vivienda-eficiente.xml", "samples/etiquetas.xml"].map {
                try household.folder.write($0, Household.withoutPlans(Household.sample($0)))
            }
            let check = try household.run("domo", ["check"] + files)
            expect(check, output: "")
            // They have no classes.
            let lines = check.errors.split(separator: "\n")
            #expect(!lines.isEmpty && lines.allSatisfy { $0.contains(": hint: \"domo off ") }, "\(check.errors)")
        }
    }

    @Test func verboseCountsTheElements() throws {
        try Household.with { household in
            let file = try household.folder.write("home.xml", Household.modelHouse)
            expect(
                try household.domo("check", "-v", file),
                says: ["1 house", "3 sectors", "15 elements", "13 binary", "1 regulable", "1 bidirectional", "1 value"]
            )
        }
    }

    @Test func badFileIsReportedWithItsPosition() throws {
        try Household.with { household in
            let file = try household.folder.write("bad.xml", "<Viviendas>\n<Vivienda>\n</Viviendas>\n")
            expect(try household.domo("check", file), status: 65, output: "", says: ["\(file):", ": error: "])
            expect(try household.domo("check", file + ".not"), status: 66, says: [file + ".not"])
            expect(try household.domo("check"), status: 64)
        }
    }

    @Test func questionableFileIsAWarning() throws {
        try Household.with { household in
            let file = try household.folder.write(
                "home.xml",
                Household.oneHouse("<Sector><Nombre>Vacío</Nombre></Sector>")
            )
            expect(try household.domo("check", file), says: ["\(file):", ": warning: ", "Vacío"])
        }
    }

    @Test func scenesAndHolidaysBesideTheHouseAreChecked() throws {
        try Household.with { household in
            let file = try household.folder.write("home.xml", Household.modelHouse)
            let scene = try household.folder.write("scenes/noche.domo", "set Louver up\nsett Louver up\n")
            let holidays = try household.folder.write("home.holidays", "12-25 Navidad\nsoon\n")
            expect(
                try household.domo("check", file),
                status: 65,
                output: "",
                says: ["\(scene):2:1: error: ", "\(holidays):2:1: error: "]
            )
            try household.folder.write("scenes/noche.domo", "set Louver up\n")
            try household.folder.write("home.holidays", "12-25 Navidad\n")
            for path in [file, scene, holidays] { expect(try household.domo("check", path), output: "") }
        }
    }
}
