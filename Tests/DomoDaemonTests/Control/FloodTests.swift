import Dispatch
import DomoEngine
import DomoTestKit
import Glibc
import NIOCore
import Synchronization
import Testing

@testable import DomoDaemon

/// What a client sends is handled in turns of users, and not at all if the client is gone. The numbers of orders show what
/// was handled before them, however fast the machine is.
struct FloodTests {
    /// Runs `body` while the event loop of the house stands still.
    private static func whileStopped(_ house: ServedHouse, _ body: () throws -> Void) rethrows {
        let mayGoOn = DispatchSemaphore(value: 0)
        house.runtime.eventLoop.execute { _ = mayGoOn.wait(timeout: .now() + 60) }
        defer { mayGoOn.signal() }
        try body()
    }

    private static func number(_ reply: String) throws -> Int {
        try #require(Int(reply.dropFirst(#"{"ok":{"id":"#.count).prefix { $0.isNumber }), "\(reply)")
    }

    @Test func ordersOfAClientThatIsGoneAreNotCarriedOut() async throws {
        try await ServedHouse.with { house in
            let other = try house.client()
            _ = try other.ask("show Lamp1")
            try Self.whileStopped(house) {
                let gone = try house.client()
                try gone.send("set Lamp1 on\nset Lamp1 off\n")
                let stopped = try house.client()
                try stopped.send("set Lamp1 on\n")
                stopped.endSending()
                try other.send("set Lamp2 on\n")
                // The first is closed here wholly, the second too: nobody would read their answers.
            }
            #expect(try Self.number(#require(try other.line())) == 1)
            #expect(try other.ask("show Lamp1").contains(#""certainty":"unknown""#))
        }
    }

    @Test func clientThatOnlyStopsSendingGetsItsAnswers() async throws {
        try await ServedHouse.with { house in
            let client = try house.client()
            _ = try client.ask("show Lamp1")
            try Self.whileStopped(house) {
                try client.send("set Lamp1 on\nset Lamp2 on\n")
                client.endSending()
            }
            #expect(try [client.line(), client.line()].compactMap { $0 }.map(Self.number) == [1, 2])
            #expect(try client.line() == nil)
        }
    }

    /// 50 connections of one user, each with as many orders as are read at once, before one order of another user.
    @Test func usersTakeTurnsNotConnections() async throws {
        let users = Mutex<[UInt32]>([])
        let next: @Sendable (any Channel) -> Principal.User = { _ in
            users.withLock { users in
                let id = users.isEmpty ? 1 : users.removeFirst()
                return Principal.User(id: id, name: "user\(id)", groups: [])
            }
        }
        try await ServedHouse.with(user: next) { house in
            func client(_ user: UInt32) throws -> SocketClient {
                users.withLock { $0 = [user] }
                let client = try house.client()
                _ = try client.ask("scenes")
                return client
            }
            let crowd = try (0..<50).map { _ in try client(2001) }
            let other = try client(2002)
            let line = "set Lamp1 on --wait none\n"
            let lines = 4096 / line.utf8.count
            try Self.whileStopped(house) {
                for client in crowd { try client.send(String(repeating: line, count: lines)) }
                try other.send("set Lamp2 on --wait none\n")
            }
            let number = try Self.number(#require(try other.line()))
            // A slice ends with this length of answers at the latest; each is longer than 100 bytes.
            #expect(number <= TurnSlice.bytes / 100, "\(number) of \(crowd.count * lines)")
            #expect(crowd.count * lines > 2 * TurnSlice.bytes / 100)
        }
    }
}
