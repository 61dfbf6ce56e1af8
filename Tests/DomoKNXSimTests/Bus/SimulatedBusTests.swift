import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXSim

struct SimulatedBusTests {
    @Test func telegramsAreSentOneAfterAnotherAtTheSpeedOfTheWire() {
        var bus = SimulatedBus.sample()
        for ticket in 1...50 as ClosedRange<UInt64> {
            let telegram = GroupTelegram(destination: .at(7, 0, 1), service: .write(.bits(1)))
            bus.send(telegram, from: .interface(ticket: ticket), at: .zero)
        }
        #expect(bus.queueLength == 49)
        #expect(bus.advance(to: .milliseconds(20)).isEmpty)
        #expect(bus.advance(to: .milliseconds(21)).map(\.origin) == [.interface(ticket: 1)])
        #expect(bus.advance(to: .seconds(1)).count == 48)
        #expect(bus.advance(to: .milliseconds(1016)).map(\.origin) == [.interface(ticket: 50)])
        #expect(bus.isQuiet)
    }

    @Test func unpacedTelegramsTakeNoTime() {
        var bus = SimulatedBus.sample { $0.isPaced = false }
        let telegram = GroupTelegram(destination: .at(7, 0, 1), service: .write(.bits(1)))
        for ticket in 1...50 as ClosedRange<UInt64> { bus.send(telegram, from: .interface(ticket: ticket), at: .zero) }
        #expect(bus.advance(to: .zero).count == 50)
    }

    @Test(arguments: [(true, true), (false, false)])
    func telegramToAnUnknownGroupIsAcknowledgedOnlyByACoupler(hasCoupler: Bool, isAcknowledged: Bool) {
        var bus = SimulatedBus.sample { $0.acknowledgesUnknownGroups = hasCoupler }
        for group in [GroupAddress.at(7, 0, 1), .at(1, 0, 1), .at(1, 4, 1)] {
            bus.send(GroupTelegram(destination: group, service: .read), from: .wall, at: .zero)
        }
        let passed = bus.advance(to: .milliseconds(65)).filter { $0.origin == .wall }
        #expect(passed.map(\.isAcknowledged) == [isAcknowledged, true, true])
    }

    @Test func readOfAStateIsAnsweredByTheDevice() throws {
        var bus = SimulatedBus.sample()
        let reader = GroupTelegram(destination: .at(1, 4, 1), service: .read)
        bus.send(reader, from: .interface(ticket: 1), at: .zero)
        let passed = bus.advance(to: .seconds(1))
        #expect(passed.map(\.telegram.shown) == ["1/4/1 read", "1/4/1 response 0"])
        #expect(passed.last?.telegram.source == DeviceFactory.address(ofDevice: 0))
        #expect(passed.last?.time == WireTime.duration(of: reader) * 2 + .milliseconds(10))
        #expect(bus.readsOfCommands.isEmpty)
    }

    @Test func readOfACommandIsCountedAndNotAnswered() {
        var bus = SimulatedBus.sample()
        for group in [GroupAddress.at(1, 0, 1), .at(0, 0, 1), .at(2, 1, 1), .at(1, 1, 2), .at(1, 0, 1)] {
            bus.send(GroupTelegram(destination: group, service: .read), from: .wall, at: .zero)
        }
        #expect(bus.reports(until: .seconds(1)).isEmpty)
        #expect(bus.readsOfCommands == [.at(1, 0, 1): 2, .at(0, 0, 1): 1, .at(2, 1, 1): 1, .at(1, 1, 2): 1])
    }

    @Test func responseIsNotACommand() {
        var bus = SimulatedBus.sample()
        let response = GroupTelegram(destination: .at(1, 0, 1), service: .response(.bits(1)))
        bus.send(response, from: .wall, at: .zero)
        #expect(bus.reports(until: .seconds(1)).isEmpty)
        #expect(bus.state(of: .lamp, at: .seconds(1)) == .switched(false))
    }

    @Test func waitingGroupObjectIsSentOnceWithItsLatestValue() {
        var bus = SimulatedBus.sample()
        // The wire is busy for 400 ms, in which the lamp is switched often.
        for bit in [1, 0, 1, 0, 1, 0, 1, 0, 1] as [UInt8] { bus.press(.at(1, 0, 1), .bits(bit), at: .zero) }
        for _ in 0..<10 { bus.press(.at(7, 0, 1), .octets([0]), at: .zero) }
        #expect(bus.reports(until: .seconds(1)) == ["1/4/1 write 1"])
    }

    @Test func unchangedDevicesKeepTheirState() {
        var bus = SimulatedBus.sample()
        bus.press(.at(1, 0, 1), .bits(1), at: .zero)
        bus.press(.at(2, 0, 1), .bits(1), at: .zero)
        _ = bus.advance(to: .seconds(5))
        var changed = KNXBindings.sample
        changed.facets.removeAll { $0.facet == .dimmer || $0.facet == .dimmerSwitch }
        bus.replace(with: changed, at: .seconds(5))
        #expect(bus.state(of: .lamp, at: .seconds(5)) == .switched(true))
        #expect(bus.state(of: .dimmer, at: .seconds(5)) == nil)
        // The cover continues and reports its end position.
        let reports = bus.reports(until: .seconds(15))
        #expect(reports.suffix(2) == ["2/4/1 write 0", "2/3/1 write [255]"])
    }

    @Test func lastTelegramOfEachAddressAgreesWithTheActuator() throws {
        for seed in 1...100 as ClosedRange<UInt64> {
            var settings = BusSettings()
            settings.seed = seed
            settings.startsAtRandom = true
            settings.sensorInterval = nil
            settings.statusPolicy = seed % 2 == 0 ? .always : .onChange
            var bus = SimulatedBus(.sample, settings: settings)
            var people = RandomPeople(.sample, every: .milliseconds(150), seed: seed)
            bus.press(people.script(from: .zero, to: .seconds(20)))
            var last: [GroupAddress: Payload] = [:]
            let end = Duration.seconds(120)
            for passed in bus.advance(to: end) {
                if case .write(let payload) = passed.telegram.service { last[passed.telegram.destination] = payload }
            }
            #expect(bus.isQuiet)
            for (group, payload) in last where bus.answerers[group] != nil {
                #expect(bus.value(of: group, at: end) == payload, "seed \(seed), \(group)")
            }
        }
    }

    @Test func sameSeedGivesTheSameTelegrams() {
        func telegrams(_ seed: UInt64) -> [PassedTelegram] {
            var settings = BusSettings()
            settings.seed = seed
            var bus = SimulatedBus(.sample, settings: settings)
            var people = RandomPeople(.sample, every: .seconds(1), seed: seed)
            bus.press(people.script(from: .zero, to: .seconds(60)))
            return bus.advance(to: .seconds(100))
        }
        let once = telegrams(3)
        #expect(once.count > 50)
        #expect(telegrams(3) == once)
        #expect(telegrams(4) != once)
    }

    @Test func loopOfTwoDevicesDoesNotStopTime() {
        func lamp(_ name: String, _ command: UInt16, _ state: UInt16) -> KNXFacet {
            KNXFacet(
                FacetName(path: name, type: .binary),
                command: .at(1, 0, command),
                states: [.at(1, 0, state)],
                type: .known(1, 1)
            )
        }
        var settings = BusSettings()
        settings.isPaced = false
        settings.reaction = .zero
        settings.jitter = .zero
        var bus = SimulatedBus(KNXBindings(facets: [lamp("A", 1, 2), lamp("B", 2, 1)]), settings: settings)
        bus.press(.at(1, 0, 1), .bits(1), at: .zero)
        #expect(bus.advance(to: .milliseconds(100)).count == 101)
    }

    @Test(
        arguments: [
            (.silent, ["1/4/1 read", "1/4/1 read", "1/4/1 response 0"]),
            (.twice, ["1/4/1 read", "1/4/1 read", "1/4/1 response 0", "1/4/1 response 0", "1/4/1 response 0"]),
        ] as [(KNXFault.Kind, [String])]
    )
    func faultChangesAnswers(kind: KNXFault.Kind, telegrams: [String]) {
        var bus = SimulatedBus.sample()
        let isAdded = bus.add(KNXFault(kind, group: .at(1, 4, 1), count: 1), at: .zero)
        #expect(isAdded)
        for _ in 0..<2 { bus.send(GroupTelegram(destination: .at(1, 4, 1), service: .read), from: .wall, at: .zero) }
        #expect(bus.advance(to: .seconds(1)).map(\.telegram.shown) == telegrams)
    }

    @Test func stuckDeviceIgnoresCommands() {
        var bus = SimulatedBus.sample()
        let isAdded = bus.add(KNXFault(.stuck, group: .at(1, 0, 1), for: .seconds(1)), at: .zero)
        #expect(isAdded)
        bus.press(.at(1, 0, 1), .bits(1), at: .zero)
        bus.press(.at(1, 0, 2), .bits(1), at: .zero)
        #expect(bus.reports(until: .milliseconds(900)) == ["1/4/2 write 1", "1/5/2 write [255]"])
        bus.press(.at(1, 0, 1), .bits(1), at: .seconds(1))
        #expect(bus.reports(until: .seconds(2)) == ["1/4/1 write 1"])
    }

    /// A telegram on its address sets the sensor's value.
    @Test func sensorIsNotStuck() {
        var bus = SimulatedBus.sample()
        let isAdded = bus.add(KNXFault(.stuck, for: .seconds(1)), at: .zero)
        #expect(isAdded)
        bus.press(.at(4, 0, 1), .bits(0), at: .zero)
        _ = bus.advance(to: .milliseconds(100))
        #expect(bus.value(of: .at(4, 0, 1), at: .milliseconds(100)) == .bits(0))
        bus.press(.at(4, 0, 1), .bits(1), at: .milliseconds(200))
        _ = bus.advance(to: .milliseconds(300))
        #expect(bus.value(of: .at(4, 0, 1), at: .milliseconds(300)) == .bits(1))
    }
}
