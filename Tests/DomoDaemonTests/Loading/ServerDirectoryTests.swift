import DomoEngine
import DomoHTTP
import Testing

@testable import DomoDaemon

struct ServerDirectoryTests {
    private func server(
        _ url: String = "http://127.0.0.1:9/a",
        password: String = "one",
        deadline: Duration = .seconds(10)
    ) throws -> Configuration.Server {
        let settings = try ServerSettings(url: url, credentials: .basic(user: "ana", password: password))
        return Configuration.Server(settings: settings, deadline: deadline)
    }

    private func with(_ body: (CurlLoop) throws -> Void) rethrows {
        let loop = CurlLoop()
        defer { loop.stop() }
        try body(loop)
    }

    private func isSame(_ one: Catalog.Server, _ other: Catalog.Server) -> Bool { one.driver === other.driver }

    @Test func unchangedServerKeepsItsDriver() throws {
        try with { loop in
            let before = ServerDirectory(usual: try server(), own: [:], http: loop)
            let own = ["Dos": try server("http://127.0.0.1:9/b")]
            let after = ServerDirectory(usual: try server(), own: own, http: loop, previous: before)
            #expect(after.servers.map(\.label) == ["http://127.0.0.1:9/a", "http://127.0.0.1:9/b"])
            #expect(isSame(before.servers[0], after.servers[0]))
            let again = ServerDirectory(usual: try server(), own: own, http: loop, previous: after)
            #expect(isSame(after.servers[1], again.servers[1]))
        }
    }

    @Test func changedPasswordMakesAnotherDriverUnderTheSameLabel() throws {
        try with { loop in
            let before = ServerDirectory(usual: try server(), own: [:], http: loop)
            let after = ServerDirectory(usual: try server(password: "two"), own: [:], http: loop, previous: before)
            #expect(after.servers.map(\.label) == before.servers.map(\.label))
            #expect(!isSame(before.servers[0], after.servers[0]))
        }
    }

    @Test func deadlineIsNoReasonForAnotherDriver() throws {
        try with { loop in
            let before = ServerDirectory(usual: try server(), own: [:], http: loop)
            let after = ServerDirectory(
                usual: try server(deadline: .seconds(3)),
                own: [:],
                http: loop,
                previous: before
            )
            #expect(isSame(before.servers[0], after.servers[0]))
            #expect(after.servers[0].deadline == .seconds(3))
        }
    }

    @Test func serverKeepsItsLabelWhenItsNamesakeLeaves() throws {
        try with { loop in
            let own = ["Dos": try server(password: "two"), "Uno": try server(password: "one")]
            let before = ServerDirectory(usual: nil, own: own, http: loop)
            #expect(before.servers.map(\.label) == ["http://127.0.0.1:9/a", "http://127.0.0.1:9/a (2)"])
            let after = ServerDirectory(usual: nil, own: ["Uno": try server()], http: loop, previous: before)
            #expect(after.servers.map(\.label) == ["http://127.0.0.1:9/a (2)"])
            #expect(isSame(before.servers[1], after.servers[0]))
        }
    }

    @Test func housesWithTheSameServerShareIt() throws {
        try with { loop in
            let own = ["Dos": try server(), "Uno": try server()]
            #expect(ServerDirectory(usual: try server(), own: own, http: loop).servers.count == 1)
        }
    }
}
