/// The memory of an idle domod on a bus with 10,000 group addresses, compared with xknx with as many, and with a domod
/// with the same elements on an HTTP server, which shows the cost of the addresses.
enum KNXMemoryMeasurement: Measurement {
    static let number = 18
    static let title = "idle memory with 10,000 group addresses"

    private static let addresses = 10_000
    private static let runs = 5
    private static let settling = 0.5

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let home = bench.path("house.xml")
        try HouseFile.writeKNX(elements: addresses / 2, hasStates: true, isRead: false, to: home)
        let plainHome = bench.path("house.xml")
        try HouseFile.write(elements: addresses / 2, to: plainHome)
        var (domo, xknx, plain): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<runs {
            let bus = try KNXBus.start(bench, on: .anywhere)
            let daemon = try bus.startDaemon(bench, home: home, on: .anywhere).daemon
            // The server is never used: its port is closed.
            let server = "http://127.0.0.1:\(try Socket.freePort())/"
            let plainDaemon = try DomoServer.start(bench, home: plainHome, server: server, on: .anywhere)
            let peer = try XKNXPeer.start(bench, bus: bus, on: .anywhere)
            _ = try peer.measure("bind \(addresses)")
            Moment.now().after(seconds: settling).sleep()
            domo.append(try megabytes(daemon.process))
            xknx.append(try megabytes(peer.process))
            plain.append(try megabytes(plainDaemon.process))
            bench.stopAll()
        }
        return [("xknx", xknx), ("domod on HTTP", plain)].map { name, figures in
            Row(
                number: number,
                what: title,
                unit: .megabytes,
                domo: .init(runs: domo),
                peerName: name,
                peer: .init(runs: figures)
            )
        }
    }

    private static func megabytes(_ process: ChildProcess) throws(BenchFault) -> Double {
        Double(try process.residentMemory()) / 1_048_576
    }
}
