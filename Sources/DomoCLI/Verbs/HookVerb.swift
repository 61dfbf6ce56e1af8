import ArgumentParser
import DomoLanguage

struct HookVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(
        .hook,
        usage: """
            domo hook new NAME --scene SCENE [--place PATH]… [--signed]
            domo hook new NAME --element ELEMENT [--as TYPE] [--field NAME] [--values open=on,closed=off] \
            [--signed|--in-url]
            domo hook list
            domo hook revoke NAME
            """,
        discussion: """
            Through a hook, another program starts a scene, or a device reports the state of an element: POST /hooks/NAME \
            on domo-web. The secret is shown only once; it goes into the header Authorization: Bearer SECRET. With \
            --signed the sender signs each delivery instead (Standard Webhooks). With --in-url the secret is a part of the \
            address, for devices that can send nothing else; such a hook can only report. The values in the body go to the \
            values that the scene takes, by their names; a device's state is in the value --field, "value" by default, and \
            --values says what its words mean. A scene with --place starts only if all that it touches is in there. \
            revoke ends a hook at once.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("new, list or revoke, and the name of the hook.", valueName: "step"),
        completion: .custom(Completion.operands)
    )
    var operands: [String] = []

    @Option(help: ArgumentHelp("The scene that it starts.", valueName: "scene"))
    var scene: String?

    @Option(help: ArgumentHelp("The element whose state it reports.", valueName: "element"))
    var element: String?

    @Option(name: .customLong("as"), help: ArgumentHelp("The type, if the element has several.", valueName: "type"))
    var type: String?

    @Option(help: ArgumentHelp("The name of the value in the body or the query.", valueName: "name"))
    var field: String?

    @Option(help: ArgumentHelp("What the device's words mean: open=on,closed=off.", valueName: "pairs"))
    var values: String?

    @Option(help: ArgumentHelp("Limit it to a house, sector or element. May be repeated.", valueName: "path"))
    var place: [String] = []

    @Flag(help: "Each delivery is signed, with its time.")
    var signed = false

    @Flag(help: "The secret is a part of the address: weaker, and only for reports.")
    var inURL = false

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] {
        var words: [Words.Word] = [.verb(.hook)]
        func add(_ option: String, _ value: String?) {
            guard let value else { return }
            words += [.keyword(option), .literal(value)]
        }
        add("--scene", scene)
        add("--element", element)
        add("--as", type)
        add("--field", field)
        add("--values", values)
        for path in place { add("--place", path) }
        if signed { words.append(.keyword("--signed")) }
        if inURL { words.append(.keyword("--in-url")) }
        return words
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        switch answer.request {
        case .hook(.new): rendering.newHook(try answer.decode())
        case .hook(.revoke): "revoked\n"
        default: rendering.hooks(try answer.decode())
        }
    }
}

struct KnockVerb: RequestVerb, VerbCommand {
    static let configuration = CommandConfiguration(.knock)

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The hook, and the body in base64.", valueName: "name"))
    var operands: [String] = []

    @Option(help: ArgumentHelp("The secret.", valueName: "secret"))
    var secret: String?

    @Option(help: ArgumentHelp("The signatures: v1,BASE64.", valueName: "signatures"))
    var signature: String?

    @Option(help: ArgumentHelp("The time that was signed, in seconds since 1970.", valueName: "seconds"))
    var time: String?

    @Flag(help: "The secret was in the address.")
    var inURL = false

    @Flag(help: "The body has the pairs of a form.")
    var form = false

    @Option(help: ArgumentHelp("The sender's identity of the delivery.", valueName: "id"))
    var delivery: String?

    @Option(help: ArgumentHelp("The address of the sender.", valueName: "address"))
    var from: String?

    @OptionGroup var client: ClientOptions

    var head: [Words.Word] {
        var words: [Words.Word] = [.verb(.knock)]
        func add(_ option: String, _ value: String?) {
            guard let value else { return }
            words += [.keyword(option), .literal(value)]
        }
        add("--secret", secret)
        add("--signature", signature)
        add("--time", time)
        if inURL { words.append(.keyword("--in-url")) }
        if form { words.append(.keyword("--form")) }
        add("--delivery", delivery)
        add("--from", from)
        return words
    }

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String { "accepted\n" }
}

extension VerbCommands {
    static var hook: any VerbCommand.Type { HookVerb.self }
    static var knock: any VerbCommand.Type { KnockVerb.self }
}
