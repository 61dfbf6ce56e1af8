/// `domod --check` of 100,000 elements, compared with `xmllint --noout` of the same file, both on the first core.
enum CheckMeasurement: Measurement {
    static let number = 4
    static let title = "loading 100,000 elements"

    private static let elements = 100_000
    private static let runs = 21

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let home = bench.path("house.xml")
        try HouseFile.write(elements: elements, to: home)
        let xmllint = try Workbench.find("xmllint", package: "libxml2-utils")
        let domod = Command("\(bench.programs)/domod", ["--check", home], log: bench.path("domod.log"))
        let peer = Command(xmllint, ["--noout", home], log: bench.path("xmllint.log"))
        var domoRuns: [Run] = []
        var peerRuns: [Run] = []
        try Processor.on(.client) { () throws(BenchFault) in
            for _ in 0..<runs {
                domoRuns.append(try measure(domod))
                peerRuns.append(try measure(peer))
            }
        }
        // The kernel's peak memory of a child includes that of its parent before exec.
        let own = Double(try TextFile.kilobytes("VmHWM:", in: "/proc/self/status")) / 1024
        guard let least = domoRuns.map(\.megabytes).min(), own < least else {
            throw BenchFault("the bench itself used \(Int(own)) MB, which hides the memory of domod; use --only 4")
        }
        return [
            Row(
                number: number,
                what: "\(title): time",
                unit: .milliseconds,
                domo: .init(runs: domoRuns.map(\.milliseconds)),
                peerName: "xmllint --noout",
                peer: .init(runs: peerRuns.map(\.milliseconds)),
                target: .atMost(1.0)
            ),
            Row(
                number: number,
                what: "\(title): peak memory",
                unit: .megabytes,
                domo: .init(runs: domoRuns.map(\.megabytes)),
                peerName: "xmllint --noout",
                peer: .init(runs: peerRuns.map(\.megabytes)),
                target: .atMost(0.6)
            ),
        ]
    }

    private struct Run {
        var milliseconds: Double
        var megabytes: Double
    }

    private static func measure(_ command: Command) throws(BenchFault) -> Run {
        let start = Moment.now()
        let ending = try command.start().success(seconds: 60)
        return Run(milliseconds: Moment.now().since(start) * 1000, megabytes: Double(ending.peakMemory) / 1_048_576)
    }
}
