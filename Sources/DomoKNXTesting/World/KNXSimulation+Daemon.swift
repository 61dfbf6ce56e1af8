import DomoCalendar
import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXSim
import DomoLanguage
import DomoModel

// Starts, stops, kills and loads of the daemon.

extension KNXSimulation {
    static let linkLabel = "knx://192.168.1.2"

    func startDaemon() {
        guard daemon == nil else { return }
        lastRun += 1
        trace { "start" }
        coverage.note("starts")
        let seed = dice.next()
        daemon = SimulatedDaemon(
            number: lastRun,
            engine: Engine(seed: seed, at: instant),
            machine: KNXLinkMachine(makeConnection(seed: seed), profile(of: house)),
            port: SimulatedKNXPort(),
            house: house
        )
        beginBudget()
        feedEngine(.load(catalog(of: house), ids: []))
        feedEngine(.remembered(rememberedReadings))
    }

    private var rememberedReadings: Memory {
        let known = memory.sorted { ($0.key.path, $0.key.type.rawValue) < ($1.key.path, $1.key.type.rawValue) }
        return Memory(
            readings: known.map { Memory.Known(element: $0.key.path, type: $0.key.type, reading: $0.value) },
            lastOrder: lastOrder
        )
    }

    private func makeConnection(seed: UInt64) -> any BusConnection {
        switch scenario.transport {
        case .udp:
            TunnelMachine(TunnelOptions(server: Self.server, usesNAT: scenario.usesNAT, seed: seed))
        case .tcp: TunnelMachine(TunnelOptions(server: Self.server, transport: .tcp, seed: seed))
        case .routing: RoutingMachine(RoutingOptions(address: IndividualAddress(raw: 0xFFFA), seed: seed))
        }
    }

    func profile(of house: KNXHouse) -> KNXLinkProfile {
        let rate = sabotage == .ignoresTheBudget ? scenario.rate * 5 : scenario.rate
        return KNXLinkProfile(
            label: Self.linkLabel,
            bindings: house.bindings,
            clocks: [KNXHouse.name: LocalClock(UTC())],
            pace: Pace(perSecond: Double(rate), burst: rate)
        )
    }

    private func catalog(of house: KNXHouse) -> Catalog {
        let port = daemon?.port ?? SimulatedKNXPort()
        let link = Catalog.Link(
            key: "knx",
            kind: "knx",
            label: Self.linkLabel,
            profile: profile(of: house),
            port: port,
            deadline: .seconds(5)
        )
        return Catalog(
            houses: [House(name: KNXHouse.name, elements: house.elements)],
            links: [link],
            linkOfHouse: [0],
            scenes: house.scenes
        )
    }

    // MARK: - Loads

    /// Loads the same house, or sometimes the house without some of its elements.
    func load(for id: RequestID) {
        coverage.note("loads")
        var next = house
        if !isFaultFree, dice.chance(400) {
            let names = house.elements.dropFirst().map(\.name).filter { _ in dice.chance(250) }
            next = house.without(Set(names))
        }
        trace { "load \(next.elements.count) elements" }
        awaitedOrder = nil
        let kept = Set(next.elements.map(KNXHouse.path))
        memory = memory.filter { kept.contains($0.key.path) }
        // The engine forgets what its house no longer has.
        covers = covers.filter { kept.contains($0.key) }
        daemon?.house = next
        feedEngine(.load(catalog(of: next), ids: [id]))
    }

    // MARK: - Ends

    func stopDaemon() {
        guard daemon?.isStopping == false else { return }
        trace { "stop" }
        coverage.note("stops")
        daemon?.isStopping = true
        awaitedOrder = nil
        feedEngine(.stop)
        schedule(.giveUp(run: lastRun), after: dice.milliseconds(0...2500))
    }

    func giveUp() {
        trace { "give up" }
        feedEngine(.giveUp)
        requestsAreAnsweredBeforeTheEnd()
        // The connection is closed before the process ends.
        feedLink(.stop)
        endRun()
    }

    func kill() {
        guard daemon != nil else { return }
        trace { "kill" }
        coverage.note("kills")
        endRun()
    }

    private func endRun() {
        if scenario.transport == .tcp, let stream = daemon?.socket.map({ Int($0.port) }) {
            schedule(.streamClosesAtInterface(stream), after: dice.microseconds(scenario.latency))
        }
        daemon = nil
        awaitedOrder = nil
        (requests, commands, dispatches, queries, openOrders) = ([:], [:], [:], [:], [])
        (openReads, exposedValues, changedExposures, covers, coverOrders) = ([:], [:], [:], [:], [:])
        (received, receivedByLink, knownExposures) = ([:], [:], [:])
        (locks, lockedDispatches, isLinkUp) = ([:], [], false)
        lastStates = [:]
        lastReports = [:]
        for index in sideEffects.indices {
            sideEffects[index].endsAt = min(sideEffects[index].endsAt, time + Self.echo)
        }
        schedule(.start, after: dice.milliseconds(50...4000))
    }
}
