import Foundation

/// Accepts connections on a loopback port and sends nothing.
final class SilentServer {
    let port: Int
    private let listener: CInt
    private var connections: [CInt] = []

    init() throws {
        listener = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw Connection.Failure(description: "listen: \(String(cString: strerror(errno)))") }
        port = Int(in_port_t(bigEndian: address.sin_port))
    }

    deinit {
        for file in connections + [listener] { close(file) }
    }

    /// Waits for a connection, with a timeout.
    func accept() throws {
        var knock = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&knock, 1, 60_000) == 1 else { throw Connection.Failure(description: "nobody connected in 60 s") }
        connections.append(Glibc.accept(listener, nil, nil))
    }
}
