import DomoKNX
import Testing

struct TunnelHeartbeatTests {
    @Test func aHeartbeatIsSentEvery30s() {
        var harness = TunnelHarness.connected()
        for round in 1...5 {
            #expect(harness.pass(.seconds(30)) == ["\(round * 30) > heartbeat 7"])
            #expect(harness.receive(TunnelHarness.heartbeat()) == [])
        }
    }

    @Test func heartbeatNotAnsweredWithin10sIsRepeatedThreeTimes() {
        var harness = TunnelHarness.connected()
        #expect(
            harness.pass(.seconds(70)) == [
                "30 > heartbeat 7", "40 > heartbeat 7", "50 > heartbeat 7", "60 > heartbeat 7",
                "70 down: the interface does not answer", "70 > disconnect 7",
            ]
        )
    }

    @Test func answerToARepetitionIsAccepted() {
        var harness = TunnelHarness.connected()
        harness.pass(.seconds(69))
        harness.receive(TunnelHarness.heartbeat())
        #expect(harness.pass(.seconds(30)) == ["99 > heartbeat 7"])
        #expect(harness.pass(.seconds(30)).count == 3)
    }

    @Test func forgottenTunnelIsReopened() {
        var harness = TunnelHarness.connected()
        harness.pass(.seconds(30))
        #expect(
            harness.receive(TunnelHarness.heartbeat(.connectionID)) == [
                "down: the interface closed the tunnel: the interface does not know this connection (0x21)", "close",
            ]
        )
    }

    @Test func tunnelWithAConnectionErrorIsReopened() {
        var harness = TunnelHarness.connected()
        harness.pass(.seconds(30))
        #expect(
            harness.receive(TunnelHarness.heartbeat(.dataConnection)) == [
                "down: the interface closed the tunnel: the interface reports a connection error (0x26)",
                "> disconnect 7",
            ]
        )
    }

    /// The channel stays open; the bus is down until a heartbeat is answered with OK, and then up once.
    @Test func interfaceWithoutABusIsDownAndKeepsItsTunnel() {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.receive(TunnelHarness.ack(0))
        harness.pass(.milliseconds(2999))
        harness.pass(.seconds(28))
        let reason = "the interface lost its connection to the bus"
        #expect(harness.receive(TunnelHarness.heartbeat(.knxConnection)) == ["down: \(reason)"])
        #expect(harness.give(.send(write(1), ticket: 2)) == ["2 not sent: \(reason)"])
        for second in [5, 10, 15] {
            let beats = harness.pass(.seconds(5))
            #expect(beats.count == 1 && beats[0].hasSuffix("> heartbeat 7"), "\(second): \(beats)")
            #expect(harness.receive(TunnelHarness.heartbeat(.knxConnection)) == [])
        }
        harness.pass(.seconds(5))
        #expect(harness.receive(TunnelHarness.heartbeat()) == ["up 1.1.250 -"])
        #expect(harness.give(.send(write(1), ticket: 3)) == ["> 1 request 1/0/1=1"])
    }

    @Test(arguments: [StatusCode.unspecified, .connectionType])
    func heartbeatIsRepeatedThreeTimesAfterAnError(status: StatusCode) {
        var harness = TunnelHarness.connected()
        harness.pass(.seconds(30))
        for second in 31...33 {
            #expect(harness.receive(TunnelHarness.heartbeat(status)) == [])
            #expect(harness.pass(.seconds(1)) == ["\(second) > heartbeat 7"])
        }
        #expect(
            harness.receive(TunnelHarness.heartbeat(status))
                == ["down: the interface reported an error: \(status)", "> disconnect 7"]
        )
    }

    @Test func unexpectedAnswersAndThoseForOtherChannelsAreIgnored() {
        var harness = TunnelHarness.connected()
        harness.receive(TunnelHarness.heartbeat(.connectionID))
        #expect(harness.pass(.seconds(30)) == ["30 > heartbeat 7"])
        harness.receive(.connectionStateResponse(ChannelResponse(channel: 8)))
        #expect(harness.pass(.seconds(10)) == ["40 > heartbeat 7"])
    }
}
