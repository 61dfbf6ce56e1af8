import DomoKNX
import Testing

/// Confirmations that come late or never, and what is sent meanwhile.
struct TunnelConfirmationTests {
    private static let lost = "the interface did not confirm the telegram"

    /// Many interfaces have one buffer.
    @Test func ordersWaitForTheConfirmationOfTheOneBefore() throws {
        var harness = TunnelHarness.connected()
        for ticket in 1...2 as ClosedRange<UInt64> { harness.give(.send(write(UInt8(ticket)), ticket: ticket)) }
        #expect(harness.receive(TunnelHarness.ack(0)) == [])
        #expect(
            harness.receive(try TunnelHarness.confirmation(0, write(1)))
                == ["> ack 0", "1 confirmed", "> 1 request 1/0/1=2"]
        )
    }

    @Test func stopGoesBesideAnUnconfirmedOrder() {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.receive(TunnelHarness.ack(0))
        #expect(harness.give(.send(write(1, to: 9), ticket: 2, rank: .urgent)) == ["> 1 request 1/0/9=1"])
        harness.receive(TunnelHarness.ack(1))
        #expect(harness.give(.send(write(0, to: 9), ticket: 3, rank: .urgent)) == [])
    }

    @Test func readDelaysNoOrderAndWaitsForIt() throws {
        var harness = TunnelHarness.connected()
        harness.give(.send(read(1), ticket: 1))
        harness.receive(TunnelHarness.ack(0))
        #expect(harness.give(.send(write(1), ticket: 2)) == ["> 1 request 1/0/1=1"])
        harness.receive(TunnelHarness.ack(1))
        harness.give(.send(read(2), ticket: 3))
        #expect(harness.receive(try TunnelHarness.confirmation(0, read(1))) == ["> ack 0", "1 confirmed"])
        #expect(
            harness.receive(try TunnelHarness.confirmation(1, write(1)))
                == ["> ack 1", "2 confirmed", "> 2 request 1/0/2?"]
        )
    }

    // MARK: - Late confirmations

    private func lateHarness() -> TunnelHarness {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1, mayRepeat: false))
        harness.receive(TunnelHarness.ack(0))
        harness.pass(.seconds(3))
        return harness
    }

    /// A pulse: whether the second was sent is not known from the confirmation of the first.
    @Test func lateConfirmationDoesNotConfirmTheNextPulse() throws {
        var harness = lateHarness()
        harness.give(.send(write(1), ticket: 2, mayRepeat: false))
        harness.receive(TunnelHarness.ack(1))
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(1))) == ["> ack 0"])
        #expect(harness.receive(try TunnelHarness.confirmation(1, write(1))) == ["> ack 1", "2 confirmed"])
    }

    @Test func lateConfirmationOfAnotherValueConfirmsNothing() throws {
        var harness = lateHarness()
        harness.give(.send(write(0), ticket: 2))
        harness.receive(TunnelHarness.ack(1))
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(1))) == ["> ack 0"])
        #expect(harness.receive(try TunnelHarness.confirmation(1, write(0))) == ["> ack 1", "2 confirmed"])
    }

    /// The same level twice: it was on the bus. The confirmation of the repetition confirms nothing more.
    @Test func lateConfirmationConfirmsTheRepetition() throws {
        var harness = TunnelHarness.connected()
        harness.give(.send(write(1), ticket: 1))
        harness.receive(TunnelHarness.ack(0))
        harness.pass(.seconds(3))
        harness.give(.send(write(1), ticket: 2))
        harness.receive(TunnelHarness.ack(1))
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(1))) == ["> ack 0", "2 confirmed"])
        harness.give(.send(write(1), ticket: 3, mayRepeat: false))
        harness.receive(TunnelHarness.ack(2))
        #expect(harness.receive(try TunnelHarness.confirmation(1, write(1))) == ["> ack 1"])
        #expect(harness.receive(try TunnelHarness.confirmation(2, write(1))) == ["> ack 2", "3 confirmed"])
    }

    @Test func confirmationIsNotExpectedForever() throws {
        var harness = lateHarness()
        harness.pass(.seconds(10))
        harness.give(.send(write(1), ticket: 2, mayRepeat: false))
        harness.receive(TunnelHarness.ack(1))
        #expect(harness.receive(try TunnelHarness.confirmation(0, write(1))) == ["> ack 0", "2 confirmed"])
    }

    // MARK: - An interface that confirms nothing

    /// Sends a telegram that is not confirmed.
    private func lose(_ harness: inout TunnelHarness, _ group: UInt16, sequence: UInt8) -> [String] {
        harness.give(.send(write(1, to: group), ticket: UInt64(group)))
        harness.receive(TunnelHarness.ack(sequence))
        return harness.pass(.seconds(3)).map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    @Test func oneAddressWithoutConfirmationsEndsNothing() {
        var harness = TunnelHarness.connected()
        for sequence in 0..<8 as Range<UInt8> {
            #expect(lose(&harness, 1, sequence: sequence) == ["1 lost: \(Self.lost)"])
        }
    }

    @Test func aTelegramFromTheBusShowsThatTheTunnelWorks() throws {
        var harness = TunnelHarness.connected()
        for group in 1...6 as ClosedRange<UInt16> {
            #expect(lose(&harness, group, sequence: UInt8(group - 1)) == ["\(group) lost: \(Self.lost)"])
            if group == 2 || group == 4 {
                harness.receive(try TunnelHarness.indication(UInt8(group / 2 - 1), write(1, from: 0x1105)))
            }
        }
    }

    /// Three addresses without a confirmation, and nothing from the bus: the tunnel is opened again, and known states are
    /// kept. If that does not help, it is down.
    @Test func interfaceThatConfirmsNothingIsConnectedAgainOnce() {
        var harness = TunnelHarness.connected()
        for group in 1...2 as ClosedRange<UInt16> { _ = lose(&harness, group, sequence: UInt8(group - 1)) }
        #expect(
            lose(&harness, 3, sequence: 2)
                == [
                    "3 lost: \(Self.lost)", "note: the interface confirms nothing; connecting again", "> disconnect 7",
                ].map { $0 }
        )
        #expect(harness.receive(TunnelHarness.disconnected) == ["close"])
        #expect(harness.wake() == ["open"])
        harness.give(.opened(TunnelHarness.client))
        harness.receive(TunnelHarness.description(version: 1))
        #expect(harness.receive(TunnelHarness.accepted()).contains("up 1.1.250 -"))
        for group in 1...2 as ClosedRange<UInt16> { _ = lose(&harness, group, sequence: UInt8(group - 1)) }
        #expect(
            lose(&harness, 3, sequence: 2) == [
                "3 lost: \(Self.lost)", "down: the interface confirms nothing", "> disconnect 7",
            ]
        )
    }
}
