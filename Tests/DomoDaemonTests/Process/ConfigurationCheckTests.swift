import DomoHTTP
import DomoLanguage
import DomoSystem
import DomoTestKit
import Synchronization
import Testing

@testable import DomoDaemon

/// `domod --check-config`
struct ConfigurationCheckTests {
    private let files: HouseFiles

    init() throws {
        files = try HouseFiles()
        try files.write("/a.xml", HouseFiles.house("A"))
    }

    /// - Returns: the status, what is wrong, and what was printed.
    private func check(
        _ text: String,
        flags: ConfigurationSource.Flags = .init()
    ) async throws -> (status: DomoLanguage.ExitStatus, problems: [String], printed: [String]) {
        let folder = files.folder.path
        let usual = "socket: \(folder)/s\nstate: \(folder)/state\n"
        try files.write("/domod.yaml", usual + text.replacing("FOLDER", with: folder))
        let source = ConfigurationSource(flags: flags, file: "\(folder)/domod.yaml", environment: [:])
        let problems = Mutex<[String]>([])
        var printed: [String] = []
        let status = try await ConfigurationCheck.run(
            source,
            report: { problem in problems.withLock { $0.append(problem.replacing(folder, with: "FOLDER")) } },
            print: { printed.append($0) }
        )
        return (status, problems.withLock { $0 }, printed)
    }

    @Test func validConfigurationIsSummedUpAndLeavesNothingBehind() async throws {
        try files.write("/scenes/noche.domo", "set Lamp on\n")
        let (status, problems, printed) = try await check("homes: FOLDER/a.xml\nserver: http://127.0.0.1:9/a")
        #expect(status == .done)
        #expect(problems == [])
        #expect(printed == ["the configuration is valid: 1 house, 1 element (1 binary), 1 link, 1 scene"])
        #expect(!FileBytes.isThere(files.folder.path + "/state"))
        #expect(!FileBytes.isThere(files.folder.path + "/s"))
    }

    @Test func warningsOfAStartArePrinted() async throws {
        let (status, problems, _) = try await check("homes: FOLDER/a.xml\nhouses: {B: {server: http://127.0.0.1:9/b}}")
        #expect(status == .done)
        #expect(
            problems == [
                "warning: the configuration sets a server for the house \"B\", but no house file has it",
                "warning: the house \"A\" has no server: orders for it are refused",
            ]
        )
    }

    /// A device without its kind takes no orders of its type.
    @Test func typeWithoutOrdersIsAWarning() async throws {
        try files.write(
            "/b.xml",
            "<Houses><House><Name>B</Name><Device><Name>Blind</Name><Type>3</Type></Device>"
                + "<Device><Name>Lamp</Name><Type>1</Type></Device></House></Houses>"
        )
        let server = "server: {url: \"http://127.0.0.1:9\", dialect: shelly-gen2, elements: {Lamp: {id: 1}, Blind: "
        let (status, problems, _) = try await check("homes: FOLDER/b.xml\n\(server){id: 0}}}")
        #expect(status == .done)
        #expect(
            problems == [
                "warning: B/Blind: the dialect shelly-gen2 has no order for up of the kind \"switch\" "
                    + "(type 3, bidirectional); it has orders for: on, off; other kinds, with kind: under elements in "
                    + "the configuration: cct, cover, cover_slats, energy, input, light, power, rgb, rgbcct, rgbw, sensor, "
                    + "switch"
            ]
        )
        #expect(try await check("homes: FOLDER/b.xml\n\(server){id: 0, kind: cover}}}").problems == [])
    }

    @Test func faultySceneIsAnError() async throws {
        try files.write("/scenes/noche.domo", "set Lamp on\nsett Lamp on\n")
        let (status, problems, printed) = try await check("homes: FOLDER/a.xml\ndemo: yes")
        #expect(status == .badData)
        #expect(printed == [])
        #expect(problems.filter { $0.hasPrefix("FOLDER/scenes/noche.domo:2:1: error: ") }.count == 1)
        #expect(problems.contains { $0.hasPrefix("warning: FOLDER/domod.yaml: demo: yes") })
    }

    @Test func mistakesInTheConfigurationAndTheHouseAreThrown() async throws {
        let setting = try await #require(throws: StartFault.self) { try await check("homs: FOLDER/a.xml") }
        #expect(setting.status == .badConfiguration)
        try files.write("/a.xml", "<Viviendas>")
        let house = try await #require(throws: StartFault.self) { try await check("homes: FOLDER/a.xml") }
        #expect(house.status == .badData)
        #expect(house.message.contains("/a.xml:1:"))
    }

    @Test func socketInAFolderThatDoesNotExistIsAnError() async throws {
        var flags = ConfigurationSource.Flags()
        flags.socket = "/nonexist/a.sock"
        let fault = try await #require(throws: StartFault.self) { try await check("homes: FOLDER/a.xml", flags: flags) }
        #expect(fault.status == .badConfiguration)
        #expect(fault.message == "can't listen on /nonexist/a.sock: the folder /nonexist does not exist")
    }

    @Test func demoWithoutAHouseServesTheModelHouse() async throws {
        let (status, problems, printed) = try await check("demo: yes")
        #expect(status == .done)
        #expect(problems.count == 1)
        #expect(printed.first?.hasPrefix("the configuration is valid: 1 house, 3 sectors, 15 elements") == true)
    }
}
