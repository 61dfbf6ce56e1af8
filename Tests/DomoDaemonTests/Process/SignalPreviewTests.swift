import DomoLanguage
import DomoSystem
import DomoTestKit
import Testing

@testable import DomoDaemon

/// `domod --explain LINE`
struct SignalPreviewTests {
    private let files: HouseFiles

    init() throws {
        files = try HouseFiles()
        try files.write("/a.xml", HouseFiles.house("A"))
        try files.write("/scenes/noche.domo", "set Lamp on\nwait 2s\nif Lamp on: set Lamp off\n")
    }

    private func preview(
        _ lines: [String],
        server: String? = "http://127.0.0.1:9/a"
    ) async throws -> (status: DomoLanguage.ExitStatus, printed: [String]) {
        let folder = files.folder.path
        let settings = "homes: \(folder)/a.xml\nsocket: \(folder)/s\nstate: \(folder)/state\n"
        try files.write("/domod.yaml", settings + (server.map { "server: \($0)\n" } ?? ""))
        let source = ConfigurationSource(flags: .init(), file: "\(folder)/domod.yaml", environment: [:])
        var printed: [String] = []
        let status = try await SignalPreview.run(lines, source) { printed.append($0) }
        return (status, printed)
    }

    @Test func signalsArePrintedAndNothingIsLeftBehind() async throws {
        let (status, printed) = try await preview(["set Lamp on", "set 'Lamp' off"])
        #expect(status == .done)
        #expect(
            printed == [
                "POST http://127.0.0.1:9/a?operation=enable&PERVMLSERVICENAME=Lamp",
                "POST http://127.0.0.1:9/a?operation=disable&PERVMLSERVICENAME=Lamp",
            ]
        )
        #expect(!FileBytes.isThere(files.folder.path + "/state"))
        #expect(!FileBytes.isThere(files.folder.path + "/s"))
    }

    @Test func sceneIsPrintedStepByStep() async throws {
        let (status, printed) = try await preview(["scene noche"])
        #expect(status == .done)
        #expect(
            printed == [
                "POST http://127.0.0.1:9/a?operation=enable&PERVMLSERVICENAME=Lamp",
                "POST http://127.0.0.1:9/a?operation=disable&PERVMLSERVICENAME=Lamp  (if Lamp on)",
            ]
        )
    }

    @Test func devicesOfAPlaceAreListed() async throws {
        #expect(try await preview(["off A"]).printed == ["A/Lamp"])
    }

    /// A step without a signal fails; the others are printed.
    @Test func stepWithoutASignalIsBadData() async throws {
        let (status, printed) = try await preview(["scene noche"], server: nil)
        #expect(status == .badData)
        #expect(printed.count == 2)
        #expect(printed[0].hasPrefix("Lamp on: no signal: ") || printed[0].hasPrefix("A/Lamp on: no signal: "))
    }

    @Test(arguments: [
        ("set Lamb on", DomoLanguage.ExitStatus.unknownName, "Lamb"), ("set Lamp 'on", .usage, "unclosed quote"),
        ("toggle Lamp", .badData, "not known"), ("set Lamp on off", .usage, "off"),
        ("ls", .usage, "expected set, dim, toggle, off, scene"), ("", .usage, "expected set"),
        ("run", .usage, "expected set"), ("scene stop noche", .usage, "scene stop"),
    ])
    func otherLinesAreErrors(line: String, status: DomoLanguage.ExitStatus, part: String) async throws {
        let fault = await #expect(throws: StartFault.self) { _ = try await preview([line]) }
        #expect(fault?.status == status)
        #expect(fault?.message.contains(part) == true)
        #expect(fault?.hint?.isEmpty == false)
    }
}
