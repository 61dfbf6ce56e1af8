import DomoLanguage

/// What `domo-notify` is told by its file.
struct NotifyConfiguration: Equatable, Sendable {
    /// The address of the page, for links that acknowledge a notice.
    var page: WebAddress?
    /// Whom push services may contact (RFC 8292, section 2.1): a `mailto:` or `https:` URL.
    var contact: String?
    var targets: [String: Target] = [:]
    var groups: [String: [String]] = [:]
    var calls: [String: WebRequest] = [:]
    var quiet: [QuietHours] = []
    var deadline = NotifierProfile.usualDeadline
    var window = NotifierProfile.usualWindow
    var system = SystemRules()
    /// Beside those that are known.
    var pushServices: [PushService] = []
    /// For people; they don't keep it from being used.
    var warnings: [String] = []

    /// For the log.
    var count: String { "targets: \(targets.count), calls: \(calls.count)" }

    /// What the daemon is told of it.
    ///
    /// - Parameter pushKey: the public key for Web Push.
    func profile(pushKey: String?, keepsLedger: Bool) -> NotifierProfile {
        let pushes = targets.values.contains { target in if case .push = target { true } else { false } }
        return NotifierProfile(
            targets: targets.keys.sorted(),
            groups: groups,
            calls: calls.keys.sorted(),
            quiet: quiet,
            deadline: deadline,
            window: window,
            pushKey: pushes ? pushKey : nil,
            keepsLedger: keepsLedger
        )
    }
}
