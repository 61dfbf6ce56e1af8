import DomoSystem
public import Glibc

/// Sockets with a path. No program that is started inherits them.
public enum UnixSocket {
    public static func withAddress<Value, Failure: Error>(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path), "\(path) is too long for a socket")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return try withUnsafePointer(to: &address) { pointer throws(Failure) in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer throws(Failure) in
                try body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Whether a program accepts connections at the path: between `bind` and `listen`, the file is there, and refuses them.
    ///
    /// To connect would be seen by the program.
    public static func isListening(_ path: String) throws -> Bool {
        // Num RefCount Protocol Flags Type St Inode Path. The kernel's __SO_ACCEPTCON is the one flag that it shows.
        let sockets = String(decoding: try FileBytes.read("/proc/net/unix", maxBytes: 16 << 20), as: UTF8.self)
        return sockets.split(separator: "\n").contains { line in
            let fields = line.split(separator: " ", maxSplits: 7)
            return fields.count == 8 && fields[3] == "00010000" && fields[7] == path
        }
    }

    /// A socket at a path that does not exist yet.
    /// - Parameter backlog: nil for a socket that does not listen.
    public static func bound(
        _ path: String,
        _ kind: Loopback.Kind = .stream,
        backlog: Int32? = nil
    ) throws(KitFault) -> Int32 {
        let descriptor = socket(AF_UNIX, kind.type, 0)
        guard descriptor >= 0, withAddress(path, { bind(descriptor, $0, $1) }) == 0,
            backlog.map({ listen(descriptor, $0) == 0 }) ?? true
        else {
            let fault = KitFault(call: path)
            close(descriptor)
            throw fault
        }
        return descriptor
    }
}
