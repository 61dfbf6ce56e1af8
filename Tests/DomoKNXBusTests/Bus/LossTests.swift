import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

/// Telegrams that may have been missed, and telegrams that can't be used.
struct LossTests {
    private static let light = FacetName(path: "Casa/Luz", type: .binary)
    private static let cover = FacetName(path: "Casa/Persiana", type: .bidirectional)

    /// A lamp with a central address, a cover with a lock, a sensor that can't be read.
    private static func bindings() -> KNXBindings {
        KNXBindings(facets: [
            KNXFacet(
                light,
                command: groupAddress("1/0/1"),
                states: [groupAddress("1/4/1")],
                listens: [KNXListen(group: groupAddress("0/0/1"), type: type(1, 1))],
                type: type(1, 1)
            ),
            KNXFacet(
                cover,
                command: groupAddress("2/0/1"),
                type: type(1, 8),
                motion: KNXMotion(
                    stop: groupAddress("2/1/1"),
                    moving: groupAddress("2/3/1"),
                    direction: groupAddress("2/4/1"),
                    locked: groupAddress("2/5/1")
                )
            ),
            KNXFacet(
                FacetName(path: "Casa/Sonda", type: .value),
                states: [groupAddress("4/0/1")],
                type: type(9, 1),
                read: .never
            ),
        ])
    }

    private func states(_ bus: BusUnderTest) -> [LinkState] {
        bus.reports.compactMap { report in
            switch report {
            case .state(_, .traffic), .state(_, .reads): nil
            case .state(_, let state): state
            default: nil
            }
        }
    }

    private func undecodable(_ address: String, to bus: BusUnderTest) {
        let telegram = UndecodableTelegram(
            source: IndividualAddress(raw: 0x1105),
            destination: groupAddress(address),
            reason: "the cEMI message has no APCI",
            frame: [0x29, 0]
        )
        bus.handle(.undecodable(telegram))
    }

    /// Whether an order for the cover is refused because of its lock.
    private func isRefused(_ bus: BusUnderTest) -> Bool {
        let id = bus.order("Casa/Persiana", .down)
        guard case .impossible(let fault)? = bus.outcomes[id] else { return false }
        return fault.message == "it is locked: 2/5/1 is 1"
    }

    /// In short: `Casa/Luz state ?`.
    private func texts(_ observations: some Sequence<Observation>) -> [String] {
        observations.map { "\($0.facet.path) \($0.kind) \($0.value?.word ?? "?")" }
    }

    // MARK: - Missed telegrams

    @Test func missedTelegramsAreNotALostLink() {
        let bus = BusUnderTest(Self.bindings())
        bus.handle(.missed(reason: "the router lost 3 telegrams"))
        #expect(states(bus) == [.up, .missedReports(readsAgain: true)])
        #expect(bus.notes == ["all states are read again: the router lost 3 telegrams"])
    }

    @Test func statesAreReadAgainAtMostOnceAMinute() {
        let bus = BusUnderTest(Self.bindings())
        func rounds() -> Int { states(bus).count { $0 == .missedReports(readsAgain: true) } }
        for _ in 0..<100 {
            bus.handle(.missed(reason: "a frame is missing"))
            bus.pass(.milliseconds(100))
        }
        #expect(rounds() == 1)
        // What can't be read may be wrong after each.
        #expect(states(bus).count { $0 == .missedReports(readsAgain: false) } == 99)
        bus.pass(.seconds(49))
        #expect(rounds() == 1)
        bus.pass(.seconds(2))
        #expect(rounds() == 2)
        bus.pass(.seconds(300))
        #expect(rounds() == 2)
        bus.handle(.missed(reason: "a frame is missing"))
        bus.handle(.missed(reason: "a frame is missing"))
        #expect(rounds() == 3)
        // A reconnect reads all states.
        bus.handle(.down(reason: "the cable"))
        bus.handle(.up(own: nil, maxAPDU: 254))
        bus.pass(.seconds(300))
        #expect(rounds() == 3)
    }

    @Test func lockStaysAndIsReadAgain() {
        let bus = BusUnderTest(Self.bindings())
        bus.receive("2/5/1", .bits(1))
        let before = bus.sent.count
        bus.handle(.missed(reason: "a frame is missing"))
        #expect(bus.telegrams.dropFirst(before).contains("2/5/1?"))
        #expect(isRefused(bus))
        bus.receive("2/5/1", .bits(0), isResponse: true)
        #expect(!isRefused(bus))
    }

    /// Reads after telegrams that can't be decoded count like all others: none is closed by the telegram that caused it.
    @Test func readsAfterUndecodableTelegramsAreLimited() {
        let facets = (1...20).map { number in
            KNXFacet(
                FacetName(path: "Casa/L\(number)", type: .binary),
                command: groupAddress("1/0/\(number)"),
                states: [groupAddress("1/4/\(number)")],
                type: type(1, 1)
            )
        }
        let bus = BusUnderTest(KNXBindings(facets: facets))
        for number in 1...20 { bus.receive("1/4/\(number)", .octets([1, 2, 3])) }
        let reads = bus.telegrams.filter { $0.hasSuffix("?") }
        #expect(reads.count == ReadQueue.maxOutstanding, "\(reads)")
    }

    @Test func ordersAndReadsGoOn() {
        let bus = BusUnderTest(Self.bindings())
        let read = bus.read("Casa/Luz")
        let order = bus.order("Casa/Luz", .on)
        bus.handle(.missed(reason: "a frame is missing"))
        #expect(bus.cancelled.isEmpty && bus.answers.isEmpty && bus.outcomes.isEmpty)
        bus.receive("1/4/1", .bits(1), isResponse: true)
        #expect(bus.answers[read] != nil)
        let ticket = bus.sent.last { $0.telegram.destination == groupAddress("1/0/1") }?.ticket
        bus.handle(.ended(ticket: ticket ?? 0, .confirmed))
        #expect(bus.outcomes[order] == .accepted)
    }

    @Test func coverStillMoves() {
        let bus = BusUnderTest(Self.bindings())
        bus.receive("2/3/1", .bits(1))
        bus.handle(.missed(reason: "a frame is missing"))
        bus.receive("2/3/1", .bits(0))
        #expect(bus.movements == [true, false])
    }

    @Test func tunnelThatIsOpenedAgainMayHaveMissedTelegrams() {
        let bus = BusUnderTest(Self.bindings())
        bus.receive("2/5/1", .bits(1))
        bus.handle(.up(own: nil, maxAPDU: 254))
        #expect(states(bus) == [.up, .missedReports(readsAgain: true)])
        #expect(isRefused(bus))
    }

    // MARK: - Telegrams that can't be decoded

    @Test(arguments: [
        ("1/4/1", ["Casa/Luz state ?"], ["1/4/1?"]),
        ("2/4/1", ["Casa/Persiana state ?"], ["2/3/1?", "2/4/1?"]),
        ("2/3/1", ["Casa/Persiana outdated ?"], ["2/3/1?", "2/4/1?"]),
        ("4/0/1", ["Casa/Sonda state ?"], []),
        // The device may obey: its state is read after a while.
        ("1/0/1", ["Casa/Luz outdated ?"], []), ("0/0/1", ["Casa/Luz outdated ?"], []),
        ("2/0/1", ["Casa/Persiana outdated ?"], []), ("2/1/1", ["Casa/Persiana outdated ?"], []),
        // A lock stays, and is read.
        ("2/5/1", [], ["2/5/1?"]),
        // Not of this house.
        ("7/7/7", [], []),
    ])
    func undecodableTelegramConcernsItsAddressAlone(address: String, observations: [String], reads: [String]) {
        let bus = BusUnderTest(Self.bindings())
        bus.pass(.seconds(5))
        let (sent, seen) = (bus.sent.count, bus.observations.count)
        undecodable(address, to: bus)
        #expect(states(bus) == [.up])
        #expect(texts(bus.observations.dropFirst(seen)) == observations)
        #expect(bus.telegrams.dropFirst(sent).sorted() == reads)
        #expect(bus.logged.count > 0)
    }

    @Test func commandThatCannotBeDecodedIsVerifiedLater() {
        let bus = BusUnderTest(Self.bindings())
        bus.pass(.seconds(5))
        let sent = bus.sent.count
        undecodable("0/0/1", to: bus)
        bus.pass(.seconds(11))
        #expect(bus.telegrams.dropFirst(sent) == ["1/4/1?"])
    }

    @Test func deviceThatKeepsSendingThemIsReadOnceAMinute() {
        let bus = BusUnderTest(Self.bindings())
        bus.pass(.seconds(5))
        let sent = bus.sent.count
        for _ in 0..<180 {
            undecodable("1/4/1", to: bus)
            for read in bus.telegrams.suffix(1) where read == "1/4/1?" {
                bus.receive("1/4/1", .bits(1), isResponse: true)
            }
            bus.pass(.seconds(1))
        }
        // Three because of them; at the start nobody answered.
        #expect((3...4).contains(bus.telegrams.dropFirst(sent).count { $0 == "1/4/1?" }))
    }

    @Test func problemIsReported() {
        let bus = BusUnderTest(Self.bindings())
        undecodable("1/4/1", to: bus)
        #expect(bus.observations.last?.problem == "1/4/1 from 1.1.5: 2900, the cEMI message has no APCI")
    }

    @Test func nothingIsReportedOfItBeforeTheConnectionIsUp() {
        let bus = BusUnderTest(Self.bindings(), isUp: false)
        undecodable("1/4/1", to: bus)
        bus.handle(.missed(reason: "a frame is missing"))
        #expect(bus.observations.isEmpty && states(bus).isEmpty)
    }

    // MARK: - Data that do not fit

    /// Three octets for one bit.
    @Test func lockIsNotChangedByDataThatDoNotFit() {
        let bus = BusUnderTest(Self.bindings())
        let (payload, before) = (Payload.octets([0xFF, 0xFF, 0xFF]), bus.sent.count)
        bus.receive("2/5/1", payload)
        #expect(!isRefused(bus))
        bus.receive("2/5/1", .bits(1))
        bus.receive("2/5/1", payload)
        #expect(isRefused(bus))
        #expect(bus.telegrams.dropFirst(before).contains("2/5/1?"))
    }

    @Test func movementIsNotChangedByDataThatDoNotFit() {
        let bus = BusUnderTest(Self.bindings())
        bus.receive("2/3/1", .octets([1, 2, 3]))
        #expect(bus.movements.isEmpty)
        bus.receive("2/1/1", .octets([1, 2, 3]))
        #expect(bus.observations.allSatisfy { $0.kind != .commandSeen })
    }

    @Test func stateWhoseDataDoNotFitIsReadAgain() {
        let bus = BusUnderTest(Self.bindings())
        bus.pass(.seconds(5))
        let sent = bus.sent.count
        bus.receive("1/4/1", .octets([1, 2, 3]))
        #expect(bus.telegrams.dropFirst(sent) == ["1/4/1?"])
        #expect(bus.observations.last?.value == nil)
        // It would answer the same again.
        bus.receive("1/4/1", .octets([1, 2, 3]), isResponse: true)
        bus.pass(.seconds(300))
        #expect(bus.telegrams.dropFirst(sent).count { $0 == "1/4/1?" } == 1)
    }
}
