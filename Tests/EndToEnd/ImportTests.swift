import DomoTestKit
import Testing

/// `domo import`, which starts `domo-import`.
@Suite(.waits) struct ImportTests {
    private static let export = """
        "Group name";"Address";"Central";"Unfiltered";"Description";"DatapointType";"Security"
        "Casa";"1/-/-";"";"";"";"";"Auto"
        "Salon";"1/0/-";"";"";"";"";"Auto"
        "Luz";"1/0/1";"";"";"";"DPST-1-1";"Auto"
        "Luz estado";"1/0/2";"";"";"";"DPST-1-11";"Auto"
        "Color";"1/0/3";"";"";"";"DPST-9-999";"Auto"
        """

    @Test func exportBecomesAValidHouse() throws {
        try Household.with { household in
            let export = try household.folder.write("groups.csv", Self.export)
            let house = "\(household.folder.path)/house.xml"
            let result = try household.run("domo", ["import", "knx", export, "-o", house, "--name", "Mi casa"])
            expect(result, says: [])
            #expect(result.errors.contains("not placed: 1/0/3 Color"))
            expect(try household.run("domo", ["check", "-v", house]), says: ["1 house", "1 element"])
            // Once more into the same file: nothing is new.
            let again = try household.run("domo", ["import", "knx", export, "-o", house])
            #expect(again.errors.contains("\(house) is up to date"))
        }
    }

    /// A house from a time without devices: the elements of a thermostat are offered, and grouped on request.
    @Test func elementsOfADeviceAreGroupedOnRequest() throws {
        try Household.with { household in
            let export = try household.folder.write(
                "groups.csv",
                """
                "Group name";"Address";"Central";"Unfiltered";"Description";"DatapointType";"Security"
                "Casa";"1/-/-";"";"";"";"";"Auto"
                "Salón consigna";"1/0/1";"";"";"";"DPST-9-1";"Auto"
                "Salón temperatura";"1/0/2";"";"";"";"DPST-9-1";"Auto"
                """
            )
            let house = "\(household.folder.path)/house.xml"
            let command = ["import", "knx", export, "-o", house, "--name", "Mi casa"]
            expect(try household.run("domo", command + ["--no-group"]), says: [])
            let offer = try household.run("domo", command)
            #expect(
                offer.errors.contains(
                    "* 1/0/1 Salón consigna: one device with Salón temperatura; --group makes them its parts"
                )
            )
            #expect(offer.errors.contains("\(house) is up to date"))
            let result = try household.run("domo", command + ["--group"])
            #expect(
                result.errors.contains(
                    "  domo rename 'Mi casa/Casa/Salón temperatura' 'Mi casa/Casa/Salón consigna/Temperatura'"
                )
            )
            expect(try household.run("domo", ["check", "-v", house]), says: ["1 house", "1 element"])
            #expect(try household.run("domo", command + ["--group"]).errors.contains("\(house) is up to date"))
        }
    }

    @Test func houseIsPrintedWithoutAFile() throws {
        try Household.with { household in
            let export = try household.folder.write("groups.csv", Self.export)
            expect(
                try household.run("domo", ["import", "knx", export, "--english"]),
                says: [#"<k:Binary command="1/0/1" state="1/0/2" dpt="1.001"/>"#]
            )
        }
    }

    @Test func foreignFileIsNotOverwritten() throws {
        try Household.with { household in
            let export = try household.folder.write("groups.csv", Self.export)
            try household.folder.write("home.xml", Household.modelHouse)
            let result = try household.run("domo", ["import", "knx", export, "-o", household.home])
            #expect(result.status == 64)
            #expect(result.errors.contains("already exists"))
        }
    }

    @Test(arguments: [("import knx /nonexistent", Int32(66)), ("import bogus", 64), ("import", 64)])
    func exitStatusIsThatOfTheImport(line: String, status: Int32) throws {
        try Household.with { household in
            let result = try household.run("domo", line.split(separator: " ").map { String($0) })
            #expect(result.status == status)
        }
    }
}
