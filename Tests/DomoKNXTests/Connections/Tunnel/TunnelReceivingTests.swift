import DomoKNX
import Testing

struct TunnelReceivingTests {
    private static let bell = write(1, from: 0x1105)

    @Test func expectedRequestIsAcknowledgedAndProcessed() throws {
        var harness = TunnelHarness.connected()
        #expect(
            harness.receive(try TunnelHarness.indication(0, Self.bell)) == ["> ack 0", "received 1.1.5 1/0/1=1"]
        )
        #expect(
            harness.receive(try TunnelHarness.indication(1, Self.bell)) == ["> ack 1", "received 1.1.5 1/0/1=1"]
        )
    }

    @Test func previousRequestIsAcknowledgedAndDropped() throws {
        var harness = TunnelHarness.connected()
        harness.receive(try TunnelHarness.indication(0, Self.bell))
        #expect(harness.receive(try TunnelHarness.indication(0, Self.bell)) == ["> ack 0"])
    }

    @Test func previousNumberOfTheFirstRequestIs255() throws {
        var harness = TunnelHarness.connected()
        #expect(harness.receive(try TunnelHarness.indication(255, Self.bell)) == ["> ack 255"])
    }

    @Test func sequenceNumbersWrapAroundAfter255() throws {
        var harness = TunnelHarness.connected()
        for round in 0..<600 {
            let sequence = UInt8(truncatingIfNeeded: round)
            #expect(
                harness.receive(try TunnelHarness.indication(sequence, Self.bell)).first == "> ack \(sequence)"
            )
        }
    }

    @Test(arguments: [1, 2, 128, 254] as [UInt8])
    func anyOtherRequestIsDroppedAndTheTunnelReopenedAfter2s(sequence: UInt8) throws {
        var harness = TunnelHarness.connected()
        #expect(harness.receive(try TunnelHarness.indication(sequence, Self.bell)) == [])
        #expect(harness.pass(.milliseconds(1_999)) == [])
        #expect(
            harness.pass(.milliseconds(1)) == [
                "2 note: telegrams from the interface were lost; connecting again", "2 > disconnect 7",
            ]
        )
        #expect(harness.receive(TunnelHarness.disconnected) == ["close"])
        #expect(harness.wake() == ["open"])
    }

    /// Known states are kept while the tunnel is opened again, but not if that fails, or over and over.
    @Test func tunnelThatLosesTelegramsAgainIsLost() throws {
        var harness = TunnelHarness.connected()
        harness.receive(try TunnelHarness.indication(1, Self.bell))
        harness.pass(.seconds(2))
        harness.receive(TunnelHarness.disconnected)
        #expect(harness.pass(.seconds(30)).contains { $0.contains("down: ") })
    }

    @Test func filledGapIsIgnored() throws {
        var harness = TunnelHarness.connected()
        harness.receive(try TunnelHarness.indication(1, Self.bell))
        harness.pass(.milliseconds(1_900))
        harness.receive(try TunnelHarness.indication(0, Self.bell))
        #expect(harness.pass(.seconds(5)) == [])
    }

    @Test func gapIsTimedFromItsFirstRequest() throws {
        var harness = TunnelHarness.connected()
        harness.receive(try TunnelHarness.indication(1, Self.bell))
        harness.pass(.milliseconds(1_500))
        harness.receive(try TunnelHarness.indication(2, Self.bell))
        #expect(
            harness.pass(.milliseconds(500)).first?.hasPrefix("2 note: telegrams from the interface were lost") == true
        )
    }

    @Test func requestsOfOtherChannelsAreIgnored() throws {
        var harness = TunnelHarness.connected()
        let frame = try TunnelHarness.request(0, DataFrame(.indication, Self.bell), channel: 8)
        #expect(harness.receive(frame) == [])
        #expect(harness.pass(.seconds(5)) == [])
    }

    @Test func telegramsFromTheOwnAddressAreReported() throws {
        // Interfaces send their own telegrams with the address of one of their tunnels.
        var harness = TunnelHarness.connected()
        #expect(
            harness.receive(try TunnelHarness.indication(0, write(1, from: 0x11FA)))
                == ["> ack 0", "received 1.1.250 1/0/1=1"]
        )
    }

    @Test func invalidTelegramIsAcknowledgedAndReportedWithItsAddress() {
        var harness = TunnelHarness.connected()
        let frame = IPFrame.tunnellingRequest(
            TunnellingRequest(channel: 7, sequence: 0, message: hex("29 00 bc e0 11 05 08 01 03 00 81"))
        )
        #expect(
            harness.receive(frame) == [
                "> ack 0",
                "undecodable 1.1.5 1/0/1: the cEMI message has 11 octets, but its length says 13",
            ]
        )
    }

    @Test(arguments: [
        // M_PropRead.con, L_Busmon.ind, device descriptor, connect, a broadcast, L_Data.req, an unexpected L_Data.con.
        "fb 00 0b 01 34 10 01 00 01", "2b 00 01", "29 00 bc 60 11 01 11 05 01 03 00", "29 00 bc 60 11 01 11 05 00 80",
        "29 00 bc e0 11 05 00 00 01 00 81", "11 00 bc e0 11 05 08 01 01 00 81", "2e 00 bc e0 11 05 08 01 01 00 81",
    ])
    func otherMessagesAreAcknowledgedAndIgnored(message: String) {
        var harness = TunnelHarness.connected()
        let request = TunnellingRequest(channel: 7, sequence: 0, message: hex(message))
        #expect(harness.receive(.tunnellingRequest(request)) == ["> ack 0"])
    }

    @Test func telegramOfKNXDataSecureIsLoggedOnce() {
        var harness = TunnelHarness.connected()
        let message = hex("29 00 bc e0 11 05 08 01 0e 03 f1 10 00 00 00 00 00 01 aa bb cc dd ee ff")
        func request(_ sequence: UInt8) -> IPFrame {
            .tunnellingRequest(TunnellingRequest(channel: 7, sequence: sequence, message: message))
        }
        #expect(
            harness.receive(request(0)) == [
                "> ack 0",
                "note: 1.1.5 sends to 1/0/1 with KNX Data Secure, which is not supported; it is ignored",
            ]
        )
        #expect(harness.receive(request(1)) == ["> ack 1"])
    }
}
