import Testing

@testable import DomoKNX

/// With any inputs in any order, no connection traps, and each ticket ends exactly once.
struct ConnectionPropertyTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func aTunnelSurvivesAnyInput(seed: UInt64) throws {
        let options = TunnelOptions(
            server: TunnelHarness.server,
            transport: seed % 2 == 0 ? .udp : .tcp,
            seed: seed
        )
        try run(TunnelMachine(options), seed: seed)
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func routingSurvivesAnyInput(seed: UInt64) throws {
        try run(RoutingMachine(RoutingOptions(address: IndividualAddress(raw: 1), seed: seed)), seed: seed)
    }

    private func run(_ machine: some BusConnection, seed: UInt64) throws {
        var machine = machine
        var generator = SplitMix(seed: seed)
        var now = Duration.zero
        var open: Set<UInt64> = []
        var next: UInt64 = 0
        var isStopped = true

        func give(_ input: BusInput) {
            for action in machine.handle(input, at: now) {
                switch action {
                case .ended(let ticket, _):
                    #expect(open.remove(ticket) != nil, "ticket \(ticket) ended twice")
                case .down: #expect(open.isEmpty, "down before \(open)")
                case .stopped: isStopped = true
                default: break
                }
            }
        }

        for _ in 0..<3_000 {
            now += .milliseconds(Int.random(in: 0...700, using: &generator))
            switch Int.random(in: 0..<40, using: &generator) {
            case 0: give(.start)
            case 1 where Int.random(in: 0..<6, using: &generator) == 0:
                isStopped = false
                give(.stop)
            case 2: give(.pause(.milliseconds(Int.random(in: 0...5_000, using: &generator))))
            case 15 where Int.random(in: 0..<4, using: &generator) == 0: give(.found([]))
            case 3...5: give(.opened(TunnelHarness.client))
            case 6 where Int.random(in: 0..<4, using: &generator) == 0: give(.closed(reason: "closed"))
            case 7...14:
                next += 1
                open.insert(next)
                give(
                    .send(
                        write(UInt8.random(in: 0...2, using: &generator)),
                        ticket: next,
                        rank: next % 5 == 0 ? .urgent : .order
                    )
                )
            case 15: give(.cancel(ticket: UInt64.random(in: 0...next, using: &generator)))
            case 16...20: give(.wake)
            case 27...30: give(.transmitted)
            case 31 where Int.random(in: 0..<4, using: &generator) == 0: give(.unsent(reason: "no network"))
            case 21: give(.received(generator.octets(Int.random(in: 0...40, using: &generator)), from: .multicast))
            case 22...26: give(.received(TunnelHarness.accepted().encoded, from: TunnelHarness.server))
            default: give(.received(try frame(&generator).encoded, from: TunnelHarness.server))
            }
        }
        give(.stop)
        for _ in 0..<10 {
            now += .seconds(1)
            give(.wake)
        }
        #expect(isStopped)
        #expect(open.isEmpty)
    }

    private func frame(_ generator: inout SplitMix) throws -> IPFrame {
        let sequence = UInt8.random(in: 0...6, using: &generator)
        let telegram = write(UInt8.random(in: 0...2, using: &generator))
        let status = StatusCode(rawValue: [0, 0, 0, 0x21, 0x24, 0x27].randomElement(using: &generator) ?? 0)
        switch Int.random(in: 0..<14, using: &generator) {
        case 0...3: return TunnelHarness.ack(sequence, status == .ok ? .ok : .sequence)
        case 4, 5: return try TunnelHarness.indication(sequence, telegram)
        case 6, 7: return try TunnelHarness.confirmation(sequence, telegram, isNegative: sequence % 2 == 0)
        case 8: return TunnelHarness.feature(.info, sequence, .busConnection, [sequence & 1, 0])
        case 9: return TunnelHarness.heartbeat(status)
        case 10: return TunnelHarness.disconnect(sequence % 2 == 0 ? 7 : 8)
        case 11: return TunnelHarness.refused(.noMoreConnections)
        case 12: return TunnelHarness.description(version: sequence % 2 + 1)
        default: return .routingBusy(RoutingBusy(wait: UInt16(sequence) * 10))
        }
    }
}
