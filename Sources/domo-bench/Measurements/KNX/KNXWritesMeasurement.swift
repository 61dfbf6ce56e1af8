/// Confirmed group writes through knxd: orders over a control connection, each answered once the bus has confirmed its
/// telegram, compared with xknx, which sends one confirmed write after another, and with a bare tunnel, which shows the
/// limit of knxd.
///
/// For domo this includes everything: line, order, telegram, reading, reply. Each has a knxd of its own, so that none
/// receives the telegrams of the others; all programs may use all cores.
enum KNXWritesMeasurement: Measurement {
    static let number = 15
    static let title = "confirmed group writes through knxd"

    private static let elements = 1000
    private static let writesInRun = 10_000
    private static let runs = 7
    /// The maximum number of outstanding orders.
    private static let window = 64

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let home = bench.path("house.xml")
        try HouseFile.writeKNX(elements: elements, hasStates: false, to: home)
        let client = try KNXBus.start(bench, on: .anywhere).startDaemon(bench, home: home, on: .anywhere).client
        let peer = try XKNXPeer.start(bench, bus: try .start(bench, on: .anywhere), on: .anywhere)
        let lines = (0..<elements).map { Array("set E\($0) on\n".utf8) }
        let tunnel = try TunnelLoad(port: try KNXBus.start(bench, on: .anywhere).port)
        let groups = (0..<elements).map(HouseFile.command(of:))
        var domoRates: [Double] = []
        var peerRates: [Double] = []
        var tunnelRates: [Double] = []
        try Processor.on(.anywhere) { () throws(BenchFault) in
            for run in 0...runs {
                let start = Moment.now()
                try client.pipeline(count: writesInRun, window: window, seconds: 60) { lines[$0 % elements] }
                let seconds = Moment.now().since(start)
                let peerSeconds = try peer.measure("write \(elements) \(writesInRun)")
                let tunnelStart = Moment.now()
                try tunnel.write(writesInRun, groups: groups, window: window, seconds: 60)
                let tunnelSeconds = Moment.now().since(tunnelStart)
                // The first run warms up.
                guard run > 0 else { continue }
                domoRates.append(Double(writesInRun) / seconds)
                peerRates.append(Double(writesInRun) / peerSeconds)
                tunnelRates.append(Double(writesInRun) / tunnelSeconds)
            }
        }
        func row(_ name: String, _ rates: [Double], target: Row.Target? = nil) -> Row {
            Row(
                number: number,
                what: title,
                unit: .perSecond,
                domo: .init(runs: domoRates),
                peerName: name,
                peer: .init(runs: rates),
                target: target
            )
        }
        return [row("xknx", peerRates, target: .atLeast(1.5)), row("bare tunnel", tunnelRates)]
    }
}
