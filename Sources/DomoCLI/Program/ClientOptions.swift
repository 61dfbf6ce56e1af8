import ArgumentParser
import DomoLanguage

/// The options of every verb that talks to the daemon.
struct ClientOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?

    @Flag(help: "Print the daemon's reply as JSON.")
    var json = false

    func connect() throws(Fault) -> ControlClient {
        try ControlClient(socket: SocketPath.candidates(option: socket))
    }
}
