import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

struct BusMachineTests {
    static let light = FacetName(path: "Casa/Luz", type: .binary)
    static let other = FacetName(path: "Casa/Otra", type: .binary)

    static func bindings() -> KNXBindings {
        KNXBindings(facets: [
            KNXFacet(
                light,
                command: groupAddress("1/0/1"),
                states: [groupAddress("1/4/1"), groupAddress("1/4/9")],
                listens: [KNXListen(group: groupAddress("0/0/1"), type: type(1, 1))],
                type: type(1, 1)
            ),
            KNXFacet(other, command: groupAddress("0/0/1"), type: type(1, 1)),
            KNXFacet(
                FacetName(path: "Casa/Dimmer", type: .regulable),
                command: groupAddress("1/2/2"),
                states: [groupAddress("1/5/2")],
                type: type(5, 1),
                relative: groupAddress("1/1/2")
            ),
            KNXFacet(
                FacetName(path: "Casa/Set", type: .value),
                command: groupAddress("3/1/1"),
                states: [groupAddress("3/2/1")],
                type: type(9, 1)
            ),
        ])
    }

    // MARK: - Orders

    @Test func orderIsOneTelegramAndAcceptedWhenTheBusConfirmsIt() {
        let bus = BusUnderTest(Self.bindings())
        let id = bus.order("Casa/Luz", .on)
        #expect(bus.telegrams == ["1/0/1=01"])
        #expect(bus.outcomes.isEmpty)
        bus.confirm()
        #expect(bus.outcomes[id] == .accepted)
    }

    @Test(arguments: [
        (
            TelegramEnd.refused(reason: "no device answered"),
            "not acknowledged: no device answered at 1/0/1"
        ),
        (.notSent(reason: "down"), "not sent: down"),
        (.lost(reason: "no confirmation"), "no answer: no confirmation"),
        // It is about the value, and nothing follows about the interface.
        (.unsendable(reason: "15 octets are too many"), "impossible: 15 octets are too many"),
    ])
    func outcomeOfAnOrderIsThatOfItsTelegram(_ end: TelegramEnd, _ text: String) {
        let bus = BusUnderTest(Self.bindings())
        let id = bus.order("Casa/Luz", .on)
        bus.end(end)
        let outcome = bus.outcomes[id].map { outcome in
            switch outcome {
            case .unacknowledged(let reason): "not acknowledged: \(reason)"
            case .notSent(let reason, _): "not sent: \(reason)"
            case .lost(let reason): "no answer: \(reason)"
            case .impossible(let fault): "impossible: \(fault.message)"
            case .accepted, .refused, .expired: "\(outcome)"
            }
        }
        #expect(outcome == text)
    }

    @Test func orderWhileTheConnectionIsDownIsNotSent() {
        let bus = BusUnderTest(Self.bindings(), isUp: false)
        let id = bus.order("Casa/Luz", .on)
        #expect(bus.sent.isEmpty)
        #expect(bus.outcomes[id] == .notSent(reason: "not connected yet"))
    }

    @Test func orderThatTheConnectionHoldsTooLongIsTakenBack() {
        let bus = BusUnderTest(Self.bindings())
        let id = bus.order("Casa/Luz", .on, timeout: .seconds(3))
        bus.pass(.seconds(4))
        #expect(bus.outcomes[id] == .expired)
    }

    @Test func valueThatItsTypeDoesNotHaveIsImpossible() {
        let bus = BusUnderTest(Self.bindings())
        let id = bus.order("Casa/Set", .text("warm"))
        guard case .impossible? = bus.outcomes[id] else { return #expect(Bool(false), "\(bus.outcomes)") }
        #expect(bus.sent.isEmpty)
    }

    @Test func stateWithTheDataOfTheOrderIsReportedAsTheOrderedValue() {
        let bus = BusUnderTest(Self.bindings())
        bus.obey("Casa/Set", .number(21.37))
        guard case .write(let payload)? = bus.sent.last?.telegram.service else { return #expect(Bool(false)) }
        bus.receive("3/2/1", payload)
        #expect(bus.observations.last?.value == .number(21.37))
    }

    // MARK: - Telegrams from other devices

    @Test func externalCommandsAndStatesAreObserved() {
        let bus = BusUnderTest(Self.bindings())
        bus.receive("1/0/1", .bits(1))
        bus.receive("1/4/1", .bits(1))
        bus.receive("1/4/9", .bits(0))
        #expect(bus.observations.map(\.kind) == [.commandSeen, .state, .state])
        #expect(bus.observations.map(\.value) == [.on, .on, .off])
        #expect(bus.observations.allSatisfy { $0.facet == Self.light })
    }

    @Test func centralAddressCommandsEveryListeningFacet() {
        let bus = BusUnderTest(Self.bindings())
        bus.receive("0/0/1", .bits(0))
        #expect(Set(bus.observations.map(\.facet)) == [Self.light, Self.other])
        #expect(bus.observations.allSatisfy { $0.kind == .commandSeen && $0.value == .off })
    }

    @Test func ownTelegramCommandsOnlyTheOtherListeningFacets() {
        let bus = BusUnderTest(Self.bindings())
        bus.obey("Casa/Otra", .on)
        #expect(bus.observations.map(\.facet) == [Self.light])
        #expect(bus.observations.first?.kind == .commandSeen)
    }

    @Test func responseIsAStateAndNeverACommand() {
        let bus = BusUnderTest(Self.bindings())
        bus.receive("1/0/1", .bits(1), isResponse: true)
        #expect(bus.observations.isEmpty)
        bus.receive("1/4/1", .bits(1), isResponse: true)
        #expect(bus.observations.map(\.kind) == [.state])
    }

    /// A state that can't be decoded is not the one known before.
    @Test func dataOfWrongWidthIsLoggedAndReportedAsUnusable() {
        let bus = BusUnderTest(Self.bindings())
        bus.receive("1/4/1", .octets([1, 2]))
        #expect(bus.observations.map(\.value) == [nil])
        #expect(bus.observations.map(\.kind) == [.state])
        #expect(bus.observations.first?.problem?.hasPrefix("1/4/1 from 1.1.5: 0102, ") == true)
        #expect(bus.notes.count == 1)
        // A command that can't be decoded says nothing about the state.
        bus.receive("1/0/1", .octets([1, 2]))
        #expect(bus.observations.count == 1)
    }

    // MARK: - Reads

    @Test func queryReadsTheFirstStateOfEachFacet() {
        let bus = BusUnderTest(Self.bindings())
        let id = bus.read("Casa/Luz", "Casa/Dimmer")
        #expect(bus.telegrams == ["1/4/1?", "1/5/2?"])
        bus.receive("1/5/2", .octets([255]), isResponse: true)
        #expect(bus.answers.isEmpty)
        bus.receive("1/4/1", .bits(1), isResponse: true)
        #expect(
            bus.answers[id]
                == .states([
                    Answer.State(target: 0, type: .binary, value: .on),
                    Answer.State(target: 1, type: .regulable, value: level(100)),
                ])
        )
    }

    @Test func unansweredStateIsUnknown() {
        let bus = BusUnderTest(Self.bindings())
        let id = bus.read("Casa/Luz")
        bus.confirm()
        bus.pass(.seconds(3))
        #expect(bus.answers[id] == .states([Answer.State(target: 0, type: .binary, value: nil)]))
    }

    @Test func commandAddressIsNeverRead() {
        let bindings = KNXBindings(facets: [
            KNXFacet(
                Self.light,
                command: groupAddress("1/0/1"),
                states: [groupAddress("1/0/1")],
                type: type(1, 1),
                read: .never
            ),
            KNXFacet(Self.other, states: [groupAddress("1/0/1")], type: type(1, 1)),
        ])
        let bus = BusUnderTest(bindings)
        let id = bus.read("Casa/Luz", "Casa/Otra")
        #expect(bus.sent.isEmpty)
        #expect(bus.answers[id] == .states([]))
    }

    @Test func outstandingReadsAreLimited() {
        let facets = (0..<20).map { number in
            KNXFacet(
                FacetName(path: "Casa/\(number)", type: .binary),
                states: [groupAddress("1/4/\(number)")],
                type: type(1, 1)
            )
        }
        let bus = BusUnderTest(KNXBindings(facets: facets))
        for number in 0..<20 { bus.read("Casa/\(number)") }
        #expect(bus.sent.count == ReadQueue.maxOutstanding)
        bus.receive("1/4/0", .bits(0), isResponse: true)
        #expect(bus.sent.count == ReadQueue.maxOutstanding + 1)
    }

    @Test func readThatWaitedTooLongIsTakenBack() {
        let bus = BusUnderTest(Self.bindings())
        bus.read("Casa/Luz")
        bus.pass(.seconds(3))
        #expect(bus.cancelled == [bus.sent[0].ticket])
        // The result of the cancelled read does not affect the next one.
        let id = bus.read("Casa/Luz")
        bus.handle(.ended(ticket: bus.sent[0].ticket, .notSent(reason: "cancelled")))
        #expect(bus.answers[id] == nil)
        bus.receive("1/4/1", .bits(1), isResponse: true)
        #expect(bus.answers[id] == .states([Answer.State(target: 0, type: .binary, value: .on)]))
    }

    /// What covers report in addition to their positions is read by the link itself, at its own cost.
    @Test func ownReadsKeepToTheReadShare() {
        let facets = (0..<40).map { number in
            KNXFacet(
                FacetName(path: "Casa/\(number)", type: .bidirectional),
                command: groupAddress("2/0/\(number)"),
                type: type(1, 8),
                motion: KNXMotion(locked: groupAddress("2/6/\(number)"))
            )
        }
        let bus = BusUnderTest(KNXBindings(facets: facets))
        var answered = 0
        func answerAll() {
            while answered < bus.sent.count {
                let address = bus.sent[answered].telegram.destination.description
                answered += 1
                bus.receive(address, .bits(0), isResponse: true)
            }
        }
        answerAll()
        // With their answers half of a TP1 line: 12.5 per second.
        #expect(bus.sent.count == 12)
        for _ in 0..<40 {
            bus.pass(.milliseconds(50))
            answerAll()
        }
        #expect((35...38).contains(bus.sent.count), "\(bus.sent.count)")
        let charged = bus.reports.reduce(0) { sum, report in
            if case .state(_, .reads(let cost)) = report { sum + cost } else { sum }
        }
        #expect(charged == bus.sent.count)
        for _ in 0..<200 {
            bus.pass(.milliseconds(50))
            answerAll()
        }
        #expect(bus.sent.count == 40)
    }

    // MARK: - The connection

    @Test func lossOfTheConnectionIsReportedAndFailsWaitingQueries() {
        let bus = BusUnderTest(Self.bindings())
        let id = bus.read("Casa/Luz")
        bus.handle(.down(reason: "no heartbeat"))
        #expect(bus.answers[id] == .failed(reason: "no heartbeat"))
        #expect(bus.reports.last == .state(endpoint: nil, .down(reason: "no heartbeat")))
    }

    /// A tunnel that still queries its limits already delivers telegrams, and may close without ever having been up.
    @Test func telegramsAreIgnoredBeforeTheConnectionIsUp() {
        let bus = BusUnderTest(Self.bindings(), isUp: false)
        bus.receive("1/4/1", .bits(1))
        #expect(bus.observations.isEmpty)
        #expect(bus.logged.count == 1)
        bus.handle(.up(own: nil, maxAPDU: 254))
        bus.receive("1/4/1", .bits(1))
        #expect(bus.observations.map(\.value) == [.on])
    }

    @Test func newBindingsKeepTheConnection() {
        let bus = BusUnderTest(Self.bindings())
        var bindings = Self.bindings()
        bindings.facets[0].command = groupAddress("7/0/1")
        bus.use(bindings)
        bus.order("Casa/Luz", .on)
        #expect(bus.telegrams == ["7/0/1=01"])
    }

    // MARK: - Reports

    private func charges(_ bus: BusUnderTest) -> Int {
        bus.reports.reduce(0) { sum, report in
            if case .state(_, .traffic(let cost)) = report { sum + cost } else { sum }
        }
    }

    /// The engine has charged the query for its answers too.
    @Test func answerToAnOwnReadIsNotCountedAsExternalTraffic() {
        let bus = BusUnderTest(Self.bindings())
        bus.read("Casa/Luz")
        bus.receive("1/4/1", .bits(1), isResponse: true)
        #expect(charges(bus) == 0)
        bus.receive("1/4/1", .bits(1), isResponse: true)
        bus.receive("1/0/1", .bits(1))
        #expect(charges(bus) == 2)
    }

    /// A scene that the telegram starts sees the new state.
    @Test func telegramIsReportedAfterItsObservation() {
        let bus = BusUnderTest(Self.bindings())
        bus.receive("1/4/1", .bits(1))
        let kinds = bus.reports.compactMap { report -> String? in
            switch report {
            case .observed: "observed"
            case .messages: "messages"
            default: nil
            }
        }
        #expect(kinds == ["observed", "messages"])
    }
}
