import ArgumentParser
import DomoLanguage

struct TokenVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .token,
        usage: """
            domo token new NAME [--role read|act|manage] [--place PATH]… [--expires 30d] [--may-create-tokens] \
            [--code|--qr] [--url URL]
            domo token list
            domo token revoke NAME [--yes|--alone]
            """,
        discussion: """
            With a token a phone, tablet or program acts for a user through domo-web. The token is shown only once: \
            domod stores only its SHA-256. Without --role it has your role, but at most act; without --place, all \
            places that you may use. With --code you get a single-use code instead, which is valid for ten minutes: \
            type it on the page, or open the link below it, and the device gets its own token. --qr shows that link as \
            a QR code. list also shows codes that were not used yet. A token may have no more rights than its creator has at \
            the time of each request, and ends with it: revoke closes the connections of the token and of those that it \
            has made, makes their unused codes invalid, and needs --yes if there are any. --alone keeps them. A token below \
            the role manage can make others only with --may-create-tokens.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("new, list or revoke, and the name of the token.", valueName: "step"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @Option(help: ArgumentHelp("The role: read, act or manage.", valueName: "role"))
    var role: String?

    @Option(
        help: ArgumentHelp("Limit it to a house, sector or element. May be repeated.", valueName: "path")
    )
    var place: [String] = []

    @Option(help: ArgumentHelp("The lifetime: 30d.", valueName: "duration"))
    var expires: String?

    @Flag(help: "Let it create tokens although its role is below manage.")
    var mayCreateTokens = false

    @Flag(help: "Revoke the tokens that it has made, too.")
    var yes = false

    @Flag(help: "Revoke only this token; those that it has made stay.")
    var alone = false

    @Flag(help: "Create a single-use code instead of a token.")
    var code = false

    @Option(help: ArgumentHelp("The URL of domo-web, for the link.", valueName: "url"))
    var url: String?

    @Flag(help: "Create a code and show its link as a QR code; needs --url and the package libqrencode4.")
    var qr = false

    @OptionGroup var client: ClientOptions

    func validate() throws {
        guard !qr || url != nil else {
            throw ValidationError("missing option: --url URL; the QR code is a link to domo-web")
        }
        guard !qr || !client.json else { throw ValidationError("--qr can't be used with --json") }
    }

    var head: [Words.Word] {
        var words: [Words.Word] = [.verb(.token)]
        func add(_ option: String, _ value: String?) {
            guard let value else { return }
            words += [.keyword(option), .literal(value)]
        }
        add("--role", role)
        for path in place { add("--place", path) }
        add("--expires", expires)
        if mayCreateTokens { words.append(.keyword("--may-create-tokens")) }
        if yes { words.append(.keyword("--yes")) }
        if alone { words.append(.keyword("--alone")) }
        if code || qr { words.append(.keyword("--code")) }
        return words
    }

    static let ownOptions: Set = ["--url", "--qr"]

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        switch answer.request {
        case .token(.new): rendering.given(try answer.decode())
        case .token(.list): rendering.tokens(try answer.decode())
        case .token(.revoke): rendering.ended(try answer.decode())
        default: "revoked\n"
        }
    }

    func run(literals: Int) throws {
        guard let request = try RequestParser.parse(command: words(literals: literals)) else { return }
        guard let url, !client.json, case .token(.new) = request else {
            let status = try Conversation(socket: client.socket, json: client.json).run(request)
            if status != .done { throw Ending(status: status) }
            return
        }
        // Check before a code is created that could not be shown.
        if qr { _ = try QRCode(url) }
        let given = try ReplyLine.decode(GivenToken.self, from: client.connect().ask(request).content())
        let picture = qr ? try given.code.map { try QRCode(Rendering.link(url, $0)) } : nil
        StandardStreams.write(Rendering(for: .output).given(given, url: url, qr: picture))
    }
}

struct ClaimVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.claim)

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The code.", valueName: "code"))
    var operands: [String] = []

    @Flag(help: "Only show what the token would be; the code can still be used.")
    var look = false

    @Option(help: ArgumentHelp("The address of the user, if it is not this machine.", valueName: "address"))
    var from: String?

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] {
        [.verb(.claim)] + (look ? [.keyword("--look")] : []) + (from.map { [.keyword("--from"), .literal($0)] } ?? [])
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.given(try answer.decode())
    }
}

struct LogoutVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.logout)

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] { [.verb(.logout)] }
    var operands: [String] { [] }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.session(try answer.decode())
    }
}

extension VerbCommands {
    static var token: any VerbCommand.Type { TokenVerb.self }
    static var claim: any VerbCommand.Type { ClaimVerb.self }
    static var login: any VerbCommand.Type { LoginVerb.self }
    static var logout: any VerbCommand.Type { LogoutVerb.self }
}
