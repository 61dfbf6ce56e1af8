import DomoFleet
import DomoModel
import Testing

@testable import DomoFleetStore

struct PresenceBookTests {
    private var book = PresenceBook()
    private let one = HouseID("casa0001")!
    private let other = HouseID("casa0002")!

    private mutating func answer(_ servers: String..., at now: UInt64 = 0) {
        for server in servers {
            book.noteAnswer(of: server, named: server.lowercased(), time: Int64(now / 1_000_000), now: now)
        }
    }

    private mutating func list(_ server: String, _ connections: [UInt64: PresenceBook.Connection] = [:]) {
        book.startList(of: server)
        book.addToList(connections, of: server)
        book.endList(of: server, at: 0)
    }

    private func connection(_ house: HouseID, _ start: Int64 = 5) -> PresenceBook.Connection {
        PresenceBook.Connection(house: house, start: start)
    }

    @Test mutating func nothingIsCompleteBeforeEachServerHasGivenItsList() {
        #expect(!book.isComplete)
        answer("A", "B")
        #expect(!book.isComplete && book.serverToRead(at: 0, interval: .max) != nil)
        list("A", [1: connection(one)])
        #expect(!book.isComplete && book.serverToRead(at: 0, interval: .max)?.id == "B")
        list("B")
        #expect(book.isComplete && book.serverToRead(at: 0, interval: .max) == nil)
        #expect(book.takeChanges() == [one: .init(isConnected: true, since: 5)])
        #expect(book.takeChanges() == [:])
        // The old lists are read again, and a new server's.
        #expect(book.serverToRead(at: 100, interval: 100) != nil)
        answer("C")
        #expect(!book.isComplete && book.serverToRead(at: 0, interval: .max)?.id == "C")
    }

    /// The new connection is reported before the end of the old one, or after it.
    @Test mutating func houseThatMovesIsConnectedThroughout() {
        answer("A", "B")
        list("A", [1: connection(one)])
        list("B")
        _ = book.takeChanges()
        book.noteConnected(connection(one, 7), number: 1, to: "B")
        #expect(book.isConnected(one) && book.takeChanges() == [:])
        book.noteDisconnected(number: 1, from: "A", at: 8)
        #expect(book.isConnected(one) && book.takeChanges() == [:])
        book.noteDisconnected(number: 1, from: "B", at: 9)
        #expect(!book.isConnected(one))
        book.noteConnected(connection(one, 10), number: 2, to: "A")
        #expect(book.takeChanges() == [one: .init(isConnected: true, since: 10)])
        // The same event twice.
        book.noteConnected(connection(one, 10), number: 2, to: "A")
        book.noteDisconnected(number: 2, from: "A", at: 11)
        book.noteDisconnected(number: 2, from: "A", at: 11)
        #expect(book.takeChanges() == [one: .init(isConnected: false, since: 11)])
    }

    @Test mutating func eventsDuringTheListCountMore() {
        answer("A")
        book.startList(of: "A")
        // Both began or ended after the server had written the list.
        book.noteConnected(connection(one), number: 9, to: "A")
        book.noteDisconnected(number: 3, from: "A", at: 6)
        book.addToList([3: connection(other), 4: connection(other)], of: "A")
        book.noteDisconnected(number: 4, from: "A", at: 7)
        book.endList(of: "A", at: 0)
        #expect(book.isConnected(one) && !book.isConnected(other))
    }

    @Test mutating func listCorrectsWhatWasMissed() {
        answer("A", at: 40_000_000_000)
        list("A", [1: connection(one), 2: connection(other)])
        _ = book.takeChanges()
        list("A", [2: connection(other), 3: connection(other)])
        #expect(!book.isConnected(one) && book.isConnected(other))
        #expect(book.takeChanges() == [one: .init(isConnected: false, since: 40_000)])
        // One that could not be read to its end changes nothing.
        book.startList(of: "A")
        book.addToList([7: connection(one)], of: "A")
        book.giveUpList(of: "A")
        #expect(!book.isConnected(one) && book.isConnected(other) && book.isComplete)
    }

    @Test mutating func housesOfADeadServerAreAwaySinceItAnsweredLast() {
        answer("A", "B")
        list("A", [1: connection(one), 2: connection(other)])
        list("B", [1: connection(other)])
        _ = book.takeChanges()
        let now = PresenceBook.patience + 7_000_000
        answer("B", at: now)
        #expect(book.forgetSilent(at: now - 7_000_001) == [])
        #expect(book.forgetSilent(at: now) == ["a"])
        #expect(book.takeChanges() == [one: .init(isConnected: false, since: 0)])
        #expect(book.isConnected(other) && book.isComplete)
        // It comes back, and its list is read.
        answer("A", at: now)
        #expect(!book.isComplete)
        // Its events before mean nothing yet, but are in the list.
        book.noteConnected(connection(one), number: 1, to: "A")
        list("A", [1: connection(one)])
        #expect(book.isConnected(one))
        book.noteDisconnected(number: 1, from: "A", at: 9)
        #expect(!book.isConnected(one))
    }

    @Test mutating func eventsOfUnknownServersAreIgnored() {
        book.noteConnected(connection(one), number: 1, to: "X")
        book.noteDisconnected(number: 1, from: "X", at: 9)
        book.startList(of: "X")
        book.addToList([1: connection(one)], of: "X")
        book.endList(of: "X", at: 0)
        #expect(!book.isConnected(one) && book.takeChanges() == [:])
    }

    @Test mutating func tooManyServersMakeItUncertain() {
        for number in 0..<PresenceBook.maxServers {
            answer("S\(number)")
            list("S\(number)")
        }
        #expect(book.isComplete)
        answer("more")
        #expect(!book.isComplete)
    }

    /// Random events, in any order between the servers, and lists at any moment: in the end it is what is so.
    @Test(arguments: 0..<50) mutating func agreesWithTheServers(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var truth: [String: [UInt64: HouseID]] = ["A": [:], "B": [:], "C": [:]]
        var queues: [String: [Event]] = [:]
        var number: UInt64 = 0
        let houses = (0..<5).compactMap { HouseID("casa000\($0)") }
        answer("A", "B", "C")
        for server in truth.keys { list(server) }
        var reading: Set<String> = []
        for _ in 0..<400 {
            let server = ["A", "B", "C"].randomElement(using: &random)!
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                number += 1
                let house = houses.randomElement(using: &random)!
                truth[server]?[number] = house
                queues[server, default: []].append(.connected(house, number))
            case 4..<7:
                guard let gone = truth[server]?.keys.randomElement(using: &random) else { continue }
                truth[server]?[gone] = nil
                queues[server, default: []].append(.disconnected(gone))
            case 7:
                if reading.remove(server) == nil {
                    book.startList(of: server)
                    // The server writes the list now; it arrives after the events before it.
                    let list = truth[server, default: [:]].mapValues { connection($0) }
                    queues[server, default: []].append(.list(list))
                    reading.insert(server)
                } else {
                    deliver(&queues, server, .max)
                    book.endList(of: server, at: 0)
                }
            default: deliver(&queues, server, Int.random(in: 0...3, using: &random))
            }
        }
        for server in truth.keys {
            deliver(&queues, server, .max)
            if reading.contains(server) { book.endList(of: server, at: 0) }
        }
        let connected = Set(truth.values.flatMap(\.values))
        for house in houses { #expect(book.isConnected(house) == connected.contains(house), "\(house)") }
    }

    @Test mutating func olderConnectionsOfAHouseAreSurplus() {
        let second: UInt64 = 1_000_000_000
        answer("A", "B")
        list("A", [1: connection(one), 2: connection(other)])
        list("B")
        book.noteConnected(connection(one, 7), number: 1, to: "B")
        // It may be moving.
        #expect(book.takeSurplus(at: second).isEmpty)
        #expect(book.takeSurplus(at: second + PresenceBook.moving - 1).isEmpty)
        #expect(
            book.takeSurplus(at: second + PresenceBook.moving) == [.init(house: one, server: "A", number: 1)]
        )
        // It is still there later.
        #expect(book.takeSurplus(at: 2 * second + PresenceBook.moving).isEmpty)
        #expect(book.takeSurplus(at: second + 2 * PresenceBook.moving).count == 1)
        book.noteDisconnected(number: 1, from: "A", at: 8)
        #expect(book.takeSurplus(at: 100 * second).isEmpty)
        // More than one that moves, and on one server at the same time.
        for number in 10..<13 { book.noteConnected(connection(other), number: UInt64(number), to: "A") }
        #expect(Set(book.takeSurplus(at: 101 * second).map(\.number)) == [2, 10, 11])
        // A server that is gone has none.
        list("A")
        #expect(book.takeSurplus(at: 200 * second).isEmpty)
    }

    private enum Event {
        case connected(HouseID, UInt64)
        case disconnected(UInt64)
        case list([UInt64: PresenceBook.Connection])
    }

    private mutating func deliver(_ queues: inout [String: [Event]], _ server: String, _ count: Int) {
        for _ in 0..<min(count, queues[server]?.count ?? 0) {
            switch queues[server]?.removeFirst() {
            case .connected(let house, let number)?: book.noteConnected(connection(house), number: number, to: server)
            case .disconnected(let number)?: book.noteDisconnected(number: number, from: server, at: 9)
            case .list(let list)?: book.addToList(list, of: server)
            case nil: break
            }
        }
    }
}
