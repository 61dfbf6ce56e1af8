import DomoSystem
import Synchronization

/// The results that the parts of a soak share between their threads.
final class SoakLog: Sendable {
    private struct Contents: Sendable {
        var faults: [String] = []
        var faultCount = 0
        var show: [Double] = []
        var orders: [Double] = []
        var counts: [String: Int] = [:]
        var orderNumbers: Set<Int> = []
    }

    /// The maximum number of faults to keep.
    private static let maxFaults = 50

    private let contents = Mutex(Contents())
    private let hasEnded = Atomic(false)

    /// Whether the parts must stop.
    var isStopping: Bool { hasEnded.load(ordering: .acquiring) }

    func stop() { hasEnded.store(true, ordering: .releasing) }

    /// Waits for a while, or until the parts must stop.
    func pause(seconds: Double) {
        let end = Moment.now().after(seconds: seconds)
        while !isStopping, Moment.now() < end { min(end, Moment.now().after(seconds: 0.1)).sleep() }
    }

    func fault(_ text: String) {
        let isKept = contents.withLock { contents in
            contents.faultCount += 1
            guard contents.faults.count < Self.maxFaults else { return false }
            contents.faults.append(text)
            return true
        }
        if isKept { StandardStream.error.writeLine("FAULT: \(text)") }
    }

    func count(_ what: String, _ number: Int = 1) { contents.withLock { $0.counts[what, default: 0] += number } }

    func tookShow(milliseconds: Double) { contents.withLock { $0.show.append(milliseconds) } }

    func tookOrder(milliseconds: Double) { contents.withLock { $0.orders.append(milliseconds) } }

    /// Notes the reply to an order: each order has a unique number, and one reply.
    func answered(order number: Int) {
        let isNew = contents.withLock { $0.orderNumbers.insert(number).inserted }
        if !isNew { fault("order \(number) was answered twice") }
    }

    /// The latencies since the last call.
    func takeLatencies() -> (show: SoakSample.Latency, orders: SoakSample.Latency) {
        let (show, orders) = contents.withLock { contents in
            defer {
                contents.show.removeAll()
                contents.orders.removeAll()
            }
            return (contents.show, contents.orders)
        }
        return (SoakSample.Latency(show), SoakSample.Latency(orders))
    }

    var faults: (kept: [String], count: Int) { contents.withLock { ($0.faults, $0.faultCount) } }

    var counts: [(what: String, number: Int)] {
        contents.withLock { contents in
            contents.counts.sorted { $0.key < $1.key }.map { (what: $0.key, number: $0.value) }
        }
    }
}
