import DomoEngine
import DomoLanguage
import DomoModel
import DomoTestKit
import Glibc
import Logging
import NIOCore
import NIOPosix
import Synchronization

@testable import DomoDaemon

/// A link that accepts orders at once, or holds them until the test releases them.
final class HeldLink: LinkPort {
    private struct State: Sendable {
        var acceptsAtOnce = true
        var held: [(Dispatch, @Sendable (Outcome) -> Void)] = []
        var holdsReads = false
        var heldReads: [@Sendable () -> Void] = []
        var isStopped = false
    }

    private let state = Mutex(State())

    var held: [Dispatch] { state.withLock { $0.held.map(\.0) } }

    func hold() { state.withLock { $0.acceptsAtOnce = false } }

    /// - Parameter reversed: whether to release them in reverse order.
    func release(reversed: Bool = false) {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for (_, report) in reversed ? held.reversed() : held { report(.accepted) }
    }

    func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {
        let isHeld = state.withLock { state in
            if !state.acceptsAtOnce { state.held.append((dispatch, report)) }
            return !state.acceptsAtOnce
        }
        if !isHeld { report(.accepted) }
    }

    func cancel(_ id: Dispatch.ID) {}

    var isStopped: Bool { state.withLock(\.isStopped) }

    func stop(_ stopped: @escaping @Sendable () -> Void) {
        state.withLock { $0.isStopped = true }
        stopped()
    }

    /// Holds reads until `releaseReads`.
    func holdReads() { state.withLock { $0.holdsReads = true } }

    func releaseReads() {
        let held = state.withLock { state in
            defer { (state.holdsReads, state.heldReads) = (false, []) }
            return state.heldReads
        }
        for answer in held { answer() }
    }

    /// Reports all switches as on.
    func read(_ query: Query, report: @escaping @Sendable (Answer) -> Void) {
        let answer = { @Sendable in
            let targets = query.targets.indices.filter { query.targets[$0].types.contains(.binary) }
            report(.states(targets.map { Answer.State(target: $0, type: .binary, value: .on) }))
        }
        let isHeld = state.withLock { state in
            if state.holdsReads { state.heldReads.append(answer) }
            return state.holdsReads
        }
        if !isHeld { answer() }
    }
}

struct HeldProfile: LinkProfile {
    let endpoints = [EndpointProfile(label: "test", slots: 256)]
    let reading: ReadPolicy?

    func readable(_ target: Target) -> FacetTypes { target.types }

    func signal(for value: Value, of target: Target) throws(SignalFault) -> String {
        "TEST \(target.name) \(value.word)"
    }
}

/// An in-process control socket with a runtime and a house of 64 lamps, 8 blinds, 8 dimmers and 2 displays.
final class ServedHouse: Sendable {
    let folder: TemporaryFolder
    let link = HeldLink()
    let runtime: HouseRuntime
    let server: ControlServer
    private let group: MultiThreadedEventLoopGroup

    var socket: String { folder.path + "/domo.sock" }

    private init(
        lamps: Int,
        memory: FakeMemory?,
        diskPatience: TimeAmount,
        quota: ClientQuota,
        reading: ReadPolicy?,
        holdsReads: Bool,
        user: @escaping @Sendable (any Channel) -> Principal.User
    ) async throws {
        if holdsReads { link.holdReads() }
        folder = try TemporaryFolder()
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        runtime = HouseRuntime(
            eventLoop: group.next(),
            seed: 1,
            log: log,
            memory: memory,
            diskPatience: diskPatience,
            quota: quota,
            requestLoad: { _ in }
        )
        let catalog = Self.catalog(lamps: lamps, port: link, reading: reading)
        // Looked up in advance, so that the first client need not wait for it.
        try await UserNames.ofMachine.prepare(getuid(), on: group.next(), within: .seconds(60)).get()
        await runtime.loaded(.success(catalog), memories: memory?.memories ?? Memory(), for: [])
        server = try await ControlServer.bind(
            folder.path + "/domo.sock",
            runtime: runtime,
            group: group,
            user: user,
            log: log
        )
    }

    static func catalog(lamps: Int, port: any LinkPort, reading: ReadPolicy? = nil) -> Catalog {
        func elements(_ name: String, _ count: Int, _ type: FacetType) -> [Element] {
            (0..<count).map { Element(name: "\(name)\($0)", kind: .device, types: FacetTypes([type])!) }
        }
        let sectors = [
            Sector(name: "Salon", elements: elements("Lamp", lamps, .binary) + elements("Blind", 8, .bidirectional)),
            Sector(name: "Cocina", elements: elements("Dimmer", 8, .regulable) + elements("Display", 2, .value)),
        ]
        return Catalog(
            houses: [House(name: "Casa", sectors: sectors)],
            links: [Catalog.Link(label: "test", profile: HeldProfile(reading: reading), port: port)],
            linkOfHouse: [0]
        )
    }

    func client() throws -> SocketClient { try SocketClient(socket) }

    static func with<Result>(
        lamps: Int = 64,
        memory: FakeMemory? = nil,
        diskPatience: TimeAmount = .seconds(60),
        quota: ClientQuota = ClientQuota(),
        reading: ReadPolicy? = nil,
        holdsReads: Bool = false,
        user: @escaping @Sendable (any Channel) -> Principal.User = Peer.user(of:),
        _ body: (ServedHouse) async throws -> Result
    ) async throws -> Result {
        let house = try await ServedHouse(
            lamps: lamps,
            memory: memory,
            diskPatience: diskPatience,
            quota: quota,
            reading: reading,
            holdsReads: holdsReads,
            user: user
        )
        do {
            let result = try await body(house)
            try await house.close()
            return result
        } catch {
            try await house.close()
            throw error
        }
    }

    private func close() async throws {
        await runtime.stop(patience: .seconds(1))
        try? await server.channel.close()
        try await group.shutdownGracefully()
    }
}
