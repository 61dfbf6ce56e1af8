/// The verbs, in the order of the help.
public enum Verb: String, Sendable, CaseIterable {
    case list = "ls"
    case show, model, set, dim, toggle, off, watch, scene, scenes, run, calendar, record, script, plan, orders, why
    case history, log, stats, export, rename, backup, restore, audit, knx, token, hook, knock, claim, login, logout,
        notify, notices, notifier, push, status, doctor, reload
}

/// The table of verbs: the source of the parser, the help, the completion and the man pages.
enum VerbRows: PerVerb {}
