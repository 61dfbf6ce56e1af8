import DomoTestKit
import Foundation

/// Accepts connections on a loopback port and sends nothing.
final class SilentServer {
    let port: Int
    private let listener: CInt
    private var connections: [CInt] = []

    init() throws {
        (listener, port) = try Loopback.bound(backlog: 16)
    }

    deinit {
        for file in connections + [listener] { close(file) }
    }

    /// Waits for a connection, with a timeout.
    func accept() throws {
        var knock = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&knock, 1, 60_000) == 1 else { throw KitFault(description: "nobody connected in 60 s") }
        connections.append(Glibc.accept(listener, nil, nil))
    }
}
