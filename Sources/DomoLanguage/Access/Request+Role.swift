// What a request takes of whoever makes it.

extension Request {
    /// The least role that may make it.
    public var role: Role {
        switch self {
        case .list, .show, .watch, .scenes, .calendar, .status, .orders, .history, .stats: .read
        case .order, .scene, .sceneStop, .run: .act
        case .record, .reload, .export, .backup, .restore: .manage
        }
    }

    /// Whether it concerns all houses at once, so that a role limited to some places does not suffice.
    public var needsAllPlaces: Bool {
        switch self {
        case .export, .backup, .restore: true
        case .list, .show, .watch, .scenes, .calendar, .status, .orders, .history, .stats, .order, .scene, .sceneStop,
            .run, .record, .reload:
            false
        }
    }

    /// The verb and whom or what it names, without any value: what may be logged of it.
    public var subject: String {
        let (verb, name): (String, String?) =
            switch self {
            case .list(let path, recursive: _): ("ls", path)
            case .show(let element): ("show", element)
            case .order(let order): (order.wish.verb, order.element)
            case .watch(let path): ("watch", path)
            case .scene(let name, explain: _, tag: _): ("scene", name)
            case .sceneStop(let name, tag: _): ("scene stop", name)
            case .scenes: ("scenes", nil)
            case .run(let name, lines: _, explain: _, tag: _): ("run", name)
            case .calendar(let question): ("calendar", question.name)
            case .record(.begin(let name)): ("record", name)
            case .record(.stop): ("record stop", nil)
            case .status: ("status", nil)
            case .reload: ("reload", nil)
            case .orders(let element, last: _): ("orders", element)
            case .history(let element, _): ("history", element)
            case .stats(let path): ("stats", path)
            case .export: ("export", nil)
            case .backup: ("backup", nil)
            case .restore: ("restore", nil)
            }
        return name.map { "\(verb) \(Words.quoted(String($0.prefix(200))))" } ?? verb
    }
}

extension Order.Wish {
    fileprivate var verb: String {
        switch self {
        case .value: "set"
        case .level: "dim"
        case .toggle: "toggle"
        }
    }
}
