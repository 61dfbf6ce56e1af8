import DomoTestKit
import Foundation
import Testing

@Suite(.waits) struct LoadingTests {
    @Test func folderOfFilesIsRead() throws {
        try Household.with { household in
            for name in ["Uno", "Dos"] {
                let lamp = "<Dispositivo><Nombre>Lamp\(name)</Nombre><Tipo>1</Tipo></Dispositivo>"
                try household.folder.write("houses/\(name).xml", Household.oneHouse(lamp, name: name))
            }
            try household.folder.write("houses/notes.txt", "no house")
            try household.startedDaemon([
                "--home", "\(household.folder.path)/houses", "--socket", household.socket, "--state", household.state,
            ])
            expect(try household.domo("ls"), says: ["Uno", "Dos"])
            expect(try household.domo("show", "LampDos"))
        }
    }

    @Test func houseIsLoadedFromAURLOrItsLastGoodCopy() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            let options = [
                "--home", "http://127.0.0.1:\(household.port)/house.xml", "--server", household.serverURL, "--socket",
                household.socket, "--state", household.state,
            ]
            try household.startedDaemon(options)
            expect(try household.domo("set", "Louver", "up"))
            household.daemon?.send(SIGTERM)
            #expect(try household.daemon?.waitForEnd() == 0)
            try household.killSimulator()

            try household.startedDaemon(options)
            #expect(household.daemon?.errorOutput.contains("the last good copy is used") == true)
            expect(try household.domo("ls", "Salon"), says: ["Louver"])
            expect(try household.domo("status"), says: ["warning:", "/house.xml", "the last good copy is used"])
            // While it runs, the loaded houses are the better copy.
            expect(try household.domo("reload"), status: 69, says: ["/house.xml"])

            try household.startSimulator(port: household.port)
            expect(try household.domo("reload"), says: ["15 elements"])
            #expect(try !household.domo("status").output.contains("warning:"))
        }
    }

    @Test func houseThatCanNotBeFetchedAtTheStartIsLoadedLater() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            // To get a free port.
            try household.startSimulator()
            try household.killSimulator()
            let url = "http://127.0.0.1:\(household.port)/house.xml"
            try household.startedDaemon([
                "--home", url, "--server", household.serverURL, "--socket", household.socket, "--state",
                household.state,
            ])
            expect(try household.domo("status"), says: ["warning:", url, "are left out until the URL can be fetched"])
            expect(try household.domo("set", "Louver", "up"), status: 68)

            try household.startSimulator(port: household.port)
            try household.waitForLog("15 elements")
            expect(try household.domo("set", "Louver", "up"), says: ["accepted"])
            #expect(try !household.domo("status").output.contains("warning:"))
        }
    }

    @Test func demoStartsOnceTheHouseIsFetched() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            try household.killSimulator()
            let url = "http://127.0.0.1:\(household.port)/house.xml"
            try household.startedDaemon([
                "--demo", "--home", url, "--socket", household.socket, "--state", household.state,
            ])
            try household.startSimulator(port: household.port)
            try household.waitForLog("15 elements")
            expect(try household.domo("set", "Louver", "up"), says: ["accepted"])
        }
    }

    @Test func hangupDuringTheStartIsNotFatal() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator(["--latency", "1s"])
            let daemon = try household.start(
                "domod",
                [
                    "--home", "http://127.0.0.1:\(household.port)/house.xml", "--server", household.serverURL,
                    "--socket",
                    household.socket, "--state", household.state,
                ]
            )
            try household.waitForFile("state/lock")
            daemon.send(SIGHUP)
            try daemon.wait(for: "socket") { _, log in log.contains("listening on ") ? () : nil }
            // The requested reload comes after.
            try daemon.wait(for: "reload") { _, log in
                log.components(separatedBy: "loaded 1 house,").count > 2 ? () : nil
            }
        }
    }

    @Test func invalidURLEndsTheStart() throws {
        try Household.with { household in
            let options = ["--home", "http://", "--socket", household.socket, "--state", household.state]
            expect(try household.run("domod", options), status: 78, says: ["http://"])
        }
    }

    @Test func missingFileEndsTheStart() throws {
        try Household.with { household in
            expect(try household.run("domod", household.usual), status: 66, says: ["domod: ", household.home])
            #expect(!household.folder.holds("domo.sock"))
        }
    }

    @Test func everyErrorOfABadFileIsReported() throws {
        try Household.with { household in
            try household.folder.write(
                "home.xml",
                """
                <Viviendas>
                  <Vivienda>
                    <Nombre>Casa</Nombre>
                    <Dispositivo><Nombre>A</Nombre></Dispositivo>
                    <Dispositivo><Nombre>B</Nombre><Tipo>7</Tipo></Dispositivo>
                    <Mueble/>
                    <Dispositivo><Nombre>C</Nombre><Tipo>1</Tipo></Dispositivo>
                    <Dispositivo><Nombre>C</Nombre><Tipo>1</Tipo></Dispositivo>
                  </Vivienda>
                </Viviendas>
                """
            )
            expect(
                try household.run("domod", household.usual),
                status: 65,
                says: ["home.xml:4:", "home.xml:5:", "home.xml:6:", "home.xml:8:", "line 7"]
            )
        }
    }

    @Test func missingHouseIsAConfigurationError() throws {
        try Household.with { household in
            expect(
                try household.run("domod", ["--socket", household.socket]),
                status: 78,
                says: ["no house", "--home"]
            )
        }
    }
}
