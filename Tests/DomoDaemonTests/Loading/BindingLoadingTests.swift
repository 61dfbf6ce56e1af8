import DomoEngine
import DomoHTTP
import DomoKNXBus
import DomoKNXHouse
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Logging
import Testing

@testable import DomoDaemon

/// Group addresses in house files.
struct BindingLoadingTests {
    private let files: HouseFiles

    init() throws {
        files = try HouseFiles()
    }

    /// - Parameter bindings: are on the second line.
    private func house(_ bindings: String, house nodes: String = "") -> String {
        """
        <Viviendas xmlns:k="urn:domo:knx:1"><Vivienda><Nombre>A</Nombre><Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo>
        \(bindings)</Dispositivo>
        \(nodes)</Vivienda></Viviendas>
        """
    }

    private let lamp = "<k:Binario orden=\"1/0/1\" estado=\"1/4/1\"/>"
    private let wrong = "<k:Binario orden=\"1/0/300\" estado=\"1/4/1\"/>"
    private let wrongText =
        "/homes/a.xml:2:1: error: orden of <Binario>: \"1/0/300\" is not a group address: "
        + "the sub group 300 is not in 0–255; use three levels (1/2/3), two (1/515) or one number (2563)"

    @Test func bindingsOfAllFilesAreLoaded() async throws {
        try files.write("/homes/a.xml", house(lamp))
        try files.write("/homes/b.xml", HouseFiles.house("B"))
        let load = try await files.loader("/homes").load(.reload)
        #expect(load.knx.facetNames == [FacetName(path: "A/Lamp", type: .binary)])
        #expect(load.knx.facets.map(\.position) == ["\(files.folder.path)/homes/a.xml:2:1"])
        #expect(load.warnings == [])
        #expect(try await files.loader("/homes/b.xml").load(.start).knx == KNXBindings())
    }

    @Test(arguments: [HouseLoader.Mode.start, .reload])
    func invalidBindingFailsTheLoad(mode: HouseLoader.Mode) async throws {
        try files.write("/homes/a.xml", house(wrong))
        let fault = await #expect(throws: Fault.self) { _ = try await files.loader("/homes").load(mode) }
        #expect(fault?.code == .badModel)
        #expect(fault?.message == files.folder.path + wrongText)
    }

    @Test func incompleteBindingIsAWarning() async throws {
        try files.write("/homes/a.xml", house("<k:Binario orden=\"1/0/1\"/>"))
        let load = try await files.loader("/homes").load(.reload)
        #expect(load.warnings.count == 1)
        let start = "\(files.folder.path)/homes/a.xml:2:1: A/Lamp (binary) has no state address"
        #expect(load.warnings.first?.hasPrefix(start) == true)
    }

    @Test func missingSceneOnTheBusIsAWarning() async throws {
        let nodes =
            "<k:Escena grupo=\"0/3/1\" numero=\"1\" ejecuta=\"buenas noches\"/>"
            + "<k:Expone grupo=\"0/3/2\" ejecuta=\"Buenas noche\"/>"
        try files.write("/homes/a.xml", house(lamp, house: nodes))
        try files.write("/homes/scenes/noche.domo", "name \"Buenas noches\"\nset Lamp off\n")
        let expected = "/homes/a.xml:3:61: there is no scene \"Buenas noche\"; did you mean \"Buenas noches\"?"
        let load = try await files.loader("/homes").load(.reload)
        #expect(load.warnings == [files.folder.path + expected])
        #expect(load.knx.scenes.count == 1 && load.knx.exposures.count == 1)
    }

    // MARK: domod --check

    private func check(_ path: String) -> (status: DomoLanguage.ExitStatus, lines: [String]) {
        var lines: [String] = []
        let folder = files.folder.path
        let status = HouseCheck.run(
            [folder + path],
            isVerbose: false,
            sceneCheck: HouseFiles.findings,
            report: { if $0.severity != "hint" { lines.append($0.text.replacing(folder, with: "")) } }
        )
        return (status, lines)
    }

    @Test func checkReportsInvalidAndIncompleteBindings() throws {
        try files.write("/homes/a.xml", house(wrong))
        #expect(check("/homes") == (.badData, [wrongText]))
        try files.write("/homes/a.xml", house("<k:Binario orden=\"1/0/1\"/>"))
        let (status, lines) = check("/homes/a.xml")
        #expect(status == .done)
        #expect(lines.map { $0.hasPrefix("/homes/a.xml:2:1: warning: A/Lamp (binary) has no state address") } == [true])
        try files.write("/homes/a.xml", house(lamp))
        #expect(check("/homes") == (.done, []))
    }

    @Test func checkReportsMissingScenes() throws {
        try files.write(
            "/homes/a.xml",
            house(lamp, house: "<k:Escena grupo=\"0/3/1\" numero=\"1\" ejecuta=\"Noche\"/>")
        )
        let expected = "/homes/a.xml:3:1: warning: there is no scene \"Noche\"; \"domo scenes\" lists them"
        #expect(check("/homes") == (.done, [expected]))
        try files.write("/homes/scenes/noche.domo", "set Lamp off\n")
        #expect(check("/homes") == (.done, []))
        #expect(check("/homes/scenes/noche.domo") == (.done, []))
    }

    // MARK: Houses from URLs

    private func loader(_ url: String) -> HouseLoader {
        HouseLoader(
            sources: [url],
            state: files.folder.path + "/state",
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            check: HouseFiles.findings
        )
    }

    /// The last good copy must stay one that can be loaded.
    @Test func fetchedHouseWithInvalidBindingsIsNotSaved() async throws {
        let server = try HouseServer(.file(house(wrong)))
        defer { server.stop() }
        let load = try await loader(server.url).load(.start)
        #expect(load.houses.isEmpty)
        #expect(load.unfetched == [server.url])
        #expect(!FileBytes.isThere(files.folder.path + "/state/homes"))
        let fault = await #expect(throws: Fault.self) { _ = try await loader(server.url).load(.reload) }
        #expect(fault?.code == .badModel)
    }

    @Test func fetchedHouseHasBindings() async throws {
        let server = try HouseServer(.file(house(lamp)))
        #expect(try await loader(server.url).load(.start).knx.facets.count == 1)
        server.stop()
        #expect(try await loader(server.url).load(.start).knx.facets.count == 1)
    }
}
