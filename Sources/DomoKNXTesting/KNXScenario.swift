import DomoEngineTesting
import DomoKNX
import DomoKNXSim

/// The duration, activity, kind of connection and faults of a run. Probabilities are per mille.
struct KNXScenario {
    enum Transport: String, CaseIterable {
        case udp, tcp, routing
    }

    var transport: Transport
    /// The time in which faults happen, in nanoseconds; people continue for a while afterwards.
    var activeTime: Int64
    /// The pause between two actions of people, in milliseconds.
    var userPause: ClosedRange<Int>
    var pressInterval: Duration
    /// The latency of datagrams, in microseconds.
    var latency: ClosedRange<Int>
    var lost: Int
    var duplicated: Int
    /// Delayed so long that later ones arrive first.
    var delayed: Int
    /// The time between the engine and its link, in microseconds.
    var handover: ClosedRange<Int>
    /// The delay of timers, in microseconds.
    var lateness: ClosedRange<Int>
    var faults: Int
    /// How often telegrams are damaged, or dropped by the router, which says so. That is no fault of the connection: orders,
    /// planned stops and locks go on.
    var damages: Int
    var kills: Int
    var stops: Int
    var reloads: Int
    var brokenStreams: Int
    var refusedSockets: Int
    /// How often the network takes nothing for some seconds, over routing.
    var outages: Int
    /// The number of tunnels of the interface.
    var slots: Int
    var usesNAT: Bool
    /// Telegrams per second.
    var rate: Int
    /// Whether everything is read again at the end, as after a lost connection.
    var readsAgainAtTheEnd: Bool
    /// Whether people give as many orders as the pace allows, all the time, and covers move by time.
    var isLoaded = false
    var bus: BusSettings

    static let second: Int64 = 1_000_000_000

    init(_ dice: inout Dice, seed: UInt64) {
        let kind = dice.below(100)
        transport = kind < 70 ? .udp : kind < 85 ? .tcp : .routing
        activeTime = Int64(dice.number(12...30)) * Self.second
        let isBusy = dice.chance(300)
        userPause = isBusy ? 0...400 : 0...2500
        pressInterval = .milliseconds(isBusy ? 400 : dice.number(800...4000))
        latency = 100...dice.number(300...2000)
        let hasNetworkFaults = transport == .udp && dice.chance(400)
        lost = hasNetworkFaults ? dice.below(40) : 0
        duplicated = hasNetworkFaults ? dice.below(40) : 0
        delayed = hasNetworkFaults ? dice.below(30) : 0
        let isSlowMachine = dice.chance(300)
        handover = 0...(isSlowMachine ? 3000 : 50)
        lateness = 0...(isSlowMachine ? 3000 : 200)
        faults = dice.chance(250) ? 0 : dice.number(1...6)
        kills = dice.chance(200) ? 1 : 0
        stops = dice.chance(200) ? 1 : 0
        reloads = dice.chance(500) ? dice.number(1...3) : 0
        brokenStreams = transport == .tcp && dice.chance(500) ? dice.number(1...2) : 0
        refusedSockets = dice.chance(100) ? 200 : 0
        outages = transport == .routing && dice.chance(500) ? dice.number(1...2) : 0
        slots = dice.number(1...4)
        usesNAT = dice.chance(300)
        rate = dice.chance(800) ? 20 : dice.number(5...20)
        readsAgainAtTheEnd = dice.chance(500)
        damages = dice.chance(500) ? dice.number(1...6) : 0
        bus = BusSettings()
        bus.statusPolicy = dice.chance(700) ? .always : .onChange
        bus.coverTravel = .seconds(dice.number(3...12))
        bus.positionInterval = dice.chance(700) ? .seconds(1) : nil
        bus.sensorInterval = .seconds(dice.number(4...7))
        bus.jitter = .milliseconds(dice.number(1...40))
        bus.startsAtRandom = true
        // Up to the capacity of the line.
        if dice.chance(250) { bus.othersPerSecond = dice.number(5...60) }
        bus.seed = seed
    }

    /// More orders than the pace allows. At 50 per second, that is what a TP1 line carries, and with their states and wall
    /// switches it is busy all the time.
    ///
    /// - Parameter others: The telegrams per second that further devices send.
    static func fullLoad(_ transport: Transport, rate: Int, others: Int, seed: UInt64) -> KNXScenario {
        var dice = Dice(seed: seed)
        var scenario = KNXScenario(&dice, seed: seed)
        scenario.transport = transport
        scenario.isLoaded = true
        scenario.activeTime = 140 * second
        scenario.userPause = 0...(2000 / rate)
        scenario.pressInterval = .milliseconds(rate < 50 ? 1000 : 120)
        scenario.latency = 100...1000
        (scenario.lost, scenario.duplicated, scenario.delayed) = (0, 0, 0)
        (scenario.handover, scenario.lateness) = (0...50, 0...200)
        (scenario.faults, scenario.kills, scenario.stops, scenario.reloads) = (0, 0, 0, 0)
        scenario.damages = 0
        (scenario.brokenStreams, scenario.outages, scenario.refusedSockets, scenario.rate) = (0, 0, 0, rate)
        scenario.bus.statusPolicy = .always
        scenario.bus.startsAtRandom = false
        scenario.bus.othersPerSecond = others
        return scenario
    }
}
