import ArgumentParser
import DomoLanguage
import Glibc

struct WatchVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .watch,
        discussion: """
            If domod stops, watch waits until it is back and continues, with a note on standard error. Ctrl-C ends it.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A house, sector or element; everything by default.", valueName: "path"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @Flag(help: "Show every stage of orders, not only failures.")
    var orders = false

    @Flag(help: "Show the telegrams on buses too; needs the role manage.")
    var telegrams = false

    @OptionGroup var client: ClientOptions

    func run(literals: Int) throws {
        var flags: [Words.Word] = []
        if orders { flags.append(.keyword("--orders")) }
        if telegrams { flags.append(.keyword("--telegrams")) }
        let words = [.verb(.watch)] + flags + Words.Word.operands(operands, literals: literals)
        guard let request = try RequestParser.parse(command: words) else { return }
        // Ctrl-C is the normal end. Lines are written whole, so there is nothing to clean up.
        signal(SIGINT) { _ in _exit(0) }
        var connection = try begin(request)
        let rendering = Rendering(for: .output)
        var covers = CoverEvents()
        while true {
            let event: ArraySlice<UInt8>?
            do throws(Fault) {
                event = try connection.nextEvent()
            } catch {
                guard connection.isAtEnd else { throw error }
                Self.note("domod closed the connection; waiting until it is back")
                guard let next = try beginAgain(request) else { return }
                connection = next
                covers = CoverEvents()
                Self.note("reconnected to domod; events in between were missed, domo ls shows the current state")
                continue
            }
            guard let event else { return }
            if client.json {
                StandardStreams.write(Rendering.json(event))
            } else {
                let event = try ReplyLine.decode(Event.self, from: event)
                if covers.isNew(event) { StandardStreams.write(rendering.event(event)) }
            }
        }
    }

    private func begin(_ request: Request) throws(Fault) -> ControlClient {
        let connection = try client.connect()
        _ = try connection.ask(request).content()
        return connection
    }

    /// Waits for the next daemon.
    ///
    /// - Returns: nil if nobody reads the output any more.
    private func beginAgain(_ request: Request) throws(Fault) -> ControlClient? {
        var pause = Duration.milliseconds(200)
        while true {
            var output = [pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)]
            if Readiness.wait(for: &output, until: .now + pause) { return nil }
            do throws(Fault) {
                return try begin(request)
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
