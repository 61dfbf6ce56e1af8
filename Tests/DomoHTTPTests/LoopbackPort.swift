import Glibc

/// A listening port that accepts no connections: its queue is full, so the kernel drops new ones.
struct FullListener {
    let port: Int
    private var descriptors: [Int32] = []

    init() throws {
        let (listener, port) = try bindOnLoopback(backlog: 0)
        self.port = port
        descriptors.append(listener)
        // The kernel accepts one more than the backlog; the others never complete.
        for _ in 0..<4 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            descriptors.append(client)
            var address = loopback(port: port)
            _ = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }

    func stop() { for descriptor in descriptors { close(descriptor) } }
}

struct SystemFault: Error {
    var call: String
    var errno: Int32
}

private func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

/// - Parameter backlog: nil for a socket that does not listen: the port is reserved, and connections are refused.
/// - Returns: a socket that children don't inherit, and the port that the system chose.
func bindOnLoopback(backlog: Int32?) throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemFault(call: "socket", errno: errno) }
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int? in
            guard bind(descriptor, pointer, length) == 0,
                backlog.map({ listen(descriptor, $0) == 0 }) ?? true,
                getsockname(descriptor, pointer, &length) == 0
            else { return nil }
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }
    guard let port else { throw SystemFault(call: "bind", errno: errno) }
    return (descriptor, port)
}
