import DomoTestKit
import Glibc
import Testing

@testable import DomoFleetStore

@Suite(.serialized, .postgreSQL)
struct ConnectionTests {
    @Test func valuesComeBackAsTheyWere() throws {
        let connection = try StoreConnection(SharedServer.current.settings())
        let text = "quote ' double \" tab \t newline \n return \r backslash \\ \\N \\. ñ 雪 🏠 \u{FFFF} \u{10FFFF}"
        let rows = try connection.run(
            "SELECT $1::text, $2::bigint, $3::boolean, $4::bytea = '\\x00ff5c27', $5::text, $6::text = ''",
            [.text(text), .integer(.min), .bool(true), .bytes([0, 0xFF, 0x5C, 0x27]), .null, .text("")]
        )
        #expect(rows.text(0, 0) == text)
        #expect(rows.integer(0, 1) == .min)
        #expect(rows.bool(0, 2) == true)
        #expect(rows.bool(0, 3) == true)
        #expect(rows.text(0, 4) == nil)
        #expect(rows.bool(0, 5) == true)
        #expect(rows.text(1, 0) == nil)
        #expect(rows.text(0, 99) == nil)
    }

    static let refusals: [(sql: String, kind: StoreFault.Kind, state: String)] = [
        ("SELECT 1/0", .data, "22012"),
        ("SELEC 1", .refused, "42601"),
        ("SELECT * FROM nowhere", .refused, "42P01"),
        ("SELECT pg_advisory_lock(1), pg_sleep(60)", .busy, "57014"),
        ("SELECT 'x'::text::int", .data, "22P02"),
        ("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$", .exhausted, "53100"),
        ("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END $$", .busy, "40P01"),
        ("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '42501'; END $$", .denied, "42501"),
    ]

    @Test(arguments: refusals)
    func refusedStatementLeavesTheConnectionUsable(sql: String, kind: StoreFault.Kind, state: String) throws {
        var settings = try SharedServer.current.settings()
        settings.statementTimeout = .milliseconds(300)
        let connection = try StoreConnection(settings)
        let fault = #expect(throws: StoreFault.self) { try connection.run(sql) }
        #expect(fault?.kind == kind)
        #expect(fault?.sqlState == state)
        #expect(connection.isUsable)
        #expect(try connection.run("SELECT 1").integer(0, 0) == 1)
    }

    @Test func textWithNULIsRefused() throws {
        let connection = try StoreConnection(SharedServer.current.settings())
        #expect(throws: StoreFault.self) { try connection.run("SELECT $1::text", [.text("a\0b")]) }
        #expect(try connection.run("SELECT 1").integer(0, 0) == 1)
    }

    @Test func failedTransactionIsRolledBack() throws {
        let connection = try StoreConnection(SharedServer.current.makeDatabase())
        try connection.run("CREATE TABLE public.t (n int)")
        let fault = #expect(throws: StoreFault.self) {
            try connection.transaction { () throws(StoreFault) in
                try connection.run("INSERT INTO public.t VALUES (1)")
                try connection.run("SELECT 1/0")
            }
        }
        #expect(fault?.sqlState == "22012")
        #expect(try connection.count("public.t") == 0)
    }

    @Test func endedConnectionIsLost() throws {
        let settings = try SharedServer.current.settings()
        let connection = try StoreConnection(settings)
        let other = try StoreConnection(settings)
        try other.run("SELECT pg_terminate_backend($1::int)", [.integer(Int64(connection.processID))])
        let fault = #expect(throws: StoreFault.self) { try connection.run("SELECT 1") }
        #expect(fault?.kind == .lost)
        #expect(!connection.isUsable)
        #expect(throws: StoreFault.self) { try connection.run("SELECT 1") }
    }

    @Test func wrongUserAndDatabaseAreDenied() throws {
        let server = try SharedServer.current
        for settings in [server.settings(user: "nobody"), server.settings(database: "nowhere")] {
            let fault = #expect(throws: StoreFault.self) { try StoreConnection(settings) }
            #expect(fault?.kind == .denied)
        }
    }

    @Test func tooManyConnectionsAreALoss() throws {
        let server = try SharedServer.current
        // The superuser has connections of its own.
        let owner = try StoreConnection(server.settings())
        try owner.run("CREATE ROLE guest LOGIN CONNECTION LIMIT 0")
        defer { #expect(throws: Never.self) { try owner.run("DROP ROLE guest") } }
        let fault = #expect(throws: StoreFault.self) { try StoreConnection(server.settings(user: "guest")) }
        #expect(fault?.kind == .lost)
    }

    @Test func noServerIsALoss() throws {
        let fault = #expect(throws: StoreFault.self) {
            try StoreConnection(StoreSettings(url: "postgresql:///x?host=/nonexistent"))
        }
        #expect(fault?.kind == .lost)
        #expect(fault?.message.contains("/nonexistent") == true)
    }

    @Test func passwordIsNeverQuoted() throws {
        for url in ["postgresql://user:geheim@[", "postgresql://user:geheim@/x?nonsense=1", "geheim geheim"] {
            let fault = #expect(throws: StoreFault.self) { try StoreConnection(StoreSettings(url: url)) }
            #expect(fault.map { "\($0)".contains("geheim") } == false)
            #expect(fault?.kind == .denied)
        }
    }

    /// A listener whose queue is full accepts the connection in the kernel, but nobody answers.
    @Test func silentServerIsALoss() throws {
        let (descriptor, port) = try Loopback.bound(backlog: 1)
        defer { close(descriptor) }
        var settings = StoreSettings(url: "postgresql://domo@127.0.0.1:\(port)/x")
        settings.connectTimeout = .milliseconds(200)
        let fault = #expect(throws: StoreFault.self) { try StoreConnection(settings) }
        #expect(fault?.kind == .lost)
        #expect(fault?.message.contains("in time") == true)
    }

    @Test func serverThatHangsIsALoss() throws {
        var settings = try SharedServer.current.settings()
        settings.statementTimeout = .milliseconds(100)
        settings.grace = .milliseconds(100)
        let connection = try StoreConnection(settings)
        let process = try connection.processID
        kill(process, SIGSTOP)
        defer { kill(process, SIGCONT) }
        let fault = #expect(throws: StoreFault.self) { try connection.run("SELECT 1") }
        #expect(fault?.kind == .lost)
        #expect(!connection.isUsable)
    }
}
