import Glibc

enum SocketPath {
    /// The sockets at which the daemon may be found, the first that is alive to be taken: one alone where the user
    /// names it; else that of a daemon of the user's own, then that of the machine.
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
