import DomoEngine
import Glibc
import NIOCore

/// The user at the other end of a socket, as reported by the kernel.
enum Peer {
    /// The three fields of the kernel's `struct ucred`, which glibc hides from Swift.
    private struct Credentials {
        var pid: pid_t = 0
        var uid: uid_t = .max
        var gid: gid_t = .max
    }

    /// The user who opened the connection, with the groups it had then. If the kernel does not know it, as over TCP, it
    /// is the user with the highest id, which no rule and no process can have.
    ///
    /// The name is a placeholder such as `user 1000`: the kernel does not know names.
    static func user(of channel: any Channel) -> Principal.User {
        let credentials = read(SO_PEERCRED, of: channel, as: Credentials.self) ?? Credentials()
        let groups = Set(groups(of: channel)).union([credentials.gid]).subtracting([.max])
        return Principal.User(id: credentials.uid, name: UserNames.unknown(credentials.uid), groups: groups.sorted())
    }

    // MARK: - Groups

    /// The supplementary groups (socket(7), SO_PEERGROUPS), read with a larger buffer if the kernel returns ERANGE for
    /// the smaller one.
    private static func groups(of channel: any Channel) -> [gid_t] {
        // Nearly every process has few groups. If an empty buffer is enough, there are none: with a larger one, none
        // would look like the single group 0, since the number of bytes filled is not known.
        guard read(SO_PEERGROUPS, of: channel, as: Void.self) == nil else { return [] }
        if let few = read(SO_PEERGROUPS, of: channel, as: InlineArray<64, gid_t>.self) {
            return few.span.withUnsafeBufferPointer(filled)
        }
        return read(SO_PEERGROUPS, of: channel, as: InlineArray<65_536, gid_t>.self)?
            .span.withUnsafeBufferPointer(filled) ?? []
    }

    /// The kernel sorts groups in ascending order, and the buffer was zeroed.
    private static func filled(_ buffer: UnsafeBufferPointer<gid_t>) -> [gid_t] {
        let end = buffer.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 1
        return Array(buffer[..<end])
    }

    /// - Returns: nil if the kernel returns an error.
    private static func read<Value: Sendable>(_ name: CInt, of channel: any Channel, as type: Value.Type) -> Value? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        let option = NIOBSDSocket.Option(rawValue: name)
        let answer: EventLoopFuture<Value> = provider.unsafeGetSocketOption(level: .socket, name: option)
        // On the channel's own event loop, as here, the future is already complete.
        var value: Value?
        answer.assumeIsolated().whenSuccess { value = $0 }
        return value
    }
}
