import DomoLanguage

enum TokenVerb: VerbCommand {
    static let discussion = """
        With a token a phone, tablet or program acts for a user through domo-web. The token is shown only once: \
        domod stores only its SHA-256. Without --role it has your role, but at most act; without --place, all \
        places that you may use. With --code you get a single-use code instead, which is valid for ten minutes: \
        type it on the page, or open the link below it, and the device gets its own token. --qr shows that link as \
        a QR code. list also shows codes that were not used yet. A token may have no more rights than its creator has at \
        the time of each request, and ends with it: revoke closes the connections of the token and of those that it \
        has made, makes their unused codes invalid, and needs --yes if there are any. --alone keeps them. A token below \
        the role manage can make others only with --may-create-tokens. Only with --doors may it give orders for locks, \
        gates, garages and doors, and start scenes with such orders; doors gives a token that right, or takes it away.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        guard var line = invocation.line else { return .done }
        guard case .token(.new) = line.request else { return try invocation.conversation.run(line) }
        let (url, qr, client) = (invocation.value("--url"), invocation.has("--qr"), invocation.client)
        if qr {
            guard let url else {
                throw Fault(
                    .badRequest,
                    "missing option: --url",
                    hint: "write --url URL: the QR code is a link to domo-web"
                )
            }
            if client.json { throw Fault(.badRequest, "--qr can't be used with --json", hint: "use --code") }
            // Check before a code is created that could not be shown.
            _ = try QRCode(url)
            line = line.adding("--code")
        }
        guard let url, !client.json else { return try invocation.conversation.run(line) }
        let given = try ReplyLine.decode(GivenToken.self, from: client.connect().ask(line).content())
        var picture: QRCode?
        if qr, let code = given.code { picture = try QRCode(Rendering.link(url, code)) }
        StandardStreams.write(Rendering(for: .output).given(given, url: url, qr: picture))
        return .done
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        switch answer.request {
        case .token(.new): rendering.given(try answer.decode())
        case .token(.list): rendering.tokens(try answer.decode())
        case .token(.revoke): rendering.ended(try answer.decode())
        case .token(.doors): rendering.tokens(try answer.decode())
        default: "revoked\n"
        }
    }

}

enum ClaimVerb: VerbCommand {
    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        rendering.given(try answer.decode())
    }
}

enum LogoutVerb: VerbCommand {
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
