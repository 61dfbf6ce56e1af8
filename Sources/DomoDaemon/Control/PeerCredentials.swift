import Glibc
import NIOCore

/// Who is at the other end of a Unix socket, as the kernel knows it: its `struct ucred`, which glibc hides from Swift.
struct PeerCredentials {
    private var pid: pid_t = 0
    private(set) var uid: uid_t = .max
    private(set) var gid: gid_t = .max

    /// Those of the process that connected, at the time when it did. To be called on the channel's own event loop.
    static func of(_ channel: any Channel) -> PeerCredentials {
        guard let provider = channel as? any SocketOptionProvider else { return PeerCredentials() }
        let option = NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        let future: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(level: .socket, name: option)
        // On the channel's own loop, as here, the answer is there at once.
        var credentials = PeerCredentials()
        future.assumeIsolated().whenSuccess { credentials = $0 }
        return credentials
    }
}
