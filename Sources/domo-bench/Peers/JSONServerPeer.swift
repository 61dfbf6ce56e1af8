import Glibc

/// A running `domo-bench-server`: Hummingbird with one route.
struct JSONServerPeer {
    static let name = "bare Hummingbird"

    let process: ChildProcess
    let port: UInt16

    /// - Parameter length: the length of its responses, in bytes.
    static func start(
        _ bench: Workbench,
        length: Int,
        on place: Processor.Place
    ) throws(BenchFault) -> JSONServerPeer {
        let process = try bench.start(program, ["\(length)"], on: place)
        let text = try process.line(after: "listening on ")
        guard let port = UInt16(text) else { throw BenchFault("domo-bench-server printed an invalid port: \(text)") }
        return JSONServerPeer(process: process, port: port)
    }

    private static var program: String {
        get throws(BenchFault) {
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { throw BenchFault(call: "readlink") }
            let program = path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } + "-server"
            guard access(program, X_OK) == 0 else {
                throw BenchFault("missing program \(program); build the product domo-bench-server like domo-bench")
            }
            return program
        }
    }

    /// A request with the same headers as one to domo-web.
    func request(_ token: String) -> [UInt8] {
        Array("GET /element HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\r\n".utf8)
    }
}
