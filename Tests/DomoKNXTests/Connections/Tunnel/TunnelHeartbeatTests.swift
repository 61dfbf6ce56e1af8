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

    @Test(arguments: [StatusCode.dataConnection, .knxConnection])
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
