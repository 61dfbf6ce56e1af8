/// The cost of an order with 100,000 elements, compared with 100 elements: the same daemon, the same server, one order
/// at a time to random elements; in the large house of 2,000 that are spread over it.
///
/// The first order of an element costs more in a house of any size: the element, its reading and its change get rows in
/// the history. It is given before the rounds.
///
/// The client runs on the first core, both daemons and nginx on the second.
enum HouseSizeMeasurement: Measurement {
    static let number = 5
    static let title = "an order with 100,000 elements"

    private static let small = 100
    private static let large = 100_000
    private static let maxOrdered = 2000
    private static let rounds = 41
    private static let ordersInRound = 200

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let nginx = try NginxServer.start(bench, on: .server)
        let largeSide = try Side(bench, elements: large, nginx: nginx)
        let smallSide = try Side(bench, elements: small, nginx: nginx)
        var chance = SystemRandomNumberGenerator()
        try Processor.on(.client) { () throws(BenchFault) in
            try largeSide.giveFirstOrders()
            try smallSide.giveFirstOrders()
            for round in 0..<rounds {
                try largeSide.giveOrders(ordersInRound, counts: round > 0, using: &chance)
                try smallSide.giveOrders(ordersInRound, counts: round > 0, using: &chance)
            }
        }
        return [
            Row(
                number: number,
                what: title,
                unit: .microseconds,
                domo: .init(runs: largeSide.wall),
                peerName: "domod with 100",
                peer: .init(runs: smallSide.wall),
                target: .atMost(1.1)
            ),
            Row(
                number: number,
                what: "\(title): processor time",
                unit: .microseconds,
                domo: .init(runs: largeSide.processor),
                peerName: "domod with 100",
                peer: .init(runs: smallSide.processor),
                target: nil
            ),
        ]
    }

    private final class Side {
        let elements: Int
        let daemon: DomoServer
        let client: LineClient
        /// Microseconds per order, one value per round.
        var wall: [Double] = []
        var processor: [Double] = []

        init(_ bench: Workbench, elements: Int, nginx: NginxServer) throws(BenchFault) {
            self.elements = elements
            let home = bench.path("house.xml")
            try HouseFile.write(elements: elements, to: home)
            daemon = try DomoServer.start(bench, home: home, server: nginx.url, on: .server)
            client = try daemon.connect()
        }

        /// The number of elements that get orders.
        private var ordered: Int { min(elements, maxOrdered) }

        private func line(_ number: Int) -> [UInt8] { Array("set E\(number * (elements / ordered)) on\n".utf8) }

        func giveFirstOrders() throws(BenchFault) {
            for number in 0..<ordered { try client.ask(line(number)) }
        }

        func giveOrders(
            _ count: Int,
            counts: Bool,
            using chance: inout some RandomNumberGenerator
        ) throws(BenchFault) {
            let lines = (0..<count).map { _ in line(Int.random(in: 0..<ordered, using: &chance)) }
            let busyBefore = try daemon.process.processorTime()
            let start = Moment.now()
            for line in lines { try client.ask(line) }
            let seconds = Moment.now().since(start)
            let busy = try daemon.process.processorTime() - busyBefore
            guard counts else { return }
            wall.append(seconds * 1e6 / Double(count))
            processor.append(busy * 1e6 / Double(count))
        }
    }
}
