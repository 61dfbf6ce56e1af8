import DomoEngine
import DomoEngineTesting
import DomoKNXSim
import DomoLanguage
import DomoModel

// At any load of the bus, an order of a person leaves within 100 ms of the time at which the pace of orders allows it,
// which it does at once unless domo's own orders have used it up. The delay is measured until its first datagram: its
// element is free and the link is up. Orders with other orders before them, or near a fault, are not measured.

extension KNXSimulation {
    private static let maxWait: Int64 = 100_000_000

    func awaitOrder(of request: UInt64) {
        guard awaitedOrder == nil, openOrders.isEmpty, dispatches.isEmpty, time > faultyUntil,
            daemon?.isLinkUp == true, daemon?.isStopping == false,
            // A busy router makes its clients wait.
            scenario.transport != .routing || scenario.bus.othersPerSecond == 0
        else { return }
        awaitedOrder = AwaitedOrder(request: request, possibleAt: paceOfOrders.tokenAt(from: time))
    }

    func noteOrder(_ record: OrderRecord) {
        guard awaitedOrder != nil, awaitedOrder?.order != record.id else { return }
        let isMeant = awaitedOrder?.order == nil && record.by == .user("u\(awaitedOrder?.request ?? 0)")
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
        coverage.note("orders of persons measured")
        if paceOfLine.level(at: time) < 0 { coverage.note("orders of persons on a busy bus") }
        if wait > Self.maxWait + Self.lateness {
            violate("dispatch \(dispatch) was sent after \(wait / 1_000_000) ms, at \(scenario.rate)/s")
        }
    }
}
