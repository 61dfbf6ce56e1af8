import Glibc

/// Sends datagrams to a Unix socket.
public struct UnixDatagrams: Sendable {
    /// Stays open until `close`.
    public let descriptor: CInt
    private let address: [UInt8]

    /// - Parameter address: a path, or an abstract address that starts with @.
    /// - Returns: nil if the address is too long, or there is no descriptor left.
    public init?(to address: String) {
        var bytes = Array(address.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
        // An abstract address begins with a zero.
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        self.address = bytes
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
    }

    /// - `waits`: whether to block while the receiver's queue is full.
    /// - Returns: whether the datagram was sent.
    @discardableResult
    public func send(_ bytes: [UInt8], waits: Bool) -> Bool {
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
        // Every byte counts in an abstract address, so the length must be exact.
        let length = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        return withUnsafePointer(to: &target) { target in
            target.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                var count = sendto(descriptor, bytes, bytes.count, flags, target, length)
                while count < 0, errno == EINTR {
                    count = sendto(descriptor, bytes, bytes.count, flags, target, length)
                }
                return count >= 0
            }
        }
    }

    public func close() { Glibc.close(descriptor) }
}
