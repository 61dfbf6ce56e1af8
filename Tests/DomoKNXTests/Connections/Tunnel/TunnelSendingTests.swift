import DomoKNX
import Testing

struct TunnelSendingTests {
    @Test func aTelegramIsSentAcknowledgedAndConfirmed() throws {
        var harness = TunnelHarness.connected()
        #expect(harness.give(.send(write(1), ticket: 1)) == ["> 0 request 1/0/1=1"])
        #expect(harness.receive(TunnelHarness.ack(0)) == [])
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(1))) == ["> ack 0", "1 confirmed"])
        #expect(harness.pass(.seconds(20)) == [])
    }

    @Test func framesHaveLowPriorityAndHopCount6() {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        #expect(harness.transmitted.last == hex("06 10 04 20 00 15 04 07 00 00 11 00 bc e0 00 00 08 01 01 00 81"))
    }

    @Test func oneRequestIsSentAtATimeAndTelegramsKeepTheirOrder() {
        var harness = TunnelHarness.connected(maxUnconfirmed: 3)
        #expect(harness.give(.send(write(1), ticket: 1)) == ["> 0 request 1/0/1=1"])
        #expect(harness.give(.send(write(0), ticket: 2)) == [])
        #expect(harness.give(.send(write(1, to: 2), ticket: 3)) == [])
        #expect(harness.receive(TunnelHarness.ack(0)) == ["> 1 request 1/0/1=0"])
        #expect(harness.receive(TunnelHarness.ack(1)) == ["> 2 request 1/0/2=1"])
    }

    @Test func aRequestIsRepeatedOnceAfter1s() throws {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        #expect(harness.pass(.milliseconds(999)) == [])
        #expect(harness.pass(.milliseconds(1)) == ["1 > 0 request 1/0/1=1"])
        #expect(harness.receive(TunnelHarness.ack(0)) == [])
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(1))) == ["> ack 0", "1 confirmed"])
        #expect(harness.pass(.seconds(5)) == [])
    }

    @Test func aSecondMissingAckEndsTheTunnelAndEveryTelegram() {
        var harness = TunnelHarness.connected(maxUnconfirmed: 3)
        harness.give(.send(write(1), ticket: 1))
        harness.receive(TunnelHarness.ack(0))
        harness.give(.send(write(0), ticket: 2))
        harness.give(.send(write(1, to: 2), ticket: 3))
        let reason = "the interface did not acknowledge a request"
        #expect(
            harness.pass(.seconds(2)) == [
                "1 > 1 request 1/0/1=0", "2 2 lost: \(reason)", "2 1 lost: \(reason)", "2 3 not sent: \(reason)",
                "2 down: \(reason)", "2 > disconnect 7",
            ]
        )
        #expect(harness.receive(TunnelHarness.disconnected) == ["close"])
        #expect(harness.wake() == ["open"])
    }

    @Test(arguments: [StatusCode.sequence, .dataConnection, .unspecified])
    func errorInAnAckEndsTheTunnel(status: StatusCode) {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        let reason = "the interface rejected a request: \(status)"
        #expect(
            harness.receive(TunnelHarness.ack(0, status)) == [
                "1 lost: \(reason)", "down: \(reason)", "> disconnect 7",
            ]
        )
    }

    @Test func acksOfOtherRequestsAndChannelsAreIgnored() {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.receive(TunnelHarness.ack(1))
        harness.receive(TunnelHarness.ack(255, .sequence))
        harness.receive(TunnelHarness.ack(0, channel: 8))
        #expect(harness.pass(.seconds(1)) == ["1 > 0 request 1/0/1=1"])
    }

    @Test func aNegativeConfirmationRefusesTheTelegram() throws {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.receive(TunnelHarness.ack(0))
        #expect(
            harness.receive(try TunnelHarness.confirmation(0, write(1), isNegative: true)) == ["> ack 0", "1 refused"]
        )
    }

    @Test(arguments: [
        // Different control field 1 (priority, repeat), hop count, source and additional information; and a frame in
        // the extended format.
        "2e 00 bc e0 00 00 08 01 01 00 81", "2e 00 b0 e0 11 fa 08 01 01 00 81", "2e 00 9c f0 ff ff 08 01 01 00 81",
        "2e 00 3c 80 11 fa 08 01 01 00 81", "2e 03 03 01 00 bc d0 11 fa 08 01 01 00 81",
    ])
    func confirmationIsMatchedByDestinationAndData(message: String) {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.receive(TunnelHarness.ack(0))
        let request = TunnellingRequest(channel: 7, sequence: 0, message: hex(message))
        #expect(harness.receive(.tunnellingRequest(request)) == ["> ack 0", "1 confirmed"])
    }

    @Test(arguments: [
        // Another group, another value, a read, a response, a device.
        "2e 00 bc e0 11 fa 08 02 01 00 81", "2e 00 bc e0 11 fa 08 01 01 00 80", "2e 00 bc e0 11 fa 08 01 01 00 00",
        "2e 00 bc e0 11 fa 08 01 01 00 41", "2e 00 bc 60 11 fa 08 01 01 00 81",
    ])
    func confirmationOfAnotherTelegramIsIgnored(message: String) {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.receive(TunnelHarness.ack(0))
        let request = TunnellingRequest(channel: 7, sequence: 0, message: hex(message))
        #expect(harness.receive(.tunnellingRequest(request)) == ["> ack 0"])
    }

    @Test func telegramNotConfirmedWithin3sIsLostAndTheTunnelStays() {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.pass(.milliseconds(500))
        harness.receive(TunnelHarness.ack(0))
        #expect(harness.pass(.milliseconds(2_999)) == [])
        #expect(harness.pass(.milliseconds(1)) == ["3.500 1 lost: the interface did not confirm the telegram"])
        #expect(harness.give(.send(write(1), ticket: 2)) == ["> 1 request 1/0/1=1"])
    }

    @Test func equalTelegramsAreConfirmedInTheirOrder() throws {
        var harness = TunnelHarness.connected(maxUnconfirmed: 3)
        for ticket in 1...3 as ClosedRange<UInt64> {
            harness.give(.send(write(1), ticket: ticket))
            harness.receive(TunnelHarness.ack(UInt8(ticket - 1)))
        }
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(1))) == ["> ack 0", "1 confirmed"])
        #expect(
            harness.receive(try TunnelHarness.confirmation(1, write(1), isNegative: true)) == ["> ack 1", "2 refused"]
        )
        #expect(harness.receive(try TunnelHarness.confirmation(2, write(1))) == ["> ack 2", "3 confirmed"])
    }

    @Test func confirmationMayArriveBeforeItsAck() throws {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(1))) == ["> ack 0", "1 confirmed"])
        // The ack was lost: the request is repeated although the telegram has already ended.
        #expect(harness.pass(.seconds(1)) == ["1 > 0 request 1/0/1=1"])
        #expect(harness.receive(TunnelHarness.ack(0)) == [])
        #expect(harness.pass(.seconds(5)) == [])
    }

    @Test func threeTelegramsMayWaitForTheirConfirmation() throws {
        var harness = TunnelHarness.connected(maxUnconfirmed: 3)
        for ticket in 1...4 as ClosedRange<UInt64> { harness.give(.send(write(UInt8(ticket)), ticket: ticket)) }
        for sequence in 0...1 as ClosedRange<UInt8> {
            #expect(harness.receive(TunnelHarness.ack(sequence)).count == 1)
        }
        #expect(harness.receive(TunnelHarness.ack(2)) == [])
        #expect(
            harness.receive(try TunnelHarness.confirmation(0, write(2)))
                == ["> ack 0", "2 confirmed", "> 3 request 1/0/1=4"]
        )
    }

    @Test func urgentTelegramGoesBeforeAllThatWait() throws {
        var harness = TunnelHarness.connected()
        for ticket in 1...9 as ClosedRange<UInt64> { harness.give(.send(write(UInt8(ticket)), ticket: ticket)) }
        harness.give(.send(read(9), ticket: 10))
        #expect(harness.give(.send(write(1, to: 9), ticket: 11, rank: .urgent)) == [])
        #expect(harness.receive(TunnelHarness.ack(0)) == ["> 1 request 1/0/9=1"])
    }

    /// There is room for it behind three unconfirmed orders; a second one waits for a confirmation.
    @Test func urgentTelegramDoesNotWaitForAConfirmation() throws {
        var harness = TunnelHarness.connected(maxUnconfirmed: 3)
        for ticket in 1...9 as ClosedRange<UInt64> { harness.give(.send(write(UInt8(ticket)), ticket: ticket)) }
        for sequence in 0...2 as ClosedRange<UInt8> { harness.receive(TunnelHarness.ack(sequence)) }
        #expect(harness.give(.send(write(1, to: 9), ticket: 11, rank: .urgent)) == ["> 3 request 1/0/9=1"])
        harness.give(.send(write(0, to: 9), ticket: 12, rank: .urgent))
        #expect(harness.receive(TunnelHarness.ack(3)) == [])
        #expect(
            harness.receive(try TunnelHarness.confirmation(0, write(1)))
                == ["> ack 0", "1 confirmed", "> 4 request 1/0/9=0"]
        )
        #expect(harness.receive(TunnelHarness.ack(4)) == [])
        // Two confirmations later there is room for an order again.
        harness.receive(try TunnelHarness.confirmation(1, write(2)))
        #expect(
            harness.receive(try TunnelHarness.confirmation(2, write(3)))
                == ["> ack 2", "3 confirmed", "> 5 request 1/0/1=4"]
        )
    }

    @Test func readsWaitBehindEverythingElseAndLeaveRoomForOrders() throws {
        var harness = TunnelHarness.connected(maxUnconfirmed: 3)
        for ticket in 1...4 as ClosedRange<UInt64> { harness.give(.send(read(UInt16(ticket)), ticket: ticket)) }
        harness.give(.send(write(1, to: 9), ticket: 5))
        #expect(harness.receive(TunnelHarness.ack(0)) == ["> 1 request 1/0/9=1"])
        #expect(harness.receive(TunnelHarness.ack(1)) == ["> 2 request 1/0/2?"])
        #expect(harness.receive(TunnelHarness.ack(2)) == [])
        // Two reads are unconfirmed: the next read has to wait, an order does not.
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(1, to: 9))) == ["> ack 0", "5 confirmed"])
        #expect(harness.give(.send(write(0, to: 9), ticket: 6)) == ["> 3 request 1/0/9=0"])
        #expect(harness.receive(TunnelHarness.ack(3)) == [])
        #expect(
            harness.receive(try TunnelHarness.confirmation(1, read(1)))
                == ["> ack 1", "1 confirmed", "> 4 request 1/0/3?"]
        )
    }

    @Test func telegramTooLongForAFrameIsNotSent() {
        var harness = TunnelHarness.connected()
        let long = GroupTelegram(
            destination: GroupAddress(raw: 1),
            service: .write(.octets([UInt8](repeating: 0, count: 254)))
        )
        #expect(
            harness.give(.send(long, ticket: 1)) == [
                "1 unsendable: the telegram has 255 octets; the interface forwards at most 15"
            ]
        )
        #expect(harness.give(.send(write(64), ticket: 2)) == ["2 unsendable: 64 does not fit in 6 bits"])
    }

    @Test func emptyPayloadIsConfirmedAsBits() throws {
        var harness = TunnelHarness.connected()
        let empty = GroupTelegram(destination: GroupAddress(raw: 0x0801), service: .write(.octets([])))
        harness.give(.send(empty, ticket: 1))
        harness.receive(TunnelHarness.ack(0))
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(0))) == ["> ack 0", "1 confirmed"])
    }

    @Test func waitingTelegramCanBeCancelled() {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.give(.send(write(0), ticket: 2))
        #expect(harness.give(.cancel(ticket: 1)) == [])
        #expect(harness.give(.cancel(ticket: 2)) == ["2 not sent: cancelled"])
        #expect(harness.give(.cancel(ticket: 2)) == [])
        #expect(harness.receive(TunnelHarness.ack(0)) == [])
    }

    @Test func queueIsLimitedTo1024Telegrams() {
        var harness = TunnelHarness.connected()
        for ticket in 0...1024 as ClosedRange<UInt64> { harness.give(.send(write(1), ticket: ticket)) }
        #expect(harness.give(.send(write(1), ticket: 2000)) == ["2000 not sent: the queue is full (1024 telegrams)"])
    }

    @Test func sequenceNumbersAreIgnoredOverTCP() throws {
        var harness = TunnelHarness.connected(.tcp, maxUnconfirmed: 2)
        #expect(harness.give(.send(write(1), ticket: 1)) == ["> 0 request 1/0/1=1"])
        #expect(harness.give(.send(write(2), ticket: 2)) == ["> 1 request 1/0/1=2"])
        for sequence in [5, 5, 0] as [UInt8] {
            #expect(
                harness.receive(try TunnelHarness.indication(sequence, write(1, from: 0x1105)))
                    == ["received 1.1.5 1/0/1=1"]
            )
        }
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(1))) == ["1 confirmed"])
        #expect(harness.pass(.seconds(3)) == ["3 2 lost: the interface did not confirm the telegram"])
        #expect(harness.pass(.seconds(27)) == ["30 > heartbeat 7"])
    }
}
