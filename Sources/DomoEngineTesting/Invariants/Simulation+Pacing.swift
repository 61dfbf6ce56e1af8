import DomoEngine
import DomoLanguage
import DomoModel

// Invariants of pacing.

extension Simulation {
    /// No server has more in flight than its limit.
    func serversAreNotOverrun(_ server: Int, limit: Int) {
        if servers[server].inFlight >= limit {
            violate(
                "server \(server) has \(servers[server].inFlight) in flight and gets another; its limit is \(limit)"
            )
        }
    }

    /// Nothing is sent to a server before the end of its Retry-After, except the first try of an order that somebody
    /// waits for.
    func rateLimitsAreKept(_ server: Int, for order: TrackedOrder? = nil) {
        guard time < servers[server].rateLimitedUntil else { return }
        if let order, order.isFromRequest, order.attempts == 1 { return coverage.note("tries while rate limited") }
        violate("server \(server) is rate limited")
    }

    /// No more polls per second than the plan allows; reads that follow an order are not counted.
    func pollsKeepTheirPace(_ server: Int, _ targets: [Int]) {
        let isForOrder = targets.contains { number in
            elements[number].extraReads > 0 || !elements[number].awaiting.isEmpty
                || time < elements[number].extraReadsUntil
        }
        for number in targets where elements[number].extraReads > 0 {
            elements[number].extraReads -= 1
            // This may have been a regular poll, and the extra read comes later.
            elements[number].extraReadsUntil = time + 3_000_000_000
        }
        guard !isForOrder, let plan = servers[server].plan else { return coverage.note("reads for orders") }
        // The polling interval is rounded to nanoseconds.
        let second = time - 1_000_000_000 + 1000
        servers[server].polls.removeAll { $0 <= second }
        servers[server].polls.append(time)
        if servers[server].polls.count > plan.perSecond {
            violate("server \(server) is polled \(servers[server].polls.count) times in a second")
        }
    }

    /// A stop goes before earlier orders.
    func hasStop(_ element: Int) -> Bool {
        elements[element].unfinished.contains { orders[$0]?.isStop == true }
    }

    /// No read is started while an order waits for its server.
    func ordersGoFirst() {
        for server in serversJustPolled where !servers[server].neverSent.isEmpty {
            for id in servers[server].neverSent {
                guard let order = orders[id], elements[order.element].unfinished.first == id,
                    !hasStop(order.element)
                else { continue }
                violate("server \(server) is read while order \(id) waits for it")
            }
        }
        serversJustPolled.removeAll(keepingCapacity: true)
    }
}
