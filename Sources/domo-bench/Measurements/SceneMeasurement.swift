import DomoCalendar
import DomoEngine
import DomoLanguage
import DomoModel

/// The cost of idle scenes: a change of state with 1,000 schedules and 1,000 triggers loaded, compared with none; and
/// the time to find the next start of 1,000 schedules.
///
/// Only the engine, without I/O.
enum SceneMeasurement: Measurement {
    static let number = 13
    static let title = "1,000 schedules and 1,000 triggers"

    private static let count = 1000
    private static let rounds = 31
    private static let limit = 10.0

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        guard let zone = SystemTimeZone("Europe/Madrid") else { throw BenchFault("the time zone database is missing") }
        let site = Catalog.Site(clock: LocalClock(zone), sun: Sun(latitude: 40.4, longitude: -3.7))
        let triggers = try scenes { "when E\($0) on for 1h\n\(time($0))\nset E\($0) off" }
        let plain = try scenes { _ in "log x" }
        let times = try scenes { "\(time($0))\nlog x" }
        var busy = House(scenes: triggers, site: site)
        var quiet = House(scenes: [], site: site)
        var withScenes: [Double] = []
        var without: [Double] = []
        var reckoning: [Double] = []
        for round in 0..<rounds {
            let (one, other) = (busy.changeAll(), quiet.changeAll())
            let (slow, fast) = (load(times, site), load(plain, site))
            guard round > 0 else { continue }
            withScenes.append(one)
            without.append(other)
            reckoning.append(max(0, slow - fast))
        }
        return [
            Row(
                number: number,
                what: "a change of state with \(title)",
                unit: .microseconds,
                domo: .init(runs: withScenes),
                peerName: "with none",
                peer: .init(runs: without),
                target: .atMost(2)
            ),
            Row(
                number: number,
                what: "the next of each of 1,000 schedules",
                unit: .milliseconds,
                domo: .init(runs: reckoning),
                peerName: "the limit",
                peer: .init(runs: [limit]),
                target: .atMost(1)
            ),
        ]
    }

    /// All kinds of schedules.
    private static func time(_ number: Int) -> String {
        let clock = "\(10 + number % 14):\(10 + number % 50)"
        switch number % 5 {
        case 0: return "at \(clock)"
        case 1: return "at \(clock) sat sun except holidays"
        case 2: return "at sunset-\(number % 60)m not before 17:00"
        case 3: return "every \(1 + number % 90)m"
        default: return "at \(clock) 12-24"
        }
    }

    private static func scenes(_ text: (Int) -> String) throws(BenchFault) -> [Catalog.Scene] {
        var scenes: [Catalog.Scene] = []
        for number in 0..<count {
            let (script, mistakes) = ScriptParser.parse(text(number))
            if let mistake = mistakes.first { throw BenchFault("invalid scene: \(mistake.fault.message)") }
            scenes.append(Catalog.Scene(name: "S\(number)", file: "S\(number).domo", script: script))
        }
        return scenes
    }

    /// In milliseconds.
    private static func load(_ scenes: [Catalog.Scene], _ site: Catalog.Site) -> Double {
        let begin = Moment.now()
        let house = House(scenes: scenes, site: site)
        return withExtendedLifetime(house) { Moment.now().since(begin) * 1000 }
    }

    /// A thousand lamps and an engine.
    private struct House: ~Copyable {
        private var engine: Engine
        private var now = Instant(uptime: 1_000_000_000, wall: Timestamp(milliseconds: 1_700_000_000_000))
        private var lastRequest: UInt64 = 0
        private var isOn = false
        private var effects: [Effect] = []

        init(scenes: [Catalog.Scene], site: Catalog.Site) {
            engine = Engine(seed: 1, at: now)
            let elements = (0..<count).map { number in
                Element(name: "E\(number)", kind: .device, types: FacetTypes([.binary]) ?? FacetTypes())
            }
            let catalog = Catalog(
                houses: [DomoModel.House(name: "Casa", elements: elements)],
                links: [Catalog.Link(label: "none", profile: NoProfile(), port: NoLink())],
                linkOfHouse: [0],
                sites: [site],
                scenes: scenes
            )
            engine.handle(.load(catalog, ids: []), at: now, into: &effects)
        }

        /// - Returns: microseconds per change.
        mutating func changeAll() -> Double {
            isOn.toggle()
            let begin = Moment.now()
            for number in 0..<count {
                now = now + .milliseconds(1)
                lastRequest += 1
                let order = Order(element: "E\(number)", wish: .value(isOn ? "on" : "off", as: nil))
                handle(.request(.order(order), id: RequestID(lastRequest), principal: .user(0, name: "bench")))
            }
            return Moment.now().since(begin) * 1e6 / Double(count)
        }

        private mutating func handle(_ input: Input) {
            effects.removeAll(keepingCapacity: true)
            engine.handle(input, at: now, into: &effects)
            for case .send(let dispatch, via: _) in effects { handle(.outcome(dispatch.id, .accepted)) }
        }
    }

    /// A link that ignores everything; the caller reports the outcomes.
    private final class NoLink: LinkPort {
        func send(_ dispatch: Dispatch, report: @escaping @Sendable (Outcome) -> Void) {}
        func cancel(_ id: Dispatch.ID) {}
    }

    private struct NoProfile: LinkProfile {
        let endpoints = [EndpointProfile(label: "none")]
        func signal(for value: Value, of target: Target) throws(SignalFault) -> String { "none" }
    }
}
