// What a request takes of whoever makes it.

extension Request {
    /// The least role that may make it.
    public var role: Role { watchesTelegrams || changesFiles ? .manage : verb.row.role }

    /// Whether it concerns all houses at once, so that a role limited to some places does not suffice.
    public var needsAllPlaces: Bool { watchesTelegrams || changesFiles || verb.row.needsAllPlaces }

    /// Telegrams say more of the house than its states do: who sends them, and what belongs to no element.
    private var watchesTelegrams: Bool {
        if case .watch(let watched) = self { watched.telegrams } else { false }
    }

    /// Of the house that others live in too.
    private var changesFiles: Bool {
        switch self {
        case .script(let step): step.isChange
        case .plan(.move): true
        default: false
        }
    }

    /// The verb and whom or what it names, without any value: what may be logged of it.
    public var subject: String {
        let name = named.name.map { " " + Words.quoted(String($0.prefix(200))) } ?? ""
        return verb.rawValue + (step.map { " \($0)" } ?? "") + name
    }

    private var step: String? {
        switch self {
        case .sceneStop, .record(.stop): "stop"
        case .knx(let command, link: _): command.word
        case .discover: "discover"
        case .token(.new): "new"
        case .script(let step) where step.isChange: step.word
        case .plan(.move): "move"
        case .token(.list): "list"
        case .token(.revoke): "revoke"
        default: nil
        }
    }
}
