import DomoEngine
import DomoHTTP
import DomoLanguage
import DomoModel
import DomoTestKit
import Logging
import Testing

@testable import DomoDaemon

/// At a start, the houses are compared with the last good files.
struct RenamesAtStartTests {
    private let files: HouseFiles
    private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws { files = try HouseFiles() }

    private var folder: String { files.folder.path }

    private func house(_ elements: String) -> String {
        """
        <Viviendas xmlns:k="urn:domo:knx:1"><Vivienda><Nombre>Casa</Nombre>\(elements)</Vivienda></Viviendas>
        """
    }

    private func lamp(_ name: String, _ address: String = "1/0/1", state: String = "1/4/1") -> String {
        """
        <Dispositivo><Nombre>\(name)</Nombre><Tipo>1</Tipo><k:Binario orden="\(address)" estado="\(state)"/></Dispositivo>
        """
    }

    /// The renames of a start, with the files that it leaves as the last good ones.
    private func start(home: String = "casa.xml", server: String = "knx://127.0.0.1") async throws -> [String] {
        try files.write("/domod.yaml", "homes: \(folder)/\(home)\nserver: \(server)\nstate: \(folder)/state\n")
        try files.write("/state/here", "")
        let began = Instant.now().wall
        let source = ConfigurationSource(flags: .init(), file: "\(folder)/domod.yaml", environment: [:])
        let loader = CatalogLoader(
            source: source,
            started: try source.read(),
            simulate: nil,
            resources: nil,
            lastGood: LastGoodFiles(state: "\(folder)/state", options: source.description),
            log: log
        )
        let load = try await loader.start()
        let renames = await loader.renamesSinceLastGood(to: load)
        await loader.keepCopies(of: load, began: began)
        return renames.map { "\($0.old) > \($0.new)" }
    }

    @Test func renamedKNXElementIsRecognizedOnce() async throws {
        try files.write("/casa.xml", house(lamp("Luz") + lamp("Otra", "1/0/2", state: "1/4/2")))
        #expect(try await start() == [])
        #expect(try await start() == [])
        let sector = "<Sector><Nombre>Salon</Nombre>\(lamp("Lampara"))</Sector>"
        try files.write("/casa.xml", house(lamp("Otra", "1/0/2", state: "1/4/2") + sector))
        #expect(try await start() == ["Casa/Luz > Casa/Salon/Lampara"])
        #expect(try await start() == [])
    }

    @Test(arguments: [("1/0/9", "1/4/1"), ("1/0/1", "1/4/9")])
    func elementWithAnotherAddressIsAnother(address: String, state: String) async throws {
        try files.write("/casa.xml", house(lamp("Luz")))
        #expect(try await start() == [])
        try files.write("/casa.xml", house(lamp("Lampara", address, state: state)))
        #expect(try await start() == [])
    }

    @Test func swappedNamesAreNotRecognized() async throws {
        try files.write("/casa.xml", house(lamp("Luz") + lamp("Otra", "1/0/2", state: "1/4/2")))
        #expect(try await start() == [])
        try files.write("/casa.xml", house(lamp("Otra") + lamp("Luz", "1/0/2", state: "1/4/2")))
        #expect(try await start() == [])
    }

    /// The server knows the name; another server is another device.
    @Test func elementOfAnHTTPServerIsRecognizedInAnotherSector() async throws {
        try files.write("/casa.xml", HouseFiles.house("A"))
        let server = "http://127.0.0.1:9/a"
        #expect(try await start(server: server) == [])
        try files.write("/casa.xml", HouseFiles.house("B"))
        #expect(try await start(server: server) == ["A > B"])
        try files.write("/casa.xml", HouseFiles.house("C"))
        #expect(try await start(server: "http://127.0.0.1:9/b") == [])
    }

    @Test func copiesAreUsedOnlyIfTheFilesDiffer() throws {
        let long = String(repeating: "x", count: 70_000)
        try files.write("/a.xml", long)
        try files.write("/b.xml", "b")
        try files.write("/state/here", "")
        let good = LastGoodFiles(state: "\(folder)/state", options: "")
        let inputs = ["a.xml", "b.xml"].map { InputFile("\(folder)/\($0)") }
        #expect(good.find(differingFrom: inputs) == nil)
        try good.keep(inputs, began: Instant.now().wall)
        #expect(good.find(differingFrom: inputs) == nil)
        // Written again with the same content.
        try files.write("/a.xml", long)
        #expect(good.find(differingFrom: inputs) == nil)
        for text in [long + "y", String(long.dropLast()) + "y", String(long.dropLast()), ""] {
            try files.write("/a.xml", text)
            #expect(good.find(differingFrom: inputs)?.files == inputs.map(\.path), "\(text.count)")
        }
        try files.write("/a.xml", long)
        #expect(good.find(differingFrom: Array(inputs.prefix(1))) != nil)
        #expect(good.find(differingFrom: inputs + [InputFile("\(folder)/domod.yaml")]) != nil)
        #expect(LastGoodFiles(state: "\(folder)/state", options: "-x").find(differingFrom: inputs) == nil)
    }

    @Test func wrongCopiesAreNotUsed() async throws {
        try files.write("/casa.xml", house(lamp("Luz")))
        #expect(try await start() == [])
        try files.write("/state/last-good/files\(folder)/casa.xml", house(lamp("Otra")))
        try files.write("/casa.xml", house(lamp("Lampara")))
        #expect(try await start() == [])
    }
}
