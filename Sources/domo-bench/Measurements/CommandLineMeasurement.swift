import Glibc

/// A `domo set Buzzer on` process, compared with a `curl` process that sends the same signal directly to the same
/// server.
///
/// Both clients run on the first core, domod and nginx on the second.
enum CommandLineMeasurement: Measurement {
    static let number = 1
    static let title = "domo set Buzzer on, whole process"

    private static let pairs = 300
    private static let warmUps = 20

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let nginx = try NginxServer.start(bench, on: .server)
        let daemon = try DomoServer.start(bench, home: bench.modelHouse, server: nginx.url, on: .server)
        let domo = Command(
            "\(bench.programs)/domo",
            ["set", "Buzzer", "on"],
            environment: ["DOMO_SOCKET": daemon.socketPath],
            log: bench.path("domo.log")
        )
        let curl = Command(
            try Workbench.find("curl", package: "curl"),
            ["-s", "-X", "POST", nginx.signal(for: "Buzzer")],
            log: bench.path("curl.log")
        )
        var domoTimes: [Double] = []
        var curlTimes: [Double] = []
        try Processor.on(.client) { () throws(BenchFault) in
            for _ in 0..<warmUps {
                _ = try milliseconds(of: domo)
                _ = try milliseconds(of: curl)
            }
            for _ in 0..<pairs {
                domoTimes.append(try milliseconds(of: domo))
                curlTimes.append(try milliseconds(of: curl))
            }
        }
        return [
            Row(
                number: number,
                what: title,
                unit: .milliseconds,
                domo: .init(runs: domoTimes),
                peerName: "curl -X POST",
                peer: .init(runs: curlTimes),
                target: .atMost(0.45)
            )
        ]
    }

    private static func milliseconds(of command: Command) throws(BenchFault) -> Double {
        let start = Moment.now()
        try command.start().success(seconds: 10)
        return Moment.now().since(start) * 1000
    }
}
