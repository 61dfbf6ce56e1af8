/// The time from a group write to knxd until domod has sent the telegram to a watching client, after the new reading;
/// compared with `knxtool groupsocketlisten`, which receives and prints the same telegrams. A telegram every 4 ms.
///
/// Both receive each telegram, so the programs may use all cores.
enum KNXLatencyMeasurement: Measurement {
    static let number = 16
    static let title = "a telegram on the bus to its event"

    private static let blocks = 20
    private static let telegramsInBlock = 100
    private static let pause = 0.004
    /// The maximum latency, in microseconds.
    private static let limit = 5000.0

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let home = bench.path("house.xml")
        try HouseFile.writeKNX(elements: 100, hasStates: true, isRead: false, to: home)
        let knxtool = try Workbench.find("knxtool", package: "knxd-tools")
        let bus = try KNXBus.start(bench, on: .anywhere)
        let client = try bus.startDaemon(bench, home: home, on: .anywhere).client
        try client.ask(Array("watch --telegrams\n".utf8))
        let (listener, output) = try bench.startPiped(
            knxtool,
            ["groupsocketlisten", "local:\(bus.path)"],
            on: .anywhere
        )
        let race = TelegramRace(
            writer: try bus.connect(),
            group: HouseFile.state(of: 0),
            domo: LineWatcher(client.socket.descriptor, sign: #""kind":"telegram""#),
            peer: LineWatcher(output.descriptor, sign: "Write from")
        )
        defer { withExtendedLifetime((client, output, listener)) {} }
        try race.begin()
        var domoBlocks: [Sample] = []
        var peerBlocks: [Sample] = []
        for block in 0...blocks {
            let arrivals = try race.run(telegrams: telegramsInBlock, pause: pause)
            // The first block warms up.
            guard block > 0 else { continue }
            domoBlocks.append(Sample(arrivals.domo))
            peerBlocks.append(Sample(arrivals.peer))
        }
        func row(_ percent: Double, _ name: String, _ peer: Row.Figure, target: Row.Target? = nil) -> Row {
            Row(
                number: number,
                what: "\(title): p\(Int(percent))",
                unit: .microseconds,
                domo: .init(runs: domoBlocks.map { $0.percentile(percent) }),
                peerName: name,
                peer: peer,
                target: target
            )
        }
        return [50, 99].map { percent in
            row(percent, "knxtool groupsocketlisten", .init(runs: peerBlocks.map { $0.percentile(percent) }))
        } + [row(99, "the limit", .init(runs: [limit]), target: .atMost(1))]
    }
}
