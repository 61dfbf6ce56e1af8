import DomoLanguage
import DomoModel

/// The program that sends the messages, as far as the engine knows it.
struct Notifier: Sendable {
    /// What the last one announced; nil before the first one.
    private(set) var profile: NotifierProfile?
    private(set) var isAttached = false
    /// When it attached or disconnected; nil before the first one.
    private(set) var changed: Instant?

    mutating func attach(_ new: NotifierProfile, at now: Instant) { (profile, isAttached, changed) = (new, true, now) }

    mutating func detach(at now: Instant) { (isAttached, changed) = (false, now) }

    /// The names that notices can be sent to; nil while none is attached.
    var names: [String]? { isAttached ? profile.map { $0.targets + $0.groups.keys.sorted() } : nil }

    var deadline: Duration { profile?.deadline ?? NotifierProfile.usualDeadline }
    var window: Duration { profile?.window ?? NotifierProfile.usualWindow }

    /// The targets of names, each once. A name that is unknown, or not known yet, stays.
    func targets(of names: [String]) -> [String] {
        var targets: [String] = []
        for name in names {
            for target in profile?.targets(named: name) ?? [name] where !targets.contains(target) {
                targets.append(target)
            }
        }
        return targets
    }

    /// - Throws: why it can't call a program.
    func requireCall(_ name: String) throws(Fault) {
        guard isAttached, let profile else { throw Self.isMissing }
        guard profile.calls.contains(name) else {
            throw Fault(
                .badConfiguration,
                "the notifier has no call named \"\(name)\"",
                hint: "add it to \"calls:\" in the configuration of domo-notify"
            )
        }
    }

    static let isMissing = Fault(
        .unreachable,
        "no notifier is attached",
        hint: "start domo-notify: systemctl start domo-notify"
    )
}
