import DomoFleet

/// Deliveries, divided into those that are tried and those that can't be stored.
struct Batch {
    struct Entry {
        var delivery: Delivery
        var house: String
        var report: Report
    }

    var good: [Entry] = []
    var bad: [(delivery: Delivery, reason: String)] = []

    init() {}

    init(bad deliveries: [Delivery], reason: String) { bad = deliveries.map { ($0, reason) } }

    mutating func add(_ delivery: Delivery) {
        switch delivery.content {
        case .unreadable(let reason): bad.append((delivery, reason))
        case .report(let report, let house):
            if let problem = Delivery.problem(in: report) {
                bad.append((delivery, problem))
            } else {
                good.append(Entry(delivery: delivery, house: house.text, report: report))
            }
        }
    }

    /// The bad ones in an order that is the same in all workers.
    var badInOrder: [(delivery: Delivery, reason: String)] {
        bad.sorted { one, other in
            one.delivery.subject == other.delivery.subject
                ? one.delivery.payload.lexicographicallyPrecedes(other.delivery.payload)
                : one.delivery.subject < other.delivery.subject
        }
    }
}
