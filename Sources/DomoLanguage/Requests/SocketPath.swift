/// The paths of the control socket.
public enum SocketPath {
    /// The socket of the system's daemon, where the package's units put it.
    public static let system = "/run/domo/domo.sock"

    /// The socket of the user's own daemon; nil if the environment does not set the folder for it.
    public static func own(environment: (String) -> String?) -> String? {
        set("XDG_RUNTIME_DIR", environment).map { "\($0)/domo.sock" }
    }

    /// The sockets to try in order: only the given one if there is one, otherwise that of the user's own daemon and
    /// then that of the system.
    public static func candidates(option: String?, environment: (String) -> String?) -> [String] {
        if let path = option ?? set("DOMO_SOCKET", environment) { return [path] }
        return (own(environment: environment).map { [$0] } ?? []) + [system]
    }

    private static func set(_ name: String, _ environment: (String) -> String?) -> String? {
        environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
