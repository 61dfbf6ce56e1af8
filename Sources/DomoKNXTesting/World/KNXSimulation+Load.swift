import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoKNXSim
import DomoLanguage
import DomoModel

// A house under full load: people give more orders than the pace allows, the bus is busy with them and their states, and
// covers move by time. When their stops are due is calculated here from what the engine is told.

extension KNXSimulation {
    /// What a stop took after the moment at which it was due, in nanoseconds.
    public struct StopDelay: Sendable {
        public let path: String
        let due: Int64
        /// Until its telegram was transmitted to the interface.
        public var transmitted: Int64
        /// Until it was on the bus; nil if it was not.
        public var onBus: Int64?
    }

    /// A cover that moves by time, as it follows from the confirmations alone.
    struct LoadedCover {
        var position: Double?
        var target: Double?
        var since: Int64?
        var due: Int64?
    }

    static let loadedCovers = 12
    private static let rounds = 6
    private static let roundTime = 20 * KNXScenario.second

    /// All covers are opened, and then moved to one position after the other.
    func planLoad() {
        for number in 0..<Self.loadedCovers {
            let offset = Int64(number) * 613_000_000
            agenda.add(.cover(number, nil), at: began + KNXScenario.second + offset)
            for round in 0..<Self.rounds {
                let level = Percent(clamping: (round.isMultiple(of: 2) ? 55 : 20) + number * 2 + round)
                agenda.add(.cover(number, level), at: began + Int64(round + 1) * Self.roundTime + offset)
            }
        }
    }

    func moveCover(_ number: Int, to level: Percent?) {
        let name = "C\(number)"
        loaded["\(KNXHouse.name)/\(name)", default: LoadedCover()].target = level.map { Double($0.value) }
        let wish = level.map { Order.Wish.level(.to($0)) } ?? .value("up", as: nil)
        // Not lost behind the many others.
        let order = Order(element: name, wish: wish, deadline: .seconds(30))
        submit(.order(order), due: dueReply(to: order), wait: .accepted)
    }

    /// The engine is about to learn that a direction or a stop was confirmed.
    func noteConfirmed(_ value: Value, of path: String) {
        guard scenario.isLoaded, var cover = loaded[path], let motion = house.motion(path) else { return }
        func travel(_ value: Value) -> Double { Double((value == .up ? motion.up : motion.down)?.nanoseconds ?? 1) }
        switch (value, cover.position, cover.target) {
        case (.up, _, nil): cover.position = 0
        case (.up, let position?, let target?), (.down, let position?, let target?):
            cover.since = time
            cover.due = time + Int64(travel(value) * abs(target - position) / 100)
        case (.stop, let position?, let target?):
            let elapsed = Double(time - (cover.since ?? time))
            let way = elapsed / travel(target < position ? .up : .down) * 100
            cover.position = target < position ? position - way : position + way
        default: break
        }
        loaded[path] = cover
    }

    func noteTransmittedStop(_ dispatch: TrackedDispatch) {
        guard dispatch.value == .stop, let due = loaded[dispatch.path]?.due else { return }
        stopDelays.append(StopDelay(path: dispatch.path, due: due, transmitted: time - due))
    }

    func notePassedStop(_ passed: PassedTelegram) {
        let index = stopDelays.lastIndex {
            house.motion($0.path)?.stop == passed.telegram.destination && $0.onBus == nil
        }
        guard let index else { return }
        stopDelays[index].onBus = began + passed.time.nanoseconds - stopDelays[index].due
    }
}
