/// A running `domod`.
struct DomoServer {
    let process: ChildProcess
    let socketPath: String

    static let statusLine = Array("status\n".utf8)
    static let okPrefix = #"{"ok""#

    /// Starts a daemon, and waits until it replies.
    /// - Parameter maxInFlight: nil for the default.
    static func start(
        _ bench: Workbench,
        home: String,
        server: String,
        maxInFlight: Int? = nil,
        configuration: String? = nil,
        on place: Processor.Place
    ) throws(BenchFault) -> DomoServer {
        let socketPath = bench.path("domo.sock")
        var arguments = [
            "--home", home, "--socket", socketPath, "--state", bench.path("state"), "--log-level", "error",
        ]
        if maxInFlight != nil || configuration != nil {
            let file = bench.path("domod.yaml")
            let text = configuration ?? "server:\n  url: \(server)\n  max-in-flight: \(maxInFlight ?? 8)\n"
            try TextFile.write(text.utf8, to: file)
            arguments += ["--config", file]
        } else {
            arguments += ["--server", server]
        }
        let process = try bench.start("\(bench.programs)/domod", arguments, on: place)
        let daemon = DomoServer(process: process, socketPath: socketPath)
        try daemon.connect().ask(statusLine)
        if let program = bench.beside.first {
            let words = bench.beside.dropFirst().map { word in
                switch word {
                case "SOCKET": socketPath
                case "STATE": bench.path("beside")
                default: word
                }
            }
            let name = program.split(separator: "/").last ?? ""
            _ = try bench.start(program, words, on: .anywhere).line(after: "\(name): connected")
        }
        return daemon
    }

    func connect() throws(BenchFault) -> LineClient {
        let socket = try Socket.connect(to: "domod") { () throws(BenchFault) in
            guard !process.hasEnded else { throw BenchFault("domod ended\(process.lastWords)") }
            return try Socket.connect(path: socketPath)
        }
        return LineClient(socket, expectedPrefix: Self.okPrefix)
    }
}
