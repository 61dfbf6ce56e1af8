/// A table with an entry for every verb. Each entry may be in a file of its own.
public protocol PerVerb {
    associatedtype Entry

    static var list: Entry { get }
    static var show: Entry { get }
    static var model: Entry { get }
    static var set: Entry { get }
    static var dim: Entry { get }
    static var toggle: Entry { get }
    static var off: Entry { get }
    static var watch: Entry { get }
    static var scene: Entry { get }
    static var scenes: Entry { get }
    static var run: Entry { get }
    static var calendar: Entry { get }
    static var record: Entry { get }
    static var script: Entry { get }
    static var plan: Entry { get }
    static var orders: Entry { get }
    static var why: Entry { get }
    static var history: Entry { get }
    static var log: Entry { get }
    static var stats: Entry { get }
    static var export: Entry { get }
    static var rename: Entry { get }
    static var backup: Entry { get }
    static var restore: Entry { get }
    static var audit: Entry { get }
    static var knx: Entry { get }
    static var token: Entry { get }
    static var hook: Entry { get }
    static var knock: Entry { get }
    static var claim: Entry { get }
    static var login: Entry { get }
    static var logout: Entry { get }
    static var notify: Entry { get }
    static var notices: Entry { get }
    static var notifier: Entry { get }
    static var push: Entry { get }
    static var status: Entry { get }
    static var doctor: Entry { get }
    static var reload: Entry { get }
}

extension PerVerb {
    public static subscript(verb: Verb) -> Entry {
        switch verb {
        case .list: list
        case .show: show
        case .model: model
        case .set: set
        case .dim: dim
        case .toggle: toggle
        case .off: off
        case .watch: watch
        case .scene: scene
        case .scenes: scenes
        case .run: run
        case .calendar: calendar
        case .record: record
        case .script: script
        case .plan: plan
        case .orders: orders
        case .why: why
        case .history: history
        case .log: log
        case .stats: stats
        case .export: export
        case .rename: rename
        case .backup: backup
        case .restore: restore
        case .audit: audit
        case .knx: knx
        case .token: token
        case .hook: hook
        case .knock: knock
        case .claim: claim
        case .login: login
        case .logout: logout
        case .notify: notify
        case .notices: notices
        case .notifier: notifier
        case .push: push
        case .status: status
        case .doctor: doctor
        case .reload: reload
        }
    }
}
