import Dispatch
import DomoEngine
import DomoHTTP
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Logging
import Synchronization
import Testing

@testable import DomoDaemon

/// Houses fetched from URLs.
struct HouseURLTests {
    private let files: HouseFiles
    private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws {
        files = try HouseFiles()
    }

    private func loader(_ sources: String...) -> HouseLoader {
        HouseLoader(sources: sources, state: files.folder.path + "/state", log: log, check: HouseFiles.findings)
    }

    @Test func urlsAreFetchedConcurrently() async throws {
        // It responds only after all three requests have arrived.
        let server = try HouseServer(.fileAfter(requests: 3, HouseFiles.house("A")))
        defer { server.stop() }
        let fetched = await HouseLoader.fetch(["\(server.url)?1", "\(server.url)?2", "\(server.url)?3"])
        #expect(
            try fetched.values.map { String(decoding: try $0.get().bytes, as: UTF8.self) }
                == Array(repeating: HouseFiles.house("A"), count: 3)
        )
    }

    @Test(arguments: [
        (HouseServer.Answer.status("404 Not Found"), Fault.Code.noSuchFile),
        (.status("503 No"), .unreachable),
        (.file("<html>starting</html>"), .badModel),
    ])
    func startSkipsAHouseThatCanNotBeFetched(answer: HouseServer.Answer, code: Fault.Code) async throws {
        try files.write("/b.xml", HouseFiles.house("B"))
        let server = try HouseServer(answer)
        defer { server.stop() }
        let loader = loader(server.url, files.folder.path + "/b.xml")
        for mode in [HouseLoader.Mode.start, .retry] {
            let load = try await loader.load(mode)
            #expect(load.houses.map(\.name) == ["B"])
            #expect(load.unfetched == [server.url])
            #expect(load.warnings.count == 1)
            #expect(load.warnings.first?.contains("are left out until the URL can be fetched") == true)
        }
        // A requested reload reports the error.
        let fault = await #expect(throws: Fault.self) { _ = try await loader.load(.reload) }
        #expect(fault?.code == code)
    }

    @Test func lastGoodCopyReplacesAURL() async throws {
        let server = try HouseServer(.file(HouseFiles.house("A")))
        let loader = loader(server.url)
        #expect(try await loader.load(.start).unfetched == [])
        server.stop()
        let load = try await loader.load(.start)
        #expect(load.houses.map(\.name) == ["A"])
        #expect(load.unfetched == [server.url])
        #expect(load.warnings.first?.contains("the last good copy is used until the URL can be fetched") == true)
    }

    @Test func unreadableCopyIsReported() async throws {
        let server = try HouseServer(.file(HouseFiles.house("A")))
        let loader = loader(server.url)
        _ = try await loader.load(.start)
        server.stop()
        let folder = files.folder.path + "/state/homes"
        for name in try FileBytes.names(in: folder) { try FileBytes.replace("\(folder)/\(name)", with: [0xFF]) }
        let load = try await loader.load(.start)
        #expect(load.houses.isEmpty)
        #expect(load.warnings.contains { $0.contains("the copy of \(server.url)") && $0.contains("can't be used") })
    }

    @Test func invalidURLIsAConfigurationError() async throws {
        let fault = await #expect(throws: Fault.self) { _ = try await loader("http://a b/").load(.start) }
        #expect(fault?.code == .badConfiguration)
    }

    @Test func missingFileFailsTheStartDespiteAURL() async throws {
        let server = try HouseServer(.file(HouseFiles.house("A")))
        defer { server.stop() }
        let loader = loader(server.url, files.folder.path + "/none.xml")
        let fault = await #expect(throws: Fault.self) { _ = try await loader.load(.start) }
        #expect(fault?.code == .noSuchFile)
    }

    @Test func sceneOfASkippedHouseDoesNotBlockTheOtherHouses() async throws {
        try files.write("/b.xml", HouseFiles.house("B"))
        try files.write("/scenes/far.domo", "set Far on\n")
        let server = try HouseServer(.status("404 Not Found"))
        defer { server.stop() }
        let load = try await loader(server.url, files.folder.path + "/b.xml").load(.retry)
        #expect(load.scenes.isEmpty)
        #expect(load.warnings.contains { $0.contains("far.domo") })
    }

    @Test func cancelledLoadEndsWhileItsURLsDoNotRespond() async throws {
        // On the thread of the server: a task might wait for the processor until the downloads have timed out.
        let requested = DispatchSemaphore(value: 0)
        let began = Mutex<Task<HouseLoad, any Error>?>(nil)
        let server = try HouseServer(
            .silenceThen(requests: 2) {
                requested.wait()
                began.withLock { $0?.cancel() }
            }
        )
        defer { server.stop() }
        let loader = loader("\(server.url)?1", "\(server.url)?2")
        let load = Task { try await loader.load(.reload) }
        began.withLock { $0 = load }
        requested.signal()
        let fault = await #expect(throws: Fault.self) { _ = try await load.value }
        // After 10 s, they would be unreachable.
        #expect(fault?.code == .stopping)
    }

    // MARK: Retrying

    private func catalogLoader(_ text: String, _ loop: CurlLoop) throws -> CatalogLoader {
        try files.write("/domod.yaml", "state: \(files.folder.path)/state\n\(text)\n")
        let source = ConfigurationSource(flags: .init(), file: "\(files.folder.path)/domod.yaml", environment: [:])
        return CatalogLoader(
            source: source,
            started: try source.read(),
            simulate: nil,
            resources: LinkResources(http: loop),
            log: log
        )
    }

    @Test func houseIsRetriedWithIncreasingPauses() async throws {
        let server = try HouseServer(.status("404 Not Found"))
        defer { server.stop() }
        let loop = CurlLoop()
        defer { loop.stop() }
        let loader = try catalogLoader("homes: \(server.url)", loop)
        #expect(try await loader.start().catalog.index.houses.isEmpty)

        let (pauses, paused) = AsyncStream.makeStream(of: Duration.self)
        let requests = LoadRequests()
        let service = RetryService(loader: loader, requests: requests, log: log) { pause in
            paused.yield(pause)
            try Task.checkCancellation()
        }
        let task = Task { try await service.run() }
        var seen: [Duration] = []
        for await pause in pauses {
            seen.append(pause)
            if seen.count == 9 { break }
        }
        #expect(seen == [5, 10, 20, 40, 80, 160, 300, 300, 300].map { .seconds($0) })
        server.setAnswer(.file(HouseFiles.house("A")))
        for await _ in requests.asks { break }
        let (ids, mode) = requests.takeAll()
        #expect(ids.isEmpty && mode == .retry)
        let load = try await loader.reload(mode)
        #expect(load.catalog.index.houses.map(\.name) == ["A"])
        #expect(load.catalog.warnings.filter { $0.contains("fetched") } == [])
        #expect(await loader.unfetched == [])
        task.cancel()
        try await task.value
    }

    @Test func oneHouseIsLoadedWhileAnotherIsStillMissing() async throws {
        let (one, other) = (try HouseServer(.status("404 No")), try HouseServer(.status("503 No")))
        defer {
            one.stop()
            other.stop()
        }
        let loop = CurlLoop()
        defer { loop.stop() }
        let loader = try catalogLoader("homes: [\"\(one.url)\", \"\(other.url)\"]", loop)
        _ = try await loader.start()
        #expect(await loader.tryAgain().isThere == false)
        one.setAnswer(.file(HouseFiles.house("A")))
        let (isThere, problems) = await loader.tryAgain()
        #expect(isThere)
        #expect(problems.count == 1)
        let load = try await loader.reload(.retry)
        #expect(load.catalog.index.houses.map(\.name) == ["A"])
        #expect(await loader.unfetched == [other.url])
    }

    @Test func requestedReloadTakesPrecedenceOverARetry() {
        let requests = LoadRequests()
        requests.requestRetry()
        requests.ask(nil)
        #expect(requests.takeAll().mode == .reload)
        requests.requestRetry()
        #expect(requests.takeAll().mode == .retry)
    }
}
