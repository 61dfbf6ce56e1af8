import DomoKNX
import Testing

struct TunnelLeavingTests {
    @Test func aStopDisconnects() {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.give(.send(write(0), ticket: 2))
        #expect(
            harness.give(.stop) == ["1 lost: stopped", "2 not sent: stopped", "down: stopped", "> disconnect 7"]
        )
        #expect(harness.receive(TunnelHarness.disconnected) == ["close", "stopped"])
        #expect(harness.requestedWake == nil)
    }

    @Test func unansweredStopIsOverAfter2s() {
        var harness = TunnelHarness.connected()
        harness.give(.stop)
        #expect(harness.pass(.seconds(10)) == ["1 > disconnect 7", "2 close", "2 stopped"])
    }

    @Test func stopWhileConnectingDisconnectsTheNewTunnel() {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        #expect(harness.give(.stop) == ["down: stopped"])
        #expect(harness.receive(TunnelHarness.accepted()) == ["> disconnect 7"])
        #expect(harness.receive(TunnelHarness.disconnected) == ["close", "stopped"])
    }

    @Test func unansweredStopWhileConnectingIsOverAfter1s() {
        var harness = TunnelHarness()
        harness.give(.start)
        harness.give(.opened(TunnelHarness.client))
        harness.give(.stop)
        #expect(harness.pass(.seconds(10)) == ["1 close", "1 stopped"])
    }

    @Test func stopWhileWaitingOrOpeningIsOverImmediately() {
        var harness = TunnelHarness()
        #expect(harness.give(.stop) == ["stopped"])
        harness.give(.start)
        #expect(harness.give(.stop) == ["down: stopped", "close", "stopped"])
        harness.give(.start)
        harness.give(.closed(reason: "no route"))
        #expect(harness.give(.stop) == ["down: stopped", "stopped"])
        #expect(harness.pass(.seconds(100)) == [])
    }

    @Test func aStoppedTunnelCanBeStartedAgain() {
        var harness = TunnelHarness.connected()
        harness.give(.stop)
        harness.receive(TunnelHarness.disconnected)
        #expect(harness.connect() == ["up 1.1.250 -"])
    }

    @Test func startWhileStoppingReconnects() {
        var harness = TunnelHarness.connected()
        harness.give(.stop)
        #expect(harness.give(.start) == ["stopped"])
        #expect(harness.receive(TunnelHarness.disconnected) == ["close"])
        #expect(harness.wake() == ["open"])
    }

    @Test func pauseReleasesTheTunnelForAWhile() {
        var harness = TunnelHarness.connected()
        #expect(harness.give(.pause(.seconds(600))) == ["down: paused", "> disconnect 7"])
        #expect(harness.receive(TunnelHarness.disconnected) == ["close"])
        #expect(harness.give(.send(write(1), ticket: 1)) == ["1 not sent: paused"])
        #expect(harness.pass(.milliseconds(599_999)) == [])
        #expect(harness.pass(.milliseconds(1)) == ["600 open"])
    }

    @Test func stopOverridesAPauseButNotTheReverse() {
        var harness = TunnelHarness.connected()
        harness.give(.stop)
        #expect(harness.give(.pause(.seconds(60))) == [])
        #expect(harness.receive(TunnelHarness.disconnected) == ["close", "stopped"])
        harness.connect()
        harness.give(.pause(.seconds(60)))
        #expect(harness.give(.stop) == [])
        #expect(harness.receive(TunnelHarness.disconnected) == ["close", "stopped"])
    }

    @Test func stopDuringTheDisconnectionOfALostTunnelIsKept() {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.receive(TunnelHarness.ack(0, .sequence))
        harness.give(.stop)
        #expect(harness.receive(TunnelHarness.disconnected) == ["close", "stopped"])
        #expect(harness.pass(.seconds(100)) == [])
    }

    @Test func aStartEndsAPause() {
        var harness = TunnelHarness.connected()
        harness.give(.pause(.seconds(600)))
        harness.receive(TunnelHarness.disconnected)
        #expect(harness.give(.start) == ["open"])
    }

    @Test func pauseWithoutAConnectionIsKept() {
        var harness = TunnelHarness()
        #expect(harness.give(.pause(.seconds(60))) == [])
        harness.give(.start)
        #expect(harness.give(.pause(.seconds(60))) == ["down: paused", "close"])
        #expect(harness.pass(.seconds(60)) == ["60 open"])
    }

    @Test func disconnectByTheInterfaceIsAnsweredAndTheTunnelReopened() {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        let reason = "the interface closed the connection"
        #expect(
            harness.receive(TunnelHarness.disconnect())
                == ["> disconnected 7 0", "1 lost: \(reason)", "down: \(reason)", "close"]
        )
        #expect(harness.wake() == ["open"])
    }

    @Test func aDisconnectOfAnotherChannelChangesNothing() {
        var harness = TunnelHarness.connected()
        #expect(harness.receive(TunnelHarness.disconnect(8)) == ["> disconnected 8 33"])
        #expect(harness.give(.send(write(1), ticket: 1)) == ["> 0 request 1/0/1=1"])
    }

    @Test func simultaneousDisconnectEndsTheConnection() {
        var harness = TunnelHarness.connected()
        harness.give(.stop)
        #expect(harness.receive(TunnelHarness.disconnect()) == ["> disconnected 7 0", "close", "stopped"])
    }

    @Test func aClosedSocketEndsTheTunnelWithItsReason() {
        var harness = TunnelHarness.connected(.tcp)
        harness.give(.send(write(1), ticket: 1))
        #expect(
            harness.give(.closed(reason: "connection reset")) == ["1 lost: connection reset", "down: connection reset"]
        )
        #expect(harness.wake() == ["open"])
    }
}
