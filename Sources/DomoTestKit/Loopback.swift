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
    public static func bound(
        _ kind: Kind = .stream,
        port: Int = 0,
        backlog: Int32? = nil
    ) throws(KitFault) -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, kind.type, 0)
        guard descriptor >= 0 else { throw KitFault(call: "socket") }
        do throws(KitFault) {
            // A port that was used a moment ago can be used again.
            var on: Int32 = 1
            if port != 0 {
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

    /// A port that was free a moment ago, for a program that needs its port as an argument.
    public static func freePort(_ kind: Kind = .stream) throws(KitFault) -> Int {
        let (descriptor, port) = try bound(kind)
        close(descriptor)
        return port
    }
}
