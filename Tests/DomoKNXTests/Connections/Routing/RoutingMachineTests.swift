import DomoKNX
import Testing

struct RoutingMachineTests {
    typealias Harness = ConnectionHarness<RoutingMachine>

    static let router = SocketAddress(host: 0xC0A8_0132, port: 3671)
    private static let bell = write(1, from: 0x1105)

    static func open() -> Harness {
        var harness = Harness(
            RoutingMachine(RoutingOptions(address: IndividualAddress(raw: 0x11F0), seed: 1))
        )
        harness.network = .up
        #expect(harness.give(.start) == ["open"])
        #expect(harness.give(.opened(Harness.client)) == ["> search", "up 1.1.240 -"])
        return harness
    }

    private static func indication(_ telegram: GroupTelegram) throws -> IPFrame {
        .routingIndication(try DataFrame(.indication, telegram).encoded())
    }

    /// When each of `count` telegrams given now is sent, in milliseconds from now.
    private static func departures(_ harness: inout Harness, count: Int) -> [Int] {
        let start = harness.now
        var times: [Int] = []
        func note(_ texts: [String], _ now: Duration) {
            let milliseconds = Int(((now - start) / .milliseconds(1)).rounded(.up))
            times += texts.filter { $0.hasPrefix(">") }.map { _ in milliseconds }
        }
        for ticket in 0..<UInt64(count) { note(harness.give(.send(write(1), ticket: ticket)), harness.now) }
        while times.count < count, harness.requestedWake != nil { note(harness.wake(), harness.now) }
        return times
    }

    @Test func telegramIsMulticastWithTheOwnAddressAndEnds() {
        var harness = Self.open()
        #expect(harness.give(.send(write(1), ticket: 1)) == ["> indication 1/0/1=1", "1 sent"])
        #expect(harness.targets == [.multicast, .multicast])
        #expect(SocketAddress.multicast.description == "224.0.23.12:3671")
        #expect(harness.transmitted.dropFirst() == [hex("06 10 05 30 00 11 29 00 bc e0 11 f0 08 01 01 00 81")])
    }

    @Test func telegramsFromTheBusAreReported() throws {
        var harness = Self.open()
        let received = harness.receive(try Self.indication(Self.bell), from: Self.router)
        #expect(received == ["received 1.1.5 1/0/1=1"])
    }

    @Test func ownFramesAreRecognisedByTheirEndpoint() throws {
        var harness = Self.open()
        #expect(harness.receive(try Self.indication(Self.bell), from: Harness.client) == [])
        // A frame from another program on this machine is not an own one.
        let neighbour = SocketAddress(host: Harness.client.host, port: 50_001)
        #expect(harness.receive(try Self.indication(Self.bell), from: neighbour) == ["received 1.1.5 1/0/1=1"])
    }

    @Test func readsWaitBehindEverythingElse() {
        var harness = Self.open()
        for ticket in 1...3 as ClosedRange<UInt64> { harness.give(.send(read(UInt16(ticket)), ticket: ticket)) }
        harness.give(.send(write(1, to: 9), ticket: 4))
        #expect(harness.wake() == ["> indication 1/0/9=1", "4 sent"])
        #expect(harness.wake() == ["> indication 1/0/2?", "2 sent"])
    }

    @Test func urgentTelegramGoesBeforeAllThatWait() {
        var harness = Self.open()
        for ticket in 1...3 as ClosedRange<UInt64> { harness.give(.send(write(1), ticket: ticket)) }
        harness.give(.send(write(1, to: 9), ticket: 4, rank: .urgent))
        #expect(harness.wake() == ["> indication 1/0/9=1", "4 sent"])
        #expect(harness.wake() == ["> indication 1/0/1=1", "2 sent"])
    }

    @Test func telegramsAre5msApart() {
        var harness = Self.open()
        #expect(Self.departures(&harness, count: 5) == [0, 5, 10, 15, 20])
    }

    @Test func atMost50AreSentInAnySecond() {
        var harness = Self.open()
        let times = Self.departures(&harness, count: 200)
        #expect(times.count == 200)
        #expect(zip(times, times.dropFirst(50)).allSatisfy { $1 - $0 >= 1000 })
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 5 })
    }

    @Test func busyRouterCausesAPauseWithARandomPart() {
        var harness = Self.open()
        #expect(harness.receive(.routingBusy(RoutingBusy(wait: 100)), from: Self.router) == [])
        let times = Self.departures(&harness, count: 1)
        #expect(times.count == 1)
        // N is 1: 100 ms and up to 50 ms.
        #expect((100...150).contains(times[0]))
    }

    @Test func busyMessagesCloseTogetherCountOnceWithTheLongestWait() {
        var harness = Self.open()
        for wait in [100, 300, 20] as [UInt16] {
            harness.receive(.routingBusy(RoutingBusy(wait: wait)), from: Self.router)
        }
        #expect((300...350).contains(Self.departures(&harness, count: 1)[0]))
    }

    @Test func aShorterWaitDoesNotShortenALongerOne() {
        var harness = Self.open()
        harness.receive(.routingBusy(RoutingBusy(wait: 300)), from: Self.router)
        harness.pass(.milliseconds(20))
        harness.receive(.routingBusy(RoutingBusy(wait: 20)), from: Self.router)
        #expect((280...380).contains(Self.departures(&harness, count: 1)[0]))
    }

    @Test func eachCountedBusyMessageLengthensTheRandomPart() {
        var waits: [Int] = []
        for seed in 0..<40 as Range<UInt64> {
            var harness = Harness(RoutingMachine(RoutingOptions(address: IndividualAddress(raw: 1), seed: seed)))
            harness.network = .up
            harness.give(.start)
            harness.give(.opened(Harness.client))
            for _ in 0..<4 {
                harness.receive(.routingBusy(RoutingBusy(wait: 100)), from: Self.router)
                harness.pass(.milliseconds(10))
            }
            waits.append(Self.departures(&harness, count: 1)[0])
        }
        // The last came 10 ms ago; N is 4: 90 ms and up to 200 ms.
        #expect(waits.allSatisfy { (90...290).contains($0) })
        #expect(waits.contains { $0 > 200 })
    }

    @Test func telegramsAre20msApartForAWhileAfterABusyRouter() {
        var harness = Self.open()
        harness.receive(.routingBusy(RoutingBusy(wait: 100)), from: Self.router)
        let times = Self.departures(&harness, count: 12)
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        // The slow-down is 100 ms for one busy message.
        #expect(gaps.prefix(4).allSatisfy { $0 == 20 })
        #expect(gaps.suffix(3).allSatisfy { $0 == 5 })
    }

    @Test func busyMessagesAreForgottenAfterTheSlowDown() {
        var harness = Self.open()
        for _ in 0..<4 {
            harness.receive(.routingBusy(RoutingBusy(wait: 20)), from: Self.router)
            harness.pass(.milliseconds(10))
        }
        harness.pass(.seconds(1))
        #expect(Self.departures(&harness, count: 3) == [0, 5, 10])
        harness.receive(.routingBusy(RoutingBusy(wait: 100)), from: Self.router)
        #expect((100...150).contains(Self.departures(&harness, count: 1)[0]))
    }

    @Test func telegramsLostByARouterAreReportedAsMissed() {
        var harness = Self.open()
        let reason = "the router 192.168.1.50:3671 lost 3 telegrams"
        #expect(
            harness.receive(.routingLostMessage(RoutingLostMessage(count: 3)), from: Self.router)
                == ["note: \(reason)", "missed: \(reason)"]
        )
    }

    @Test func routerWithoutItsBusIsLogged() {
        var harness = Self.open()
        #expect(
            harness.receive(.routingBusy(RoutingBusy(deviceState: 1, wait: 1)), from: Self.router)
                == ["note: the router 192.168.1.50:3671 has no connection to its bus"]
        )
    }

    @Test func secureRoutingIsLoggedOnce() {
        var harness = Self.open()
        let frame = IPFrame.secure(ServiceType(rawValue: 0x0950), [1, 2])
        let note = "note: 192.168.1.50:3671 uses KNX IP Secure for routing, which is not supported"
        #expect(harness.receive(frame, from: Self.router) == [note])
        #expect(harness.receive(frame, from: Self.router) == [])
    }

    @Test func invalidTelegramIsReportedAsMissed() {
        var harness = Self.open()
        #expect(
            harness.receive(.routingIndication([0x29]), from: Self.router)
                == ["missed: a telegram could not be decoded: the cEMI message has 1 octet"]
        )
    }

    @Test func searchesOfOthersAreIgnored() {
        var harness = Self.open()
        let search = IPFrame.searchRequest(SearchRequest(answerTo: .anonymous(.udp)))
        #expect(harness.receive(search, from: Self.router) == [])
    }

    @Test func closedSocketIsReopenedAndWaitingTelegramsAreNotSent() {
        var harness = Self.open()
        harness.give(.send(write(1), ticket: 1))
        harness.give(.send(write(1), ticket: 2))
        #expect(harness.give(.closed(reason: "network down")) == ["2 not sent: network down", "down: network down"])
        #expect(harness.give(.send(write(1), ticket: 3)) == ["3 not sent: network down"])
        #expect(harness.wake() == ["open"])
        #expect(harness.give(.opened(Harness.client)) == ["> search", "up 1.1.240 -"])
    }

    // MARK: A network that takes nothing

    @Test func telegramThatTheNetworkDoesNotTakeIsNotSentAndTheLinkIsDown() {
        var harness = Self.open()
        harness.network = .down(reason: "Network is unreachable")
        #expect(
            harness.give(.send(write(1), ticket: 1)) == [
                "> indication 1/0/1=1", "1 not sent: Network is unreachable", "down: Network is unreachable", "close",
            ]
        )
        #expect(harness.give(.send(write(1), ticket: 2)) == ["2 not sent: Network is unreachable"])
    }

    /// The socket can be bound long before the network takes anything.
    @Test func linkIsDownUntilTheNetworkTakesAFrame() {
        var harness = Self.open()
        harness.network = .down(reason: "Operation not permitted")
        harness.give(.send(write(1), ticket: 1))
        for _ in 0..<3 {
            #expect(harness.wake() == ["open"])
            #expect(harness.give(.opened(Harness.client)) == ["> search", "close"])
        }
        #expect(harness.wake() == ["open"])
        harness.network = .up
        #expect(harness.give(.opened(Harness.client)) == ["> search", "up 1.1.240 -"])
        #expect(harness.give(.send(write(1), ticket: 2)) == ["> indication 1/0/1=1", "2 sent"])
    }

    @Test func triesAreRarerWhileTheNetworkTakesNothing() {
        var harness = Self.open()
        harness.network = .down(reason: "no network")
        harness.give(.send(write(1), ticket: 1))
        var pauses: [Duration] = []
        for _ in 0..<8 {
            let closed = harness.now
            #expect(harness.wake() == ["open"])
            pauses.append(harness.now - closed)
            harness.give(.opened(Harness.client))
        }
        #expect(pauses.last ?? .zero >= .seconds(30))
    }

    /// As while the send buffer of the system is full.
    @Test func telegramEndsWhenTheSystemHasTakenIt() {
        var harness = Self.open()
        harness.network = nil
        #expect(harness.give(.send(write(1), ticket: 1)) == ["> indication 1/0/1=1"])
        #expect(harness.pass(.milliseconds(5)) == [])
        #expect(harness.give(.send(write(0), ticket: 2)) == ["> indication 1/0/1=0"])
        #expect(harness.give(.transmitted) == ["1 sent"])
        #expect(harness.give(.unsent(reason: "no network")) == ["2 not sent: no network", "down: no network", "close"])
        #expect(harness.give(.transmitted) == [])
    }

    @Test func telegramInTheSocketWhenItClosesMayHaveBeenSent() {
        var harness = Self.open()
        harness.network = nil
        harness.give(.send(write(1), ticket: 1))
        #expect(harness.give(.stop) == ["1 lost: stopped", "down: stopped", "close", "stopped"])
    }

    @Test func failedSocketIsRetriedWithGrowingPauses() {
        func pauses(_ harness: inout Harness, _ count: Int) -> [Duration] {
            (0..<count).map { _ in
                let closed = harness.now
                harness.give(.closed(reason: "no network"))
                #expect(harness.wake() == ["open"])
                return harness.now - closed
            }
        }
        var harness = Self.open()
        #expect(pauses(&harness, 8).last ?? .zero >= .seconds(30))
        harness.give(.opened(Harness.client))
        #expect(pauses(&harness, 1)[0] <= .seconds(1))
    }

    @Test func waitingTelegramCanBeCancelled() {
        var harness = Self.open()
        harness.give(.send(write(1), ticket: 1))
        harness.give(.send(write(1), ticket: 2))
        #expect(harness.give(.cancel(ticket: 2)) == ["2 not sent: cancelled"])
        #expect(harness.pass(.seconds(1)) == [])
    }

    @Test func telegramTooLongForAFrameIsNotSent() {
        var harness = Self.open()
        let long = GroupTelegram(
            destination: GroupAddress(raw: 1),
            service: .write(.octets([UInt8](repeating: 0, count: 254)))
        )
        #expect(
            harness.give(.send(long, ticket: 1)) == [
                "1 unsendable: the frame has 255 octets after the TPCI; at most 254 are allowed"
            ]
        )
    }

    @Test func stopClosesTheSocketImmediately() {
        var harness = Self.open()
        harness.give(.send(write(1), ticket: 1))
        harness.give(.send(write(1), ticket: 2))
        #expect(harness.give(.stop) == ["2 not sent: stopped", "down: stopped", "close", "stopped"])
        #expect(harness.pass(.seconds(100)) == [])
        #expect(harness.give(.stop) == ["stopped"])
    }

    @Test func pauseClosesTheSocketAndReopensIt() {
        var harness = Self.open()
        #expect(harness.give(.pause(.seconds(60))) == ["down: paused", "close"])
        #expect(harness.pass(.seconds(60)) == ["60 open"])
    }
}
