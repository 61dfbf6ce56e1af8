import DomoEngine
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

/// The link's counter of the budget beside that of the engine, which gets only what the link reports.
struct LinkBudgetTests {
    private static let endpoint = KNXLinkProfile(label: "knx://test", bindings: KNXBindings()).endpoints[0]

    private func at(_ milliseconds: Int64) -> Instant {
        Instant(uptime: milliseconds * 1_000_000, wall: Timestamp(milliseconds: milliseconds))
    }

    private func charge(_ state: LinkState, to engine: inout Budget, at now: Instant) {
        switch state {
        case .reads(let cost): engine.chargeRead(cost, at: now)
        case .traffic(let cost): engine.chargeOthers(cost, at: now)
        case .up, .missedReports, .down: Issue.record("not a charge: \(state)")
        }
    }

    @Test func countersOfEngineAndLinkAgree() throws {
        var link = LinkBudget()
        link.start(Self.endpoint, at: at(0))
        var engine = try #require(Budget(Self.endpoint, at: at(0)))
        var waits = 0
        for step in 0..<2000 {
            let now = at(Int64(step) * 40)
            // At first only own reads, which their share limits; then everything, which the pace limits.
            switch step < 500 ? 2 : (step * 7 + step / 5) % 4 {
            case 0:
                link.chargeOrder(1, at: now)
                engine.charge(1, at: now)
            case 1:
                link.chargeQuery(2, at: now)
                engine.chargeRead(2, at: now)
            case 2: charge(link.chargeOwnRead(at: now), to: &engine, at: now)
            default: charge(link.chargeTraffic(3, at: now), to: &engine, at: now)
            }
            #expect(link.spareAt(from: now).uptime == engine.readAt(from: now).uptime)
            if link.spareAt(from: now) > now { waits += 1 }
        }
        #expect(waits > 100)
    }

    @Test func startOfARunningBudgetKeepsWhatWasCharged() {
        var budget = LinkBudget()
        budget.start(Self.endpoint, at: at(0))
        budget.chargeQuery(100, at: at(0))
        budget.start(Self.endpoint, at: at(0))
        #expect(budget.spareAt(from: at(0)) > at(0))
        budget.restart(Self.endpoint, at: at(0))
        #expect(budget.spareAt(from: at(0)) == at(0))
    }

    @Test func nothingIsChargedBeforeTheStart() {
        var budget = LinkBudget()
        budget.chargeOrder(1000, at: at(0))
        budget.start(Self.endpoint, at: at(0))
        #expect(budget.spareAt(from: at(0)) == at(0))
    }
}
