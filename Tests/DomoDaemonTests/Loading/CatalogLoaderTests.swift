import DomoCalendar
import DomoEngine
import DomoHTTP
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Logging
import Testing

@testable import DomoDaemon

/// Reloads of the configuration.
struct CatalogLoaderTests {
    private let files: HouseFiles
    private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws {
        files = try HouseFiles()
        try files.write("/a.xml", HouseFiles.house("A"))
        try files.write("/b/b.xml", HouseFiles.house("B"))
    }

    private var folder: String { files.folder.path }

    private func configure(_ text: String) throws {
        try files.write("/domod.yaml", "state: \(folder)/state\n" + text.replacing("FOLDER", with: folder))
    }

    /// A loader that has loaded once.
    private func withLoader(
        _ text: String,
        flags: ConfigurationSource.Flags = .init(),
        _ body: (CatalogLoader, CatalogLoader.Load) async throws -> Void
    ) async throws {
        try configure(text)
        let source = ConfigurationSource(flags: flags, file: "\(folder)/domod.yaml", environment: [:])
        let loop = CurlLoop()
        defer { loop.stop() }
        let loader = CatalogLoader(
            source: source,
            started: try source.read(),
            simulate: nil,
            resources: LinkResources(http: loop),
            log: log
        )
        try await body(loader, try await loader.start())
    }

    @Test func reloadAppliesHomesServersPlacesAndLogLevel() async throws {
        try await withLoader("homes: FOLDER/a.xml\nserver: http://127.0.0.1:9/a") { loader, first in
            #expect(first.catalog.index.houses.map(\.name) == ["A"])
            try configure(
                """
                homes: [FOLDER/a.xml, FOLDER/b]
                server: http://127.0.0.1:9/a
                houses:
                  B:
                    server: http://127.0.0.1:9/b
                    place: {zone: Asia/Tokyo}
                log-level: debug
                """
            )
            let second = try await loader.reload()
            #expect(second.catalog.index.houses.map(\.name) == ["A", "B"])
            #expect(second.catalog.linkOfHouse == [0, 1])
            #expect(second.catalog.links[0].port === first.catalog.links[0].port)
            #expect(second.catalog.sites[1].clock.zone.name == "Asia/Tokyo")
            #expect(second.configuration.logLevel == .debug)
            #expect(second.catalog.warnings == [])
        }
    }

    @Test func dialectFileIsReloaded() async throws {
        try files.write("/mine.yaml", "actions: {on: {url: \"{url}/{name}/on\"}}")
        let text = """
            homes: FOLDER/a.xml
            server: {url: "http://127.0.0.1:9/a", dialect: mine}
            dialects: {mine: {file: mine.yaml}}
            """
        try await withLoader(text) { loader, first in
            try files.write("/mine.yaml", "actions: {on: {url: \"{url}/{name}/an\"}}")
            let second = try await loader.reload()
            #expect(second.catalog.links[0].port !== first.catalog.links[0].port)
            try files.write("/mine.yaml", "actions: {on: {url: \"{url}/{nme}\"}}")
            let fault = await #expect(throws: CatalogLoader.Failure.self) { try await loader.reload() }?.fault
            #expect(fault?.message.hasPrefix("\(folder)/mine.yaml:1:21: error: ") == true, "\(fault?.message ?? "")")
        }
    }

    @Test func flagOverridesTheFileAfterAReload() async throws {
        var flags = ConfigurationSource.Flags()
        flags.homes = ["\(folder)/a.xml"]
        flags.logLevel = "error"
        try await withLoader("server: http://127.0.0.1:9/a", flags: flags) { loader, _ in
            try configure("homes: FOLDER/b\nlog-level: debug\nserver: http://127.0.0.1:9/a")
            let second = try await loader.reload()
            #expect(second.catalog.index.houses.map(\.name) == ["A"])
            #expect(second.configuration.logLevel == .error)
        }
    }

    @Test func invalidConfigurationIsRejectedWithItsPosition() async throws {
        try await withLoader("homes: FOLDER/a.xml\nserver: http://127.0.0.1:9/a") { loader, first in
            try configure("homes: FOLDER/b\nserver: http://127.0.0.1:9/b\nsockt: x")
            let fault = await #expect(throws: CatalogLoader.Failure.self) { try await loader.reload() }?.fault
            #expect(fault?.code == .badConfiguration)
            #expect(fault?.message.hasPrefix("\(folder)/domod.yaml:4:1: error: ") == true)
            // It leaves no trace.
            try configure("homes: FOLDER/a.xml\nserver: http://127.0.0.1:9/a")
            let third = try await loader.reload()
            #expect(third.catalog.links[0].port === first.catalog.links[0].port)
        }
    }

    @Test func invalidHouseRejectsTheConfigurationToo() async throws {
        try await withLoader("homes: FOLDER/a.xml\nserver: http://127.0.0.1:9/a") { loader, first in
            try files.write("/a.xml", HouseFiles.house(""))
            try configure("homes: FOLDER/a.xml\nserver: http://127.0.0.1:9/b")
            let fault = await #expect(throws: CatalogLoader.Failure.self) { try await loader.reload() }?.fault
            #expect(fault?.code == .badModel)
        }
    }

    @Test func unreadableConfigurationFileIsRejected() async throws {
        try await withLoader("homes: FOLDER/a.xml") { loader, _ in
            let moved = "\(folder)/domod.yaml"
            try FileBytes.replace(moved, with: [0xFF])
            let fault = await #expect(throws: CatalogLoader.Failure.self) { try await loader.reload() }?.fault
            #expect(fault?.code == .badConfiguration)
        }
    }

    @Test func settingsThatNeedARestartAreReportedAndKept() async throws {
        try await withLoader("homes: FOLDER/a.xml\nserver: http://127.0.0.1:9/a\nsocket: /one") { loader, first in
            try files.write(
                "/domod.yaml",
                """
                homes: \(folder)/a.xml
                server: http://127.0.0.1:9/a
                socket: /two
                state: /elsewhere
                history: {file: /h.sqlite, keep: 9d}
                """
            )
            let second = try await loader.reload()
            #expect(
                second.catalog.warnings == [
                    "socket: /two takes effect when domod is restarted; until then it is /one",
                    "state: /elsewhere takes effect when domod is restarted; until then it is \(folder)/state",
                    "history file: /h.sqlite takes effect when domod is restarted; "
                        + "until then it is \(folder)/state/history.sqlite",
                ]
            )
            #expect(second.configuration.state == "\(folder)/state")
            #expect(second.configuration.historyFile == first.configuration.historyFile)
            #expect(second.configuration.history.keep == .seconds(9 * 86_400))
        }
    }

    @Test func switchingOffTheHistoryNeedsARestart() async throws {
        try await withLoader("homes: FOLDER/a.xml\nserver: http://127.0.0.1:9/a") { loader, _ in
            try configure("homes: FOLDER/a.xml\nserver: http://127.0.0.1:9/a\nhistory: off")
            let second = try await loader.reload()
            #expect(
                second.catalog.warnings == [
                    "history: off takes effect when domod is restarted; until then it is \(folder)/state/history.sqlite"
                ]
            )
            #expect(!second.configuration.history.isOff)
        }
    }

    @Test func routedElementMayHaveSettingsInItsLink() async throws {
        let text = """
            homes: FOLDER/a.xml
            links:
              one: http://127.0.0.1:9/a
              two: {url: "http://127.0.0.1:9/b", dialect: openhab, elements: {A/Lamp: {item: lamp}}}
            server: one

            """
        try await withLoader(text) { _, first in
            let warning = "the configuration names the element \"A/Lamp\", which is in no house of its server"
            #expect(first.catalog.warnings == [warning])
        }
        try await withLoader(text + "routes: {Lamp: two}") { _, first in
            #expect(first.catalog.warnings == [])
            #expect(first.catalog.routes == [.init(path: "A/Lamp", types: FacetTypes([.binary]), link: 1)])
            #expect(first.catalog.links.map(\.key) == ["one", "two"])
        }
    }

    @Test func allLoggersFollowTheLevel() {
        let threshold = LogThreshold(.info)
        let logger = Logger(label: "x") { _ in DomodLogHandler(threshold: threshold) }
        var own = logger
        own.logLevel = .error
        threshold.level = .trace
        #expect(logger.logLevel == .trace)
        #expect(own.logLevel == .error)
    }

    @Test func stepWithoutASignalIsAWarningInEveryLoad() async throws {
        let settings = """
            homes: FOLDER/a.xml
            dialects: {mine: {actions: {on: {url: "{url}/{name}/on"}}}}
            server: {url: "http://127.0.0.1:9", dialect: mine}
            """
        try files.write("/scenes/noche.domo", "set Lamp on\nset Lamp off")
        try await withLoader(settings) { loader, first in
            let warning =
                "\(folder)/scenes/noche.domo:2:10: A/Lamp: the dialect mine has no order for off; it has orders for: on"
            #expect(first.catalog.warnings == [warning])
            #expect(first.catalog.scenes.map(\.name) == ["noche"])
            let second = try await loader.reload()
            #expect(second.catalog.warnings == [warning])
            #expect(second.catalog.scenes.map(\.name) == ["noche"])
            try files.write("/scenes/noche.domo", "set Lamp on\n" + String(repeating: "set Lamp off\n", count: 60))
            try files.write("/scenes/dia.domo", "toggle Lamp")
            #expect(try await loader.reload().catalog.warnings.count == 51)
        }
    }
}
