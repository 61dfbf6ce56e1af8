import DomoTestKit
import Foundation
import Testing

/// `links:` and `routes:` with the real programs.
@Suite(.waits) struct LinksTests {
    private static let lamp = "<Dispositivo><Nombre>Lamp</Nombre><Tipo>1</Tipo></Dispositivo>"
    private static let gong = "<Dispositivo><Nombre>Gong</Nombre><Tipo>1</Tipo></Dispositivo>"

    /// Two houses, `Uno` and `Dos`, each with a lamp and a gong.
    private static func with(_ body: (Household) throws -> Void) throws {
        try Household.with { household in
            for name in ["Uno", "Dos"] {
                try household.folder.write("houses/\(name).xml", Household.oneHouse(lamp + gong, name: name))
            }
            try body(household)
        }
    }

    @discardableResult
    private static func configure(_ household: Household, _ text: String) throws -> String {
        let places = "homes: \(household.folder.path)/houses\nsocket: \(household.socket)\nstate: \(household.state)\n"
        return try household.folder.write("domod.yaml", places + text)
    }

    @Test func elementsOfOneHouseAreOnTwoServers() throws {
        try Self.with { household in
            let (first, second) = (try RecordingServer(), try RecordingServer())
            let file = try Self.configure(
                household,
                """
                links:
                  one: http://127.0.0.1:\(first.port)/
                  two: {url: "http://127.0.0.1:\(second.port)/"}
                server: one
                routes: {Uno/Gong: two}
                """
            )
            try household.startedDaemon(["--config", file])
            for element in ["Uno/Lamp", "Uno/Gong", "Dos/Gong"] {
                expect(try household.domo("set", element, "on"), says: ["accepted"])
            }
            #expect((first.requests.count, second.requests.count) == (2, 1))
            expect(try household.domo("status"), says: ["links\n", "  one  http  http://127.0.0.1:\(first.port)/"])
            struct Status: Decodable {
                struct Link: Decodable { var key: String }
                var links: [Link]
            }
            #expect(try household.decoded(Status.self, "status").links.map(\.key) == ["one", "two"])
        }
    }

    /// One reload changes a server's password, adds a link, moves an element to it, and limits a user, under load.
    @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
    func everyOrderIsAnsweredOnceWhileTheConfigurationChanges() throws {
        try Self.with { household in
            let (first, second) = (try RecordingServer(), try RecordingServer())
            let password = try household.folder.write("password", "old\n")
            let links = """
                links:
                  one:
                    url: http://127.0.0.1:\(first.port)/one
                    user: ana
                    password-file: \(password)
                    deadline: 10m

                """
            try household.startedDaemon(["--config", try Self.configure(household, links + "server: one\n")])
            // Another user, who may open the socket and run `domo`.
            expect(try household.run("/bin/cp", ["\(Programs.folder)/domo", household.folder.path]))
            for (path, mode) in [("", 0o755), ("/domo", 0o755), ("/domo.sock", 0o666)] {
                try #require(chmod(household.folder.path + path, mode_t(mode)) == 0)
            }
            let theirs = 4000
            let orders = (0..<theirs).map { "set Dos/Gong \($0.isMultiple(of: 2) ? "on" : "off") --deadline 5m\n" }
                .joined()
            let other = try household.start(
                "/usr/bin/setpriv",
                ["--reuid=4242", "--regid=4242", "--clear-groups", "\(household.folder.path)/domo", "--json", "-"],
                input: try household.folder.write("orders", orders)
            )

            let elements = ["Uno/Lamp", "Uno/Gong", "Dos/Lamp"]
            let connections = try elements.map { ($0, try Connection(socket: household.socket)) }
            func send(_ count: Int) throws {
                for (element, connection) in connections {
                    for number in 0..<count {
                        try connection.send("set \(element) \(number.isMultiple(of: 2) ? "on" : "off")\n")
                    }
                }
            }
            try send(1)
            for (_, connection) in connections { #expect(try connection.line()?.contains("accepted") == true) }
            try send(200)
            try household.eventually("100 orders") { first.requests.count >= 100 }

            try household.folder.write("password", "new\n")
            try Self.configure(
                household,
                links + """
                      two: {url: "http://127.0.0.1:\(second.port)/two", deadline: 10m}
                    server: one
                    routes: {Uno/Gong: two}
                    access: {users: {4242: {role: act, places: [Uno]}}}

                    """
            )
            expect(try household.domo("reload"), says: ["2 houses, 4 elements"])
            let atReload = first.requests.count
            try send(200)

            var ids: Set<Substring> = []
            for (element, connection) in connections {
                for _ in 0..<400 {
                    let line = try #require(try connection.line())
                    #expect(line.contains(#""outcome":"accepted","attempts":1"#), "\(element): \(line)")
                    ids.insert(line.dropFirst(#"{"ok":{"id":"#.count).prefix { $0 != "," })
                }
                // There are no more replies than requests.
                try connection.send("scenes\n")
                #expect(try connection.line() == #"{"ok":{"scenes":[]}}"#)
            }
            #expect(ids.count == 1200)

            #expect(try other.waitForEnd() == 68, "\(other.errorOutput.prefix(500))")
            let answers = other.output.split(separator: "\n")
            #expect(answers.count == theirs)
            let carriedOut = answers.filter { $0.contains(#""outcome":"accepted""#) }.count
            let unknown = answers.filter { $0.contains(#""code":"unknown-element""#) }.count
            #expect(carriedOut > 0 && unknown > 0, "\(carriedOut) accepted, \(unknown) unknown")
            #expect(carriedOut + unknown == theirs)
            #expect(answers.prefix(carriedOut).allSatisfy { $0.contains(#""outcome":"accepted""#) })

            // Each accepted order was sent once.
            #expect(first.requests.count + second.requests.count == 1203 + carriedOut)
            #expect(second.requests.count >= 200)
            #expect(second.requests.allSatisfy { $0.line.contains("PERVMLSERVICENAME=Gong") })
            func basic(_ password: String) -> String { "Basic " + Data("ana:\(password)".utf8).base64EncodedString() }
            let authorizations = first.requests.map(\.authorization)
            #expect(Set(authorizations) == [basic("old"), basic("new")])
            let old = authorizations.lastIndex(of: basic("old")) ?? 0
            #expect(old <= atReload + 16)
        }
    }
}
