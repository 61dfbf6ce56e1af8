import Glibc

/// The daemon of a soak, with its resources and its log.
struct SoakDaemon {
    let process: ChildProcess
    let socketPath: String
    private let state: String
    private let bench: Workbench

    init(_ bench: Workbench, _ houses: SoakHouses) throws(BenchFault) {
        self.bench = bench
        socketPath = bench.path("domo.sock")
        state = bench.path("state")
        process = try bench.start(
            "\(bench.programs)/domod",
            ["--config", houses.configuration, "--socket", socketPath, "--state", state],
            on: .anywhere
        )
        let process = process
        let path = socketPath
        _ = try Socket.connect(to: "domod") { () throws(BenchFault) in
            guard !process.hasEnded else { throw BenchFault("domod ended\(process.lastWords)") }
            return try Socket.connect(path: path)
        }
    }

    func descriptors() throws(BenchFault) -> Int { try TextFile.entries(of: "/proc/\(process.pid)/fd").count }

    func threads() throws(BenchFault) -> Int { try TextFile.entries(of: "/proc/\(process.pid)/task").count }

    /// In bytes; 0 if the file does not exist.
    func size(of file: String) -> Int {
        var status = stat()
        return stat("\(state)/\(file)", &status) == 0 ? Int(status.st_size) : 0
    }

    /// Terminates it.
    func end(seconds: Double) throws(BenchFault) -> SoakVerdict.Finding {
        let start = Moment.now()
        kill(process.pid, SIGTERM)
        let what = "ends on SIGTERM"
        do {
            let ending = try process.wait(seconds: seconds)
            let took = Figures.fixed(Moment.now().since(start), 2)
            return .init(
                what: what,
                result: ending.status == 0 ? .passed : .failed,
                detail: "status \(ending.status) after \(took) s"
            )
        } catch {
            return .init(what: what, result: .failed, detail: "\(error)")
        }
    }

    /// Checks its log, once it has ended.
    func judgeLog() throws(BenchFault) -> SoakVerdict.Finding {
        let lines = try TextFile.read(process.log).split(separator: "\n")
        let bad = lines.filter { !SoakLogLine.isExpected($0) }
        return .init(
            what: "log",
            result: bad.isEmpty ? .passed : .failed,
            detail: bad.isEmpty ? "\(lines.count) lines" : "\(bad.count): \(bad.prefix(5).joined(separator: " | "))"
        )
    }
}
