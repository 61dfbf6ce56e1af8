// The access rights that a request needs.

extension Request {
    /// The lowest role that may make it.
    public var role: Role {
        if watchesTelegrams || changesFiles || isOfPushService { return .manage }
        // Whoever has the code of a message may acknowledge it, without a token.
        if case .notices(.acknowledge(number: _, let code)) = self { return code == nil ? .act : .none }
        return verb.row.role
    }

    /// Whether it concerns all houses, so that a role limited to some places is not enough.
    public var needsAllPlaces: Bool { watchesTelegrams || changesFiles || isOfPushService || verb.row.needsAllPlaces }

    /// Whether it reports what a push service has answered.
    private var isOfPushService: Bool { if case .push(.gone) = self { true } else { false } }

    /// Telegrams reveal more of the house than its states: who sends them, and addresses without an element.
    private var watchesTelegrams: Bool {
        if case .watch(let watched) = self { watched.telegrams } else { false }
    }

    /// Whether it changes files of the house.
    private var changesFiles: Bool {
        switch self {
        case .script(let step): step.isChange
        case .plan(.move): true
        // All cases, so that a new verb is not made available to everybody by mistake.
        case .plan, .list, .show, .model, .order, .group, .watch, .scene, .sceneStop, .scenes, .run, .calendar, .record,
            .orders, .why, .history, .records, .log, .stats, .export, .rename, .backup, .restore, .audit, .knx,
            .discover, .token, .hook, .knock, .claim, .login, .logout, .notify, .notices, .notifier, .push, .status,
            .doctor, .reload:
            false
        }
    }

    /// True if it changes nothing, so that it is safe to send it again.
    public var onlyReads: Bool {
        switch self {
        case .list, .show, .model, .scenes, .calendar, .orders, .why, .history, .records, .log, .stats, .audit,
            .discover, .notices(.list), .push(.key), .push(.list), .status, .doctor:
            true
        case .order, .group, .watch, .scene, .sceneStop, .run, .record, .script, .plan, .export, .rename, .backup,
            .restore, .knx, .token, .hook, .knock, .claim, .login, .logout, .notify, .notices(.acknowledge), .notifier,
            .push, .reload:
            false
        }
    }

    /// Whether it gives orders to the house.
    public var isOrder: Bool {
        switch self {
        case .order, .group, .scene, .sceneStop(.some, _, _), .run: true
        case .list, .show, .model, .watch, .sceneStop, .scenes, .calendar, .record, .script, .plan, .orders, .why,
            .history, .records, .log, .stats, .export, .rename, .backup, .restore, .audit, .knx, .discover, .token,
            .hook, .knock, .claim, .login, .logout, .notify, .notices, .notifier, .push, .status, .doctor, .reload:
            false
        }
    }

    /// Whether the notifier may make it.
    public var isOfNotifier: Bool {
        switch self {
        case .notify, .notifier, .push(.list), .push(.gone): true
        default: false
        }
    }

    /// The verb and the name in the request, without values: the part that may be logged.
    public var subject: String {
        let name = named.name.map { " " + Words.quoted(StoredText.cut(String($0.prefix(200)), 800)) } ?? ""
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
        case .notices(.acknowledge): "ack"
        case .notifier(.attach): "attach"
        case .notifier(.done): "done"
        case .push(let step): step.word
        case .token(.list), .hook(.list): "list"
        case .token(.revoke), .hook(.revoke): "revoke"
        case .hook(.new): "new"
        case .token(.doors): "doors"
        default: nil
        }
    }
}
