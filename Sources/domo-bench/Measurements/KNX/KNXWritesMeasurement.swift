/// Confirmed group writes through one knxd: orders to elements over a control connection, each answered once the bus
/// confirmed its telegram, beside xknx that sends one confirmed write after another.
///
/// Of domo it is the whole: line, order, telegram, reading, answer. Clients and knxd may use all cores.
enum KNXWritesMeasurement: Measurement {
    static let number = 15
    static let title = "confirmed group writes through knxd"

    private static let elements = 1000
    private static let writesInRun = 10_000
    private static let runs = 7
    /// The most orders that are unanswered at any time.
    private static let window = 64

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let home = bench.path("house.xml")
        try HouseFile.writeKNX(elements: elements, hasStates: false, to: home)
        let bus = try KNXBus.start(bench, on: .anywhere)
        let client = try bus.startDaemon(bench, home: home, on: .anywhere).client
        let peer = try XKNXPeer.start(bench, bus: bus, on: .anywhere)
        let lines = (0..<elements).map { Array("set E\($0) on\n".utf8) }
        var domoRates: [Double] = []
        var peerRates: [Double] = []
        try Processor.on(.anywhere) { () throws(BenchFault) in
            for run in 0...runs {
                let start = Moment.now()
                try client.pipeline(count: writesInRun, window: window, seconds: 60) { lines[$0 % elements] }
                let seconds = Moment.now().since(start)
                let peerSeconds = try peer.measure("write \(elements) \(writesInRun)")
                // The first run warms up.
                guard run > 0 else { continue }
                domoRates.append(Double(writesInRun) / seconds)
                peerRates.append(Double(writesInRun) / peerSeconds)
            }
        }
        return [
            Row(
                number: number,
                what: title,
                unit: .perSecond,
                domo: .init(runs: domoRates),
                peerName: "xknx",
                peer: .init(runs: peerRates),
                target: .atLeast(1.5)
            )
        ]
    }
}
