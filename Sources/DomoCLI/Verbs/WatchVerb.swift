import ArgumentParser
import DomoLanguage
import Glibc

struct WatchVerb: VerbCommand {
    static let configuration = CommandConfiguration(.watch)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("A house, a sector or an element; everything without it.", valueName: "path"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @Flag(help: "Every stage of orders as well, and not only those that went wrong.")
    var orders = false

    @Flag(help: "The telegrams that go by on buses as well; takes the role manage.")
    var telegrams = false

    @OptionGroup var client: ClientOptions

    func run(literals: Int) throws {
        var flags: [Words.Word] = []
        if orders { flags.append(.keyword("--orders")) }
        if telegrams { flags.append(.keyword("--telegrams")) }
        let words = [.verb(.watch)] + flags + Words.Word.operands(operands, literals: literals)
        guard let request = try RequestParser.parse(words) else { return }
        // To stop watching is how watching ends well. Lines are written whole, so there is nothing to tidy up.
        signal(SIGINT) { _ in _exit(0) }
        let connection = try client.connect()
        _ = try connection.ask(request).content()
        let rendering = Rendering(for: .output)
        while let event = try connection.nextEvent() {
            StandardStreams.write(client.json ? Rendering.json(event) : try rendering.event(event))
        }
    }
}

extension VerbCommands {
    static var watch: any VerbCommand.Type { WatchVerb.self }
}
