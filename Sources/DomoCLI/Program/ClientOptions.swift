import DomoLanguage

/// The options of every verb.
struct ClientOptions: Equatable {
    /// The value of `--socket`.
    var socket: String?
    var json = false
    /// Where the daemon is, if it is reached over a fleet.
    var fleet = FleetOptions()

    func connect() throws(Fault) -> ControlClient {
        try ControlClient(socket: SocketPath.candidates(option: socket))
    }
}
