import DomoEngine
import DomoLanguage
import DomoModel
import Logging
import Testing

@testable import DomoDaemon

struct HouseLoaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func loader(_ sources: String...) -> HouseLoader {
        HouseLoader(
            sources: sources.map { folder.path + $0 },
            state: folder.path + "/state",
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private func write(_ path: String, _ text: String) throws {
        try FileBytes.makeFolder((folder.path + path).parentFolder)
        try FileBytes.replace(folder.path + path, with: Array(text.utf8))
    }

    private func house(_ name: String) -> String {
        """
        <Viviendas><Vivienda><Nombre>\(name)</Nombre>
        <Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo>
        </Vivienda></Viviendas>
        """
    }

    @Test func aFolderIsReadInTheOrderOfItsFiles() async throws {
        try write("/homes/b.xml", house("B"))
        try write("/homes/a.xml", house("A"))
        try write("/homes/notes.txt", "no house")
        let (houses, warnings) = try await loader("/homes").houses(isStart: true)
        #expect(houses.map(\.name) == ["A", "B"])
        #expect(warnings.isEmpty)
    }

    @Test func aFaultInOneFileIsAFaultOfAll() async throws {
        try write("/homes/a.xml", house("A"))
        try write("/homes/b.xml", house(""))
        let fault = await #expect(throws: Fault.self) { _ = try await loader("/homes").houses(isStart: true) }
        #expect(fault?.code == .badModel)
        #expect(fault?.message.contains("/homes/b.xml:1:") == true)
    }

    @Test(arguments: ["/none.xml", "/empty"])
    func whatIsNotThereIsSaidSo(source: String) async throws {
        try FileBytes.makeFolder(folder.path + "/empty")
        let fault = await #expect(throws: Fault.self) { _ = try await loader(source).houses(isStart: true) }
        #expect(fault?.code == .noSuchFile)
        #expect(fault?.hint != nil)
    }

    @Test func scenesStandBesideTheHouseFiles() async throws {
        try write("/homes/a.xml", house("A"))
        try write("/homes/scenes/noche.domo", "name \"Buenas noches\"\nset Lamp off\n")
        try write("/homes/scenes/dia.domo", "set Lamp on # morning\n")
        for source in ["/homes", "/homes/a.xml"] {
            let scenes = try await loader(source).scenes()
            #expect(scenes.map(\.name) == ["dia", "Buenas noches"])
            #expect(scenes.map(\.script.steps.count) == [1, 1])
        }
    }

    @Test func mistakesInScenesAreToldWithTheirPlace() async throws {
        try write("/homes/a.xml", house("A"))
        try write("/homes/scenes/a.domo", "\nif Lamp on: sett Lamp on\nset Lamp 'off\n")
        try write("/homes/scenes/b.domo", "name A\nset Lamp on\n")
        let fault = await #expect(throws: Fault.self) { _ = try await loader("/homes").scenes() }
        #expect(fault?.code == .badModel)
        let lines = fault?.message.split(separator: "\n") ?? []
        #expect(lines.count == 3)
        #expect(lines[0].contains("/scenes/a.domo:2:13: error: unknown verb"))
        #expect(lines[1].contains("/scenes/a.domo:3:10: error: a ' is never closed"))
        #expect(lines[2].contains("there is a scene \"A\" already"))
    }
}
