import DomoEngine
import DomoLanguage
import NIOCore
import Testing

@testable import DomoDaemon

/// Accounts take turns, however many connections each of them has.
struct ClientTurnsTests {
    private final class Waiting: Client {
        let peer = Principal.user(1000, name: "ana")
        var principal: Principal { peer }
        var account = ClientQuota.Account.user(1000)
        var idleSince: NIODeadline? { nil }

        func become(_ principal: Principal?) {}
        func takeTurn(_ slice: inout TurnSlice, in runtime: isolated HouseRuntime) -> Bool { false }
        func answer(_ number: Int, _ reply: Reply, in runtime: isolated HouseRuntime) {}
        func willWork(on number: Int) {}
        func answer(_ number: Int, written reply: WrittenReply, in runtime: isolated HouseRuntime) {}
        func send(event line: [UInt8], in runtime: isolated HouseRuntime) {}
        func turnEnds() {}
        func close() {}
        func closeForStop(in runtime: isolated HouseRuntime) {}
    }

    @Test func anotherAccountWaitsForOneSlice() throws {
        var turns = ClientTurns()
        let (crowd, other) = ((0..<1000).map { _ in Waiting() }, Waiting())
        for client in crowd { turns.append(client, of: .user(1)) }
        turns.append(other, of: .user(2))
        #expect(turns.accounts == 2)
        // The clients of an account take turns too.
        for number in 0..<3 { #expect(turns.next() === crowd[number]) }
        turns.endTurn()
        #expect(turns.next() === other)
        #expect(turns.next() == nil)
        turns.endTurn()
        #expect(turns.accounts == 1 && turns.next() === crowd[3])
    }

    @Test func accountWithoutClientsHasNoTurn() {
        var turns = ClientTurns()
        #expect(turns.isEmpty && turns.next() == nil)
        turns.endTurn()
        let client = Waiting()
        turns.append(client, of: .user(1))
        #expect(turns.next() === client)
        turns.append(client, of: .user(1))
        turns.endTurn()
        #expect(!turns.isEmpty && turns.next() === client)
        turns.endTurn()
        #expect(turns.isEmpty)
    }
}
