import DomoEngine
import DomoEngineTesting
import DomoLanguage
import DomoModel

// An order of a person is never delayed by reads for more than 100 ms. The delay is measured until its first datagram,
// from the time at which it could have been sent if each read had left a token in the budget: its element is free, the
// link is up, and the external traffic since the last read, as reported by the link, is charged. Only the time for
// tokens that reads took beyond that one counts; the rest is external traffic. Orders with other orders before them, or
// near a fault, are not measured.

extension KNXSimulation {
    private static let maxWait: Int64 = 100_000_000

    func awaitOrder(of request: UInt64) {
        guard awaitedOrder == nil, openOrders.isEmpty, dispatches.isEmpty, time > faultyUntil,
            daemon?.isLinkUp == true, daemon?.isStopping == false
        else { return }
        awaitedOrder = AwaitedOrder(request: request, possibleAt: paceBehindReads.tokenAt(from: time))
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

    /// Charges external traffic.
    func noteOthersTraffic(_ cost: Int) {
        paceBehindReads.chargeOthers(Double(cost), at: time)
        guard let possible = awaitedOrder?.possibleAt else { return }
        let next = paceBehindReads.tokenAt(from: time)
        let ownShare = Int64(Double(cost) / paceBehindReads.perSecond * 1e9)
        awaitedOrder?.possibleAt = next > time ? max(possible, next) : possible + ownShare
    }

    func personsAreNotBehindReads(_ dispatch: UInt64) {
        guard let awaited = awaitedOrder else { return }
        awaitedOrder = nil
        guard awaited.dispatch == dispatch else { return }
        let missing = max(0, paceBehindReads.level(at: time) - paceOfEngine.level(at: time))
        let wait = min(time - awaited.possibleAt, Int64(missing / paceOfEngine.perSecond * 1e9))
        trace { "  \(wait / 1000) µs after it could be sent; \(paceBehindReads.level(at: time)) tokens are left" }
        coverage.note("orders of persons measured")
        if wait > Self.maxWait / 4 { coverage.note("orders of persons behind reads") }
        if wait > Self.maxWait + Self.lateness { coverage.note("orders of persons more than 100 ms behind reads") }
        // One more read if the engine and the link read at the same moment, before they know of each other.
        let limit = Self.maxWait + Int64(1e9 / paceOfEngine.perSecond)
        if wait > limit + Self.lateness {
            violate("dispatch \(dispatch) was sent after \(wait / 1_000_000) ms, at \(scenario.rate)/s")
        }
    }
}
