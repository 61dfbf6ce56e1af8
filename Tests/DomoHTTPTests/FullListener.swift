import DomoTestKit
import Glibc

/// A listening port that accepts no connections: its queue is full, so the kernel drops new ones.
struct FullListener {
    let port: Int
    private var descriptors: [Int32] = []

    init() throws {
        let (listener, port) = try Loopback.bound(backlog: 0)
        self.port = port
        descriptors.append(listener)
        // The kernel accepts one more than the backlog; the others never complete.
        for _ in 0..<4 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            descriptors.append(client)
            _ = Loopback.withAddress(port: port) { connect(client, $0, $1) }
        }
    }

    func stop() { for descriptor in descriptors { close(descriptor) } }
}
