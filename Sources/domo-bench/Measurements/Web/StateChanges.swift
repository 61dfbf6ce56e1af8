import CBench

/// Changes the states of elements on a bus, one after another at a steady rate, and measures when clients receive them.
final class StateChanges {
    static let elements = 100
    static let perSecond = 100

    private let writer: Socket
    private let signs: [[UInt8]]
    private var count = 0

    /// - Parameter writer: a connection to all groups.
    init(writer: Socket) {
        self.writer = writer
        signs = (0..<Self.elements).map { Array("/E\($0)\"".utf8) }
    }

    /// The elements change in turn, so each write changes a state.
    private func write() throws(BenchFault) {
        let (round, element) = count.quotientAndRemainder(dividingBy: Self.elements)
        try writer.write(KNXBus.groupWrite(HouseFile.state(of: element), bit: round.isMultiple(of: 2)))
        count += 1
    }

    /// - Returns: the time from each change to each client, in milliseconds.
    /// - Throws: if a client does not receive each change once and in order.
    func run(_ changes: Int, for audience: EventAudience) throws(BenchFault) -> [Double] {
        let first = count
        let before = audience.readings
        let start = Moment.now()
        var sent: [Moment] = []
        var received = [Int](repeating: 0, count: changes)
        var times: [Double] = []
        times.reserveCapacity(changes * audience.count)
        func receive(until limit: Moment) throws(BenchFault) {
            try audience.receive(until: limit) { place, json, moment throws(BenchFault) in
                let change = place - before
                guard sent.indices.contains(change) else { throw BenchFault("unexpected reading") }
                let sign = signs[(first + change) % Self.elements]
                guard domo_bench_find(json.baseAddress, json.count, sign, sign.count) >= 0 else {
                    throw BenchFault("expected change \(change), not \(String(decoding: json, as: UTF8.self))")
                }
                received[change] += 1
                times.append(moment.since(sent[change]) * 1000)
            }
        }
        for change in 0..<changes {
            let due = start.after(seconds: Double(change) / Double(Self.perSecond))
            while Moment.now() < due { try receive(until: due) }
            sent.append(.now())
            try write()
        }
        let limit = Moment.now().after(seconds: 20)
        while times.count < changes * audience.count, Moment.now() < limit { try receive(until: limit) }
        guard received.allSatisfy({ $0 == audience.count }) else {
            throw BenchFault("\(times.count) of \(changes * audience.count) events were delivered")
        }
        return times
    }
}
