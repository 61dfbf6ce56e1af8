import Glibc

enum StandardOutput {
    /// Writes without buffering: the output may be a pipe.
    static func write(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes to standard error.
    static func writeError(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: CInt) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

enum SocketPath {
    /// The default path of the daemon's socket, as `domo` finds it.
    static var usual: String {
        func variable(_ name: String) -> String? {
            guard let value = getenv(name), value.pointee != 0 else { return nil }
            return String(cString: value)
        }
        if let path = variable("DOMO_SOCKET") { return path }
        if let folder = variable("XDG_RUNTIME_DIR"), access("\(folder)/domo.sock", F_OK) == 0 {
            return "\(folder)/domo.sock"
        }
        return "/run/domo/domo.sock"
    }
}
