import DomoEngine
import Glibc
import NIOCore

/// Who is at the other end of a socket, as the kernel knows it.
enum Peer {
    /// The three fields of the kernel's `struct ucred`, which glibc hides from Swift.
    private struct Credentials {
        var pid: pid_t = 0
        var uid: uid_t = .max
        var gid: gid_t = .max
    }

    /// The user who opened the connection, with all groups it had then. Where the kernel does not know it, as over TCP,
    /// that is the user with the highest id, which no rule and no process can have.
    ///
    /// The name is `user 1000`: the kernel does not know names.
    static func user(of channel: any Channel) -> Principal.User {
        let credentials = read(SO_PEERCRED, of: channel, as: Credentials.self) ?? Credentials()
        let groups = Set(groups(of: channel)).union([credentials.gid]).subtracting([.max])
        return Principal.User(id: credentials.uid, name: UserNames.unknown(credentials.uid), groups: groups.sorted())
    }

    // MARK: - Groups

    /// The supplementary groups (socket(7), SO_PEERGROUPS), read with a larger buffer where the smaller one does not
    /// suffice: the kernel returns ERANGE then.
    private static func groups(of channel: any Channel) -> [gid_t] {
        // Nearly every process has few. What an empty buffer suffices for is no group at all: this tells none apart from
        // the group 0 alone, since nobody says how much of a buffer was filled.
        guard read(SO_PEERGROUPS, of: channel, as: Void.self) == nil else { return [] }
        if let few = read(SO_PEERGROUPS, of: channel, as: InlineArray<64, gid_t>.self) {
            return few.span.withUnsafeBufferPointer(filled)
        }
        return read(SO_PEERGROUPS, of: channel, as: InlineArray<65_536, gid_t>.self)?
            .span.withUnsafeBufferPointer(filled) ?? []
    }

    /// The kernel keeps groups in rising order, and the buffer was zeroed.
    private static func filled(_ buffer: UnsafeBufferPointer<gid_t>) -> [gid_t] {
        let end = buffer.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 1
        return Array(buffer[..<end])
    }

    /// - Returns: nil where the kernel refuses.
    private static func read<Value: Sendable>(_ name: CInt, of channel: any Channel, as type: Value.Type) -> Value? {
        guard let provider = channel as? any SocketOptionProvider else { return nil }
        let option = NIOBSDSocket.Option(rawValue: name)
        let answer: EventLoopFuture<Value> = provider.unsafeGetSocketOption(level: .socket, name: option)
        // On the channel's own loop, as here, the answer is there at once.
        var value: Value?
        answer.assumeIsolated().whenSuccess { value = $0 }
        return value
    }
}
