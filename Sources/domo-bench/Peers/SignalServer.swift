import Glibc

/// A minimal HTTP server for one connection, which reports when a signal arrives.
final class SignalServer {
    let port: UInt16
    private let listener: Socket
    private var connection: Socket?
    private var request: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    private static let headEnd = Array("\r\n\r\n".utf8)
    private static let answer = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)

    /// The URL for domod.
    var url: String { "http://127.0.0.1:\(port)/web/services/unsecureWebUI" }

    init() throws(BenchFault) {
        (listener, port) = try Socket.listen()
    }

    /// Waits for a POST.
    /// - Returns: when it was read.
    func awaitSignal(until limit: Moment) throws(BenchFault) -> Moment {
        while true {
            guard let connection else {
                guard try listener.wait(for: POLLIN, until: limit) else { throw BenchFault("nobody connected") }
                self.connection = try listener.accept()
                continue
            }
            guard try connection.wait(for: POLLIN, until: limit) else { throw BenchFault("no signal arrived") }
            let result = buffer.withUnsafeMutableBytes { bytes in
                Result { () throws(BenchFault) in try connection.read(into: bytes) }
            }
            let moment = Moment.now()
            guard case .success(let count) = result else {
                // domod looked whether the server is there; its orders come on another connection.
                self.connection = nil
                continue
            }
            request.append(contentsOf: buffer.prefix(count))
            guard request.count >= Self.headEnd.count, request.suffix(Self.headEnd.count) == Self.headEnd[...] else {
                continue
            }
            guard request.starts(with: "POST ".utf8) else { throw BenchFault("a request other than POST arrived") }
            request.removeAll(keepingCapacity: true)
            return moment
        }
    }

    /// Answers the signal that arrived last.
    func accept() throws(BenchFault) { try connection?.write(Self.answer) }
}
