import Testing

@testable import DomoKNX

/// A tunnel to an interface that follows the specification, over a network that loses, duplicates, delays and reorders
/// frames.
struct TunnelModelTests {
    @Test(arguments: 0..<10 as Range<UInt64>)
    func eachTelegramEndsOnceAndNoneIsDeliveredTwice(block: UInt64) {
        for seed in block * 100..<block * 100 + 100 {
            var world = World(seed: seed)
            world.run()
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults)")
        }
    }

    /// The faults have to happen, or the test above shows nothing.
    @Test func networkOfTheModelHasEnoughFaults() {
        var (downs, missed, confirmed, refused, lost, received) = (0, 0, 0, 0, 0, 0)
        for seed in 0..<50 as Range<UInt64> {
            var world = World(seed: seed)
            world.run()
            downs += world.downs
            missed += world.missed
            confirmed += world.ends.values.count { $0 == .confirmed }
            refused += world.ends.values.count { if case .refused = $0 { true } else { false } }
            lost += world.ends.values.count { if case .lost = $0 { true } else { false } }
            received += world.received.count
        }
        #expect(downs > 50)
        #expect(missed > 0)
        #expect(lost > 20)
        #expect(confirmed > 300)
        #expect(refused > 20)
        #expect(received > 300)
    }

    struct World {
        private enum Event {
            case toInterface([UInt8])
            case toClient([UInt8], socket: Int)
            case opened(socket: Int)
            case wakeInterface
            case confirm([UInt8], channel: UInt8)
            case deliver(UInt64)
            case send(UInt64)
        }

        private(set) var faults: [String] = []
        private(set) var ends: [UInt64: TelegramEnd] = [:]
        private(set) var received: [UInt64] = []
        private(set) var downs = 0
        private(set) var missed = 0

        private var machine: TunnelMachine
        private var interface: ModelInterface
        private var generator: SplitMix
        private var now = Duration.zero
        private var events: [(time: Duration, event: Event)] = []
        private var requestedWake: Duration?
        private var isUp = false
        /// Sockets are numbered; nil while none is open.
        private var socket: Int?
        private var lastSocket = 0
        private var open: Set<UInt64> = []
        /// The telegrams that the client received over the current connection.
        private var present: [UInt64] = []
        private var isStopped = false
        /// The rates of lost, duplicated and delayed frames; the delay is up to 1.5 s.
        private let rates: (loss: Double, double: Double, delay: Double)
        private var isCalm = false

        private static let span: Duration = .seconds(45)

        init(seed: UInt64) {
            generator = SplitMix(seed: seed)
            interface = ModelInterface(version: UInt8(seed % 2) + 1)
            var options = TunnelOptions(server: TunnelHarness.server, seed: seed)
            options.maxUnconfirmed = Int(seed / 2 % 4) + 1
            machine = TunnelMachine(options)
            rates = (
                Double.random(in: 0...0.25, using: &generator), Double.random(in: 0...0.2, using: &generator),
                Double.random(in: 0...0.2, using: &generator)
            )
            for number in 0..<50 as Range<UInt64> {
                let time = Duration.milliseconds(Int.random(in: 0...45_000, using: &generator))
                events.append((time, number % 2 == 0 ? .send(number) : .deliver(number)))
            }
        }

        mutating func run() {
            give(.start)
            runEvents(until: Self.span)
            // On a calm network everything pending has to end, and the tunnel has to come up and work.
            isCalm = true
            runEvents(until: Self.span + .seconds(120))
            if !isUp { faults.append("not up on a calm network") }
            schedule(.send(1_000), after: .zero)
            runEvents(until: Self.span + .seconds(130))
            if ends[1_000] != .confirmed { faults.append("on a calm network: \(String(describing: ends[1_000]))") }
            give(.stop)
            runEvents(until: Self.span + .seconds(140))
            if !isStopped { faults.append("not stopped") }
            if !open.isEmpty { faults.append("never ended: \(open)") }
            check()
        }

        private mutating func check() {
            if Set(interface.bus).count != interface.bus.count { faults.append("twice on the bus: \(interface.bus)") }
            if Set(received).count != received.count { faults.append("received twice: \(received)") }
            for (ticket, end) in ends {
                let isOnBus = interface.bus.contains(ticket)
                switch end {
                case .confirmed where !isOnBus, .refused where !isOnBus:
                    faults.append("\(ticket) confirmed or refused but not on the bus")
                case .notSent where isOnBus, .unsendable where isOnBus:
                    faults.append("\(ticket) not sent but on the bus")
                default: break
                }
            }
        }

        private mutating func runEvents(until end: Duration) {
            while true {
                let next = events.indices.min { events[$0].time < events[$1].time }
                if let wake = requestedWake, wake <= end, next.map({ wake <= events[$0].time }) ?? true {
                    now = max(now, wake)
                    requestedWake = nil
                    give(.wake)
                } else if let next, events[next].time <= end {
                    now = max(now, events[next].time)
                    handle(events.remove(at: next).event)
                } else {
                    break
                }
            }
            now = end
        }

        private mutating func handle(_ event: Event) {
            switch event {
            case .toInterface(let octets):
                let channel = interface.channel
                let (answers, confirmations) = interface.receive(octets, at: now)
                send(answers)
                for var message in confirmations {
                    // One in ten is negative, one in twenty is missing.
                    let dice = isCalm ? 100 : Int.random(in: 0..<100, using: &generator)
                    guard let channel, dice >= 5 else { continue }
                    if dice < 15 { message[2] |= 1 }
                    let pause = Duration.milliseconds(Int.random(in: 20...200, using: &generator))
                    schedule(.confirm(message, channel: channel), after: pause)
                }
            case .toClient(let octets, let number):
                if number == socket { give(.received(octets, from: TunnelHarness.server)) }
            case .opened(let number):
                if number == socket { give(.opened(TunnelHarness.client)) }
            case .wakeInterface: send(interface.wake(at: now))
            case .confirm(let message, let channel):
                if channel == interface.channel { send(interface.queue(message, at: now)) }
            case .deliver(let number): send(interface.deliver(number, at: now))
            case .send(let number):
                open.insert(number)
                give(.send(telegram(number), ticket: number))
            }
        }

        private mutating func give(_ input: BusInput) {
            for action in machine.handle(input, at: now) {
                switch action {
                case .open:
                    lastSocket += 1
                    socket = lastSocket
                    present = []
                    schedule(.opened(socket: lastSocket), after: .milliseconds(1))
                case .close: socket = nil
                case .transmit(let octets, _): transmit { .toInterface(octets) }
                case .up: isUp = true
                case .down:
                    isUp = false
                    downs += 1
                    present = []
                    if !open.isEmpty { faults.append("down before \(open)") }
                case .received(let telegram, frame: _):
                    guard let number = numberOf(telegram) else { continue }
                    received.append(number)
                    present.append(number)
                    let isPrefix = interface.accepted.values.contains { $0.starts(with: present) }
                    if !isPrefix { faults.append("a gap in \(present)") }
                case .undecodable, .missed: faults.append("nothing is damaged")
                case .ended(let ticket, let end):
                    if open.remove(ticket) == nil { faults.append("\(ticket) ended twice") }
                    ends[ticket] = end
                case .note(let text): if text.contains("telegrams from the interface were lost") { missed += 1 }
                case .restrict, .senders, .warning, .described, .search, .redirect: break
                case .wake(let moment): requestedWake = moment
                case .stopped: isStopped = true
                }
            }
        }

        /// Sends frames from the interface to the currently open socket.
        private mutating func send(_ frames: [[UInt8]]) {
            let number = socket ?? -1
            for octets in frames { transmit { .toClient(octets, socket: number) } }
            if !frames.isEmpty { schedule(.wakeInterface, after: .seconds(1)) }
        }

        private mutating func transmit(_ event: () -> Event) {
            if !isCalm, Double.random(in: 0..<1, using: &generator) < rates.loss { return }
            let isDoubled = !isCalm && Double.random(in: 0..<1, using: &generator) < rates.double
            for _ in 0..<(isDoubled ? 2 : 1) {
                let isDelayed = !isCalm && Double.random(in: 0..<1, using: &generator) < rates.delay
                let limit = isDelayed ? 1_500 : 5
                schedule(event(), after: .milliseconds(Int.random(in: 1...limit, using: &generator)))
            }
        }

        private mutating func schedule(_ event: Event, after pause: Duration) {
            events.append((now + pause, event))
        }
    }
}
