import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXSim
import DomoLanguage
import DomoModel

// At any load of the bus, an order of a person leaves within 100 ms of the time at which the pace of orders allows it,
// and that of a trigger within 200 ms, which it does at once unless domo's own orders have used it up. The delay is
// measured until its first datagram: its element is free and the link is up. Orders with other orders before them, or
// near a fault, are not measured.

extension KNXSimulation {
    private static let maxWaitOfPersons: Int64 = 100_000_000
    private static let maxWaitOfTriggers: Int64 = 200_000_000

    func awaitOrder(of request: UInt64) { awaitOrder(by: .user("u\(request)"), within: Self.maxWaitOfPersons) }

    /// A telegram that starts a scene arrived.
    func awaitOrder(after telegram: GroupTelegram) {
        guard telegram.destination == KNXHouseMaker.trigger, telegram.service == .write(.bits(1)) else { return }
        awaitOrder(by: .scene(KNXHouseMaker.triggered), within: Self.maxWaitOfTriggers)
    }

    private func awaitOrder(by cause: Cause, within limit: Int64) {
        guard awaitedOrder == nil, openOrders.isEmpty, dispatches.isEmpty, time > faultyUntil,
            daemon?.isLinkUp == true, daemon?.isStopping == false,
            // A busy router makes its clients wait.
            scenario.transport != .routing || scenario.bus.othersPerSecond == 0
        else { return }
        let possible = paceOfOrders.tokenAt(from: time)
        awaitedOrder = AwaitedOrder(cause: cause, limit: limit, possibleAt: possible)
    }

    func noteOrder(_ record: OrderRecord) {
        guard awaitedOrder != nil, awaitedOrder?.order != record.id else { return }
        let isMeant = awaitedOrder?.order == nil && record.by == awaitedOrder?.cause
        if isMeant { awaitedOrder?.order = record.id } else { awaitedOrder = nil }
    }

    func noteSent(_ dispatch: Dispatch, of order: UInt64) {
        if awaitedOrder?.order == order, awaitedOrder?.dispatch == nil {
            awaitedOrder?.dispatch = dispatch.id.number
        } else {
            awaitedOrder = nil
        }
    }

    func personsDoNotWait(_ dispatch: UInt64) {
        guard let awaited = awaitedOrder else { return }
        awaitedOrder = nil
        guard awaited.dispatch == dispatch else { return }
        let wait = time - awaited.possibleAt
        trace { "  \(wait / 1000) µs after it was given" }
        let what = awaited.limit == Self.maxWaitOfPersons ? "persons" : "triggers"
        coverage.note("orders of \(what) measured")
        if paceOfLine.level(at: time) < 0 { coverage.note("orders of \(what) on a busy bus") }
        if wait > awaited.limit + Self.lateness {
            violate("dispatch \(dispatch) was sent after \(wait / 1_000_000) ms, at \(scenario.rate)/s")
        }
    }
}
