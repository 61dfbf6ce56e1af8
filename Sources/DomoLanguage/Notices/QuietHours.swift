import DomoModel

/// Hours of the day in which notices wait that are not urgent.
public struct QuietHours: Equatable, Sendable {
    public var from: ClockTime
    /// Over midnight if it is earlier than `from`.
    public var until: ClockTime
    /// The names of targets; empty for all.
    public var targets: [String]

    public init(from: ClockTime, until: ClockTime, targets: [String] = []) {
        (self.from, self.until, self.targets) = (from, until, targets)
    }

    /// Whether they apply to a target.
    public func concern(_ target: String) -> Bool { targets.isEmpty || targets.contains(target) }

    /// `23:00-07:00`, `23:00-07:00=ana,luis`
    var word: String {
        "\(from.text)-\(until.text)" + (targets.isEmpty ? "" : "=\(targets.joined(separator: ","))")
    }

    init(word: String) throws(Fault) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let times = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { ClockTime(String($0)) }
        guard times.count == 2, let from = times[0], let until = times[1], from != until else {
            throw Fault(.badRequest, "\"\(word.prefix(80))\" are not quiet hours", hint: "write: 23:00-07:00=NAME,NAME")
        }
        let targets = parts.count == 2 ? try TargetName.list(String(parts[1])) : []
        self.init(from: from, until: until, targets: targets)
    }
}
