import DomoLanguage

enum HookVerb: VerbCommand {
    static let discussion = """
        Through a hook, another program starts a scene, or a device reports the state of an element: POST /hooks/NAME \
        on domo-web. The secret is shown only once; it goes into the header Authorization: Bearer SECRET. With \
        --signed the sender signs each delivery instead (Standard Webhooks). With --in-url the secret is a part of the \
        address, for devices that can send nothing else; such a hook can only report. The values in the body go to the \
        values that the scene takes, by their names; a scene with orders for locks, gates, garages or doors needs \
        --doors. A device's state is in the value --field, "value" by default, and \
        --values says what its words mean. A scene with --place starts only if all that it touches is in there. \
        revoke ends a hook at once.
        """

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        switch answer.request {
        case .hook(.new): rendering.newHook(try answer.decode())
        case .hook(.revoke): "revoked\n"
        default: rendering.hooks(try answer.decode())
        }
    }
}

enum KnockVerb: VerbCommand {
    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String { "accepted\n" }
}

extension VerbCommands {
    static var hook: any VerbCommand.Type { HookVerb.self }
    static var knock: any VerbCommand.Type { KnockVerb.self }
}
