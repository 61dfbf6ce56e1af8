/// A running `domo-web`.
struct WebServer {
    let process: ChildProcess
    let port: UInt16

    /// Starts it for a daemon, and waits until it listens.
    static func start(
        _ bench: Workbench,
        daemon: DomoServer,
        on place: Processor.Place
    ) throws(BenchFault) -> WebServer {
        let arguments = ["--listen", "127.0.0.1:0", "--socket", daemon.socketPath]
        let process = try bench.start("\(bench.programs)/domo-web", arguments, on: place)
        let text = try process.line(after: "domo-web: listening on http://127.0.0.1:")
        guard let port = UInt16(text) else { throw BenchFault("domo-web printed an invalid port: \(text)") }
        return WebServer(process: process, port: port)
    }

    /// A request of a program with a token.
    func request(_ path: String, token: String) -> [UInt8] {
        Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\r\n".utf8)
    }
}

extension DomoServer {
    /// Creates a token with the role `read`.
    func token(_ name: String) throws(BenchFault) -> String { try given("token", "token new \(name) --role read") }

    /// Creates a code for a token with the role `manage`.
    func code(_ name: String) throws(BenchFault) -> String {
        try given("code", "token new \(name) --role manage --code")
    }

    private func given(_ key: String, _ line: String) throws(BenchFault) -> String {
        let answer = try connect().answer(Array("\(line)\n".utf8))
        guard let start = answer.firstRange(of: "\"\(key)\":\"") else { throw BenchFault("\(line): \(answer)") }
        return String(answer[start.upperBound...].prefix { $0 != "\"" })
    }
}
