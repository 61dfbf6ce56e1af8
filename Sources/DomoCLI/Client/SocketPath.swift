import Glibc

enum SocketPath {
    /// The sockets to try in order: only the given one if there is one, otherwise that of the user's own daemon and
    /// then that of the system.
    static func candidates(option: String?, environment: (String) -> String? = Self.variable) -> [String] {
        if let option { return [option] }
        if let named = environment("DOMO_SOCKET"), !named.isEmpty { return [named] }
        var paths: [String] = []
        if let folder = environment("XDG_RUNTIME_DIR"), !folder.isEmpty { paths.append(folder + "/domo.sock") }
        return paths + ["/run/domo/domo.sock"]
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
