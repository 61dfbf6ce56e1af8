import Glibc

/// The time from a telegram that starts a scene until the scene's order is on the bus, at the default rate, while other
/// devices send as many telegrams as a TP1 line carries.
///
/// linknx 0.0.1.39 was measured once, through the same knxd and at 40 telegrams/s of others: it is in no distribution.
enum KNXReactionMeasurement: Measurement {
    static let number = 24
    static let title = "a telegram to the order of its scene"

    private static let loads = [0, 20, 40]
    private static let reactions = 60
    private static let blocks = 3
    private static let pause = 0.25
    private static let linknx = 800.0
    /// 9/1/1, and 9/7/0 of which the house knows nothing.
    private static let trigger: UInt16 = 9 << 11 | 1 << 8 | 1
    private static let unrelated: UInt16 = 9 << 11 | 7 << 8

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let home = bench.path("house")
        for folder in [home, home + "/scenes"] where mkdir(folder, 0o700) != 0 { throw BenchFault(call: folder) }
        try HouseFile.writeKNX(elements: 10, hasStates: true, isRead: false, to: home + "/house.xml")
        try TextFile.write(Array("when telegram 9/1/1 is on\nset E0 on\n".utf8), to: home + "/scenes/React.domo")
        let bus = try KNXBus.start(bench, on: .anywhere)
        let configuration = "server: {url: \"\(bus.url)\"}\n"
        let daemon = try DomoServer.start(
            bench,
            home: home,
            server: bus.url,
            configuration: configuration,
            on: .anywhere
        )
        try daemon.connect().await(DomoServer.statusLine, #""reachable":true"#, seconds: 10)
        var line = BusLine(writer: try bus.connect(), reader: KNXGroupReader(try bus.connect()))
        var rows: [Row] = []
        for load in loads {
            var medians: [Double] = []
            for block in 0...blocks {
                var times: [Double] = []
                for _ in 0..<reactions { times.append(try line.reaction(others: Double(load), pause: pause)) }
                // The first block warms up.
                if block > 0 { medians.append(Sample(times).percentile(50)) }
            }
            rows.append(
                Row(
                    number: number,
                    what: "\(title), \(load) telegrams/s of others: p50",
                    unit: .microseconds,
                    domo: .init(runs: medians),
                    peerName: "linknx at 40/s, measured once",
                    peer: .init(runs: [linknx]),
                    target: .atMost(1)
                )
            )
        }
        return rows
    }

    /// Other devices, the push button, and an observer.
    private struct BusLine {
        let writer: Socket
        var reader: KNXGroupReader

        /// The time until the order, in microseconds; other devices send before and meanwhile.
        mutating func reaction(others: Double, pause: Double) throws(BenchFault) -> Double {
            let start = Moment.now()
            let end = start.after(seconds: pause)
            let gap = others > 0 ? 1 / others : pause
            var next = start.after(seconds: gap)
            while next < end {
                next.sleep()
                try writer.write(KNXBus.groupWrite(unrelated, bit: true))
                next = next.after(seconds: gap)
            }
            end.sleep()
            try reader.discard()
            let pressed = Moment.now()
            try writer.write(KNXBus.groupWrite(trigger, bit: true))
            let limit = pressed.after(seconds: 5)
            while let group = try reader.next(until: limit) {
                if group == HouseFile.command(of: 0) { return Moment.now().since(pressed) * 1e6 }
            }
            throw BenchFault("the scene did not react within 5 s")
        }
    }
}
