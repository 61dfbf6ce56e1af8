import DomoTestKit
import Glibc

/// A non-blocking stream socket, closed when its last reference is released.
final class Socket: Sendable {
    let descriptor: Int32

    private init(descriptor: Int32) throws(BenchFault) {
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw BenchFault(call: "socket") }
        // Send writes immediately: the figures are about latency. Unix sockets don't have the option and don't need it.
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    private static func make(_ family: Int32, _ kind: __socket_type = SOCK_STREAM) throws(BenchFault) -> Socket {
        let type = Int32(kind.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        return try Socket(descriptor: socket(family, type, 0))
    }

    // MARK: Connecting

    /// - Returns: nil if nobody is listening (yet).
    static func connect(path: String) throws(BenchFault) -> Socket? {
        let socket = try make(AF_UNIX)
        return UnixSocket.withAddress(path) { Glibc.connect(socket.descriptor, $0, $1) } == 0 ? socket : nil
    }

    /// Connects to a loopback port.
    /// - Returns: nil if nobody is listening (yet).
    static func connect(port: UInt16) throws(BenchFault) -> Socket? {
        try connect(make(AF_INET), port: port)
    }

    private static func connect(_ socket: Socket, port: UInt16) throws(BenchFault) -> Socket? {
        let status = Loopback.withAddress(port: Int(port)) { Glibc.connect(socket.descriptor, $0, $1) }
        if status == 0 { return socket }
        guard errno == EINPROGRESS, try socket.wait(for: POLLOUT, until: .now().after(seconds: 2)) else { return nil }
        var problem: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket.descriptor, SOL_SOCKET, SO_ERROR, &problem, &length)
        return problem == 0 ? socket : nil
    }

    /// Connects to a loopback port from 127.0.0.HOST, to simulate clients with different addresses.
    /// - Returns: nil if nobody is listening.
    static func connect(port: UInt16, from host: UInt8) throws(BenchFault) -> Socket? {
        let socket = try make(AF_INET)
        guard Loopback.withAddress(port: 0, host: host, { Glibc.bind(socket.descriptor, $0, $1) }) == 0 else {
            throw BenchFault(call: "can't bind 127.0.0.\(host)")
        }
        return try connect(socket, port: port)
    }

    /// Connects as soon as somebody is listening.
    static func connect(
        to name: String,
        seconds: Double = 10,
        _ attempt: () throws(BenchFault) -> Socket?
    ) throws(BenchFault) -> Socket {
        let limit = Moment.now().after(seconds: seconds)
        while true {
            if let socket = try attempt() { return socket }
            guard Moment.now() < limit else { throw BenchFault("\(name) did not listen within \(Int(seconds)) s") }
            usleep(1000)
        }
    }

    // MARK: Listening

    /// Listens at a path that does not exist yet.
    static func listen(path: String) throws(BenchFault) -> Socket {
        let socket = try make(AF_UNIX)
        guard UnixSocket.withAddress(path, { Glibc.bind(socket.descriptor, $0, $1) }) == 0,
            Glibc.listen(socket.descriptor, 1024) == 0
        else { throw BenchFault(call: "can't listen at \(path)") }
        return socket
    }

    /// Listens on a loopback port that the system chooses.
    static func listen() throws(BenchFault) -> (socket: Socket, port: UInt16) {
        let socket = try make(AF_INET)
        guard Loopback.withAddress(port: 0, { Glibc.bind(socket.descriptor, $0, $1) }) == 0,
            Glibc.listen(socket.descriptor, 16) == 0
        else { throw BenchFault(call: "can't listen on a loopback port") }
        return (socket, try socket.ownPort())
    }

    /// Reserves a loopback port without listening: connections are refused, and the system doesn't assign the port
    /// again.
    static func reserve() throws(BenchFault) -> (socket: Socket, port: UInt16) {
        let socket = try make(AF_INET)
        let port = try socket.bind(port: 0)
        return (socket, port)
    }

    /// Listens on a port that `reserve` holds.
    static func listen(reserved port: UInt16) throws(BenchFault) -> Socket {
        let socket = try make(AF_INET)
        _ = try socket.bind(port: port)
        guard Glibc.listen(socket.descriptor, 64) == 0 else { throw BenchFault(call: "listen") }
        return socket
    }

    /// Two sockets may have the same port, if at most one listens: see SO_REUSEADDR in socket(7).
    private func bind(port: UInt16) throws(BenchFault) -> UInt16 {
        var on: Int32 = 1
        guard setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size)) == 0,
            Loopback.withAddress(port: Int(port), { Glibc.bind(descriptor, $0, $1) }) == 0
        else { throw BenchFault(call: "can't bind a loopback port") }
        return try ownPort()
    }

    /// A loopback port that was free a moment ago, for a program that needs its port as an argument.
    static func freePort() throws(BenchFault) -> UInt16 {
        try UInt16(BenchFault.of { () throws(KitFault) in try Loopback.freePort() })
    }

    /// The same for UDP.
    static func freeDatagramPort() throws(BenchFault) -> UInt16 {
        try UInt16(BenchFault.of { () throws(KitFault) in try Loopback.freePort(.datagram) })
    }

    /// Datagrams to and from one loopback port.
    static func datagrams(to port: UInt16) throws(BenchFault) -> Socket {
        let socket = try make(AF_INET, SOCK_DGRAM)
        guard Loopback.withAddress(port: Int(port), { Glibc.connect(socket.descriptor, $0, $1) }) == 0 else {
            throw BenchFault(call: "connect")
        }
        return socket
    }

    /// Its own port.
    func ownPort() throws(BenchFault) -> UInt16 {
        try UInt16(BenchFault.of { () throws(KitFault) in try Loopback.port(of: descriptor) })
    }

    /// - Returns: nil if no connection is pending.
    func accept() throws(BenchFault) -> Socket? {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        let socket = try Socket(descriptor: accepted)
        guard fcntl(accepted, F_SETFL, O_NONBLOCK) == 0, fcntl(accepted, F_SETFD, FD_CLOEXEC) == 0 else {
            throw BenchFault(call: "fcntl")
        }
        return socket
    }

    // MARK: Reading and writing

    /// - Returns: false if it timed out.
    func wait(for events: Int32, until limit: Moment) throws(BenchFault) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let count = poll(&entry, 1, limit.millisecondsLeft)
            if count > 0 { return true }
            if count == 0 { return false }
            guard errno == EINTR else { throw BenchFault(call: "poll") }
        }
    }

    /// Writes as much as fits into the buffer.
    ///
    /// - Returns: the number of bytes written.
    func write(_ bytes: UnsafeRawBufferPointer) throws(BenchFault) -> Int {
        let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if count >= 0 { return count }
        guard errno == EAGAIN || errno == EINTR else { throw BenchFault(call: "write") }
        return 0
    }

    /// Writes all bytes; only for short data that always fits into the buffer.
    func write(_ bytes: [UInt8]) throws(BenchFault) {
        let count = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        guard count == bytes.count else { throw BenchFault(call: "write") }
    }

    /// - Returns: the number of bytes read; 0 if none have arrived yet.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BenchFault) -> Int {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return count }
        if count == 0 { throw BenchFault("the other end closed the connection") }
        guard errno == EAGAIN || errno == EINTR else { throw BenchFault(call: "read") }
        return 0
    }
}
