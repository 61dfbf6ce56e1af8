import DomoLanguage
import Glibc

enum WatchVerb: VerbCommand {
    static let discussion = """
        If domod stops, watch waits until it is back and continues, with a note on standard error. Ctrl-C ends it.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        guard let line = invocation.line else { return .done }
        let client = invocation.client
        // Ctrl-C is the normal end. Lines are written whole, so there is nothing to clean up.
        signal(SIGINT) { _ in _exit(0) }
        var connection = try begin(line, client)
        let rendering = Rendering(for: .output)
        var covers = CoverEvents()
        while true {
            let event: ArraySlice<UInt8>?
            do throws(Fault) {
                event = try connection.nextEvent()
            } catch {
                guard connection.isAtEnd else { throw error }
                note("domod closed the connection; waiting until it is back")
                guard let next = try beginAgain(line, client) else { return .done }
                connection = next
                covers = CoverEvents()
                note("reconnected to domod; events in between were missed, domo ls shows the current state")
                continue
            }
            guard let event else { return .done }
            if client.json {
                StandardStreams.write(Rendering.json(event))
            } else {
                let event = try ReplyLine.decode(Event.self, from: event)
                if covers.isNew(event) { StandardStreams.write(rendering.event(event)) }
            }
        }
    }

    private static func begin(_ line: CheckedLine, _ client: ClientOptions) throws(Fault) -> ControlClient {
        let connection = try client.connect()
        _ = try connection.ask(line).content()
        return connection
    }

    /// Waits for the next daemon.
    ///
    /// - Returns: nil if nobody reads the output any more.
    private static func beginAgain(_ line: CheckedLine, _ client: ClientOptions) throws(Fault) -> ControlClient? {
        var pause = Duration.milliseconds(200)
        while true {
            var output = [pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)]
            if Readiness.wait(for: &output, until: .now + pause) { return nil }
            do throws(Fault) {
                return try begin(line, client)
            } catch {
                guard [.unreachable, .stopping, .deadlinePassed].contains(error.code) else { throw error }
            }
            pause = min(pause * 2, .seconds(5))
        }
    }

    private static func note(_ text: String) { StandardStreams.writeError("domo: \(text)\n") }
}

extension VerbCommands {
    static var watch: any VerbCommand.Type { WatchVerb.self }
}
