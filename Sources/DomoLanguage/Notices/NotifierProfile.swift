import DomoModel

/// What a notifier announces when it attaches: the names of its configuration, and when notices are sent. Addresses and
/// secrets stay with it.
public struct NotifierProfile: Equatable, Sendable {
    /// The targets of notices.
    public var targets: [String]
    /// Names that stand for several targets.
    public var groups: [String: [String]]
    /// The targets of the step `call`.
    public var calls: [String]
    public var quiet: [QuietHours]
    /// How long after a notice is raised, or after the quiet hours in which it waits, it may be sent.
    public var deadline: Duration
    /// How long after a notice another one of the same cause is only counted.
    public var window: Duration
    /// The public key of its Web Push messages (RFC 8292, section 3.2), in base64url; nil if it sends none.
    public var pushKey: String?
    /// Whether it knows, also after a restart of its own, which messages it has begun to send: then it is given again those
    /// whose outcome it has not reported.
    public var keepsLedger: Bool

    public static let deadlines: ClosedRange<Duration> = .seconds(10)...(.seconds(86_400))
    public static let windows: ClosedRange<Duration> = .zero...(.seconds(86_400))
    public static let usualDeadline: Duration = .seconds(3600)
    public static let usualWindow: Duration = .seconds(300)
    /// The maximum number of targets, groups and calls together.
    public static let maxNames = 256

    public init(
        targets: [String] = [],
        groups: [String: [String]] = [:],
        calls: [String] = [],
        quiet: [QuietHours] = [],
        deadline: Duration = usualDeadline,
        window: Duration = usualWindow,
        pushKey: String? = nil,
        keepsLedger: Bool = false
    ) {
        self.targets = targets
        self.groups = groups
        self.calls = calls
        self.quiet = quiet
        self.deadline = deadline
        self.window = window
        self.pushKey = pushKey
        self.keepsLedger = keepsLedger
    }

    /// The targets that a name stands for; nil if it is unknown.
    public func targets(named name: String) -> [String]? {
        targets.contains(name) ? [name] : groups[name]
    }
}

extension NotifierProfile {
    init(_ arguments: Arguments) throws(UsageError) {
        do throws(Fault) {
            self.init()
            for name in arguments.values("--target") { targets.append(try Self.name(name)) }
            for text in arguments.values("--group") { try addGroup(text) }
            for name in arguments.values("--call") { calls.append(try Self.name(name)) }
            for text in arguments.values("--quiet") { quiet.append(try QuietHours(word: text)) }
            if let text = arguments.value("--deadline") { deadline = try Self.duration(text, in: Self.deadlines) }
            if let text = arguments.value("--window") { window = try Self.duration(text, in: Self.windows) }
            pushKey = arguments.value("--push-key")
            keepsLedger = arguments.has("--keeps-ledger")
            guard targets.count + groups.count + calls.count <= Self.maxNames else {
                throw Fault(.badRequest, "a notifier has at most \(Self.maxNames) targets, groups and calls")
            }
        } catch {
            throw UsageError(column: 1, fault: error)
        }
    }

    private static func name(_ text: String) throws(Fault) -> String {
        try TargetName.check(text)
        return text
    }

    private mutating func addGroup(_ text: String) throws(Fault) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw Fault(.badRequest, "\"\(text.prefix(80))\" is not a group", hint: "write: NAME=TARGET,TARGET")
        }
        groups[try Self.name(parts[0])] = try TargetName.list(parts[1])
    }

    private static func duration(_ text: String, in range: ClosedRange<Duration>) throws(Fault) -> Duration {
        guard let duration = DurationText.read(text), range.contains(duration) else {
            let (first, last) = (DurationText.write(range.lowerBound), DurationText.write(range.upperBound))
            throw Fault(.badRequest, "\"\(text.prefix(80))\" is out of range", hint: "use \(first)–\(last)")
        }
        return duration
    }

    /// The words after `notifier`.
    var words: [String] {
        var words = ["attach"]
        for name in targets { words += ["--target", Words.quoted(name)] }
        for (name, members) in groups.sorted(by: { $0.key < $1.key }) {
            words += ["--group", Words.quoted("\(name)=\(members.joined(separator: ","))")]
        }
        for name in calls { words += ["--call", Words.quoted(name)] }
        for hours in quiet { words += ["--quiet", Words.quoted(hours.word)] }
        words += ["--deadline", DurationText.write(deadline), "--window", DurationText.write(window)]
        if keepsLedger { words.append("--keeps-ledger") }
        return words + (pushKey.map { ["--push-key", Words.quoted($0)] } ?? [])
    }
}
