public import Glibc

/// IPv4 addresses and sockets of this machine. No program that is started inherits the sockets.
public enum Loopback {
    /// The kind of a socket.
    public enum Kind: Sendable {
        case stream, datagram

        var type: Int32 {
            Int32((self == .stream ? SOCK_STREAM : SOCK_DGRAM).rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        }
    }

    /// The address 127.0.0.HOST.
    public static func withAddress<Value, Failure: Error>(
        port: Int,
        host: UInt8 = 1,
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = (0x7F00_0000 | UInt32(host)).bigEndian
        return try withUnsafePointer(to: &address) { pointer throws(Failure) in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer throws(Failure) in
                try body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// The port of a socket.
    public static func port(of descriptor: Int32) throws(KitFault) -> Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard status == 0 else { throw KitFault(call: "getsockname") }
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    /// A socket with a port. The system doesn't assign the port again while the socket is open.
    ///
    /// - Parameters:
    ///   - port: 0 lets the system choose.
    ///   - backlog: nil for a socket that does not listen: connections are refused.
    ///   - mayFollow: whether the port may have been used a moment ago.
    public static func bound(
        _ kind: Kind = .stream,
        port: Int = 0,
        backlog: Int32? = nil,
        mayFollow: Bool = true
    ) throws(KitFault) -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, kind.type, 0)
        guard descriptor >= 0 else { throw KitFault(call: "socket") }
        do throws(KitFault) {
            var on: Int32 = 1
            if port != 0, mayFollow {
                setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
            }
            guard withAddress(port: port, { bind(descriptor, $0, $1) }) == 0 else {
                throw KitFault(call: "can't bind a loopback port")
            }
            if let backlog, listen(descriptor, backlog) != 0 { throw KitFault(call: "listen") }
            return (descriptor, try Self.port(of: descriptor))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// A free port for a program that needs its port as an argument, below those that the system gives to connections and to
    /// sockets without a port: it stays free. Until this process ends, no other test gets it.
    public static func freePort(_ kind: Kind = .stream) throws(KitFault) -> Int {
        let ports = firstFreePort..<max(try firstEphemeralPort(), firstFreePort + 1000)
        for _ in 0..<1000 {
            let port = Int.random(in: ports)
            guard let mark = mark(port) else { continue }
            do throws(KitFault) {
                close(try bound(kind, port: port, mayFollow: false).descriptor)
                return port
            } catch {
                // Another program has it, or had it a moment ago.
                close(mark)
            }
        }
        throw KitFault(description: "there is no free port")
    }

    private static let firstFreePort = 10_000

    private static func firstEphemeralPort() throws(KitFault) -> Int {
        let path = "/proc/sys/net/ipv4/ip_local_port_range"
        guard let file = fopen(path, "r") else { throw KitFault(call: "can't read \(path)") }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, 64, file) != nil else { throw KitFault(call: "can't read \(path)") }
        return strtol(line, nil, 10)
    }

    /// A socket with a name that stands for a port, which only one process can have; as in `Tests/Shared/ports.py`.
    static func mark(_ port: Int) -> Int32? {
        let descriptor = socket(AF_UNIX, Kind.stream.type, 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // It begins with a zero: it is no file.
        let name = [0] + Array("domo-test-port-\(port)".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let status = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        if status == 0 { return descriptor }
        close(descriptor)
        return nil
    }
}
