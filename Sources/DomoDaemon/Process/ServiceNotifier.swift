import Glibc

/// Tells the service manager how the daemon is: systemd's sd_notify(3) protocol, a line to a datagram socket.
enum ServiceNotifier {
    enum State: String, Sendable {
        case ready = "READY=1"
        case stopping = "STOPPING=1"
    }

    /// Nobody listens unless systemd said where; then there is nothing to do.
    @Sendable static func send(_ state: State) {
        let text = state.rawValue
        guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), !path.isEmpty else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { target in
            target.copyBytes(from: bytes)
            // An abstract address is written with an @ and begins with a zero.
            if bytes.first == UInt8(ascii: "@") { target[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { return }
        defer { close(file) }
        withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = sendto(file, text, text.utf8.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
    }
}
