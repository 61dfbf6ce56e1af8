import Synchronization
import Testing

@testable import DomoWeb

/// Which connections are refused, and which give way.
@Suite struct ConnectionCountsTests {
    /// The connections of a test, by the names it gives them.
    private final class UnderTest: Sendable {
        let counts: ConnectionCounts
        private let ids = Mutex<[String: ConnectionCounts.ID]>([:])
        private let closedNames = Mutex<[String]>([])

        init(total: Int = 8, reserve: Int = 2, perAddress: Int = 4) {
            var limits = ConnectionLimits.standard
            (limits.maxConnections, limits.reserve) = (total, reserve)
            limits.maxConnectionsPerAddress = perAddress
            counts = ConnectionCounts(limits, proxy: "127.0.0.1")
        }

        var closed: [String] { closedNames.withLock { $0 } }

        func open(_ name: String, from address: String?, isIdle: Bool = true) -> Bool {
            let id = counts.open(from: address) { self.closedNames.withLock { $0.append(name) } }
            guard let id else { return false }
            ids.withLock { $0[name] = id }
            if !isIdle { _ = counts.begin(id, for: address ?? "unix") }
            return true
        }

        /// A request on a connection begins.
        func begin(_ name: String, for client: String) -> Bool {
            ids.withLock { $0[name] }.map { counts.begin($0, for: client) } ?? false
        }

        func end(_ name: String) { ids.withLock { $0[name] }.map(counts.end) }

        func close(_ name: String) { ids.withLock { $0[name] }.map(counts.close) }
    }

    @Test func addressHasAShareAndTheProxyHasNone() {
        let test = UnderTest(perAddress: 1)
        #expect(test.open("a", from: "10.0.0.1", isIdle: false))
        #expect(!test.open("b", from: "10.0.0.1"))
        #expect(test.open("c", from: "10.0.0.2"))
        #expect(test.open("d", from: "127.0.0.1") && test.open("e", from: "127.0.0.1"))
        #expect(test.open("f", from: nil))
        test.close("a")
        #expect(test.open("g", from: "10.0.0.1"))
        // Of its own, one that is idle gives way.
        #expect(test.open("h", from: "10.0.0.1"))
        #expect(test.closed == ["g"])
    }

    /// One client that sent 2,050 half requests through the proxy locked everybody out.
    @Test func aConnectionFromTheProxyCountsForTheClientOfItsRequest() {
        let test = UnderTest(total: 8, reserve: 2, perAddress: 3)
        for number in 0..<3 {
            #expect(test.open("a\(number)", from: "127.0.0.1") && test.begin("a\(number)", for: "10.0.0.1"))
        }
        #expect(test.open("a3", from: "127.0.0.1"))
        #expect(!test.begin("a3", for: "10.0.0.1"))
        // The same connection may bring a request of another client.
        #expect(test.begin("a3", for: "10.0.0.2"))
        // What was answered counts no more, and the next request may be anybody's.
        test.end("a0")
        #expect(test.begin("a0", for: "10.0.0.1"))
        test.end("a0")
        #expect(test.begin("a0", for: "10.0.0.2"))
        #expect(test.open("a4", from: "127.0.0.1") && test.begin("a4", for: "10.0.0.1"))
        // Its end gives the place back.
        test.close("a1")
        #expect(test.open("a5", from: "127.0.0.1") && test.begin("a5", for: "10.0.0.1"))
    }

    @Test func strangersBehindTheProxyLeaveTheReserve() {
        let test = UnderTest(total: 8, reserve: 2, perAddress: 4)
        test.counts.noteSignedIn("10.0.9.1")
        for number in 0..<6 {
            #expect(test.open("a\(number)", from: "127.0.0.1"))
            #expect(test.begin("a\(number)", for: "10.0.0.\(number)"))
        }
        #expect(test.open("b", from: "127.0.0.1") && !test.begin("b", for: "10.0.1.1"))
        #expect(test.begin("b", for: "10.0.9.1"))
    }

    @Test func networkOfIPv6AddressesCountsAsOne() {
        let test = UnderTest(perAddress: 2)
        #expect(
            test.open("a", from: "2001:db8::1", isIdle: false) && test.open("b", from: "2001:db8::2", isIdle: false)
        )
        #expect(!test.open("c", from: "2001:db8::3"))
        #expect(test.open("d", from: "2001:db8:0:1::3"))
    }

    /// 2,048 idle connections from four addresses locked everybody out.
    @Test func idleConnectionsOfStrangersGiveWay() {
        let test = UnderTest()
        for number in 0..<6 { #expect(test.open("idle\(number)", from: "10.0.0.\(number / 3)")) }
        #expect(test.open("guest", from: "10.0.1.1"))
        #expect(test.closed == ["idle0"])
        test.counts.noteSignedIn("10.0.2.1")
        #expect(test.open("person", from: "10.0.2.1") && test.open("person2", from: "10.0.2.1"))
        #expect(test.closed == ["idle0"])
        #expect(test.open("person3", from: "10.0.2.1"))
        #expect(test.closed == ["idle0", "idle1"])
        #expect(test.counts.total == 8)
    }

    /// Those who have signed in have a reserve, also while strangers keep all others busy.
    @Test func reserveIsForNetworksThatHaveSignedIn() {
        let test = UnderTest()
        for number in 0..<6 { #expect(test.open("busy\(number)", from: "10.0.\(number).1", isIdle: false)) }
        #expect(!test.open("stranger", from: "10.1.1.1"))
        test.counts.noteSignedIn("10.0.9.1")
        #expect(test.open("person", from: "10.0.9.1") && test.open("person2", from: "10.0.9.1"))
        #expect(!test.open("person3", from: "10.0.9.1"))
        #expect(test.counts.refused == 2)
    }

    /// One who has signed in can't hold all either.
    @Test func largestNetworkGivesWay() {
        let test = UnderTest(perAddress: 8)
        for address in ["10.0.0.1", "10.0.0.2"] { test.counts.noteSignedIn(address) }
        for number in 0..<8 { #expect(test.open("idle\(number)", from: "10.0.0.1")) }
        #expect(test.open("person", from: "10.0.0.2"))
        #expect(test.closed == ["idle0"])
    }
}
