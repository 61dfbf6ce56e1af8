/// Which entries of the log to list.
public struct LogQuestion: Equatable, Sendable {
    public static let defaultEntries = 50
    public static let maxEntries = 1000

    public var last: Int
    /// Only entries with lower numbers than this.
    public var before: UInt64?
    public var since: TimePoint?
    /// Empty for all.
    public var kinds: [LogEntry.Kind]

    public init(
        last: Int = defaultEntries,
        before: UInt64? = nil,
        since: TimePoint? = nil,
        kinds: [LogEntry.Kind] = []
    ) {
        self.last = last
        self.before = before
        self.since = since
        self.kinds = kinds
    }

    init(_ arguments: Arguments) throws(UsageError) {
        let last = try arguments.count("--last", of: "entries", upTo: Self.maxEntries)
        before = try arguments.number("--before", of: "an entry", shownBy: "domo audit")
        since = try arguments.value("--since", TimePoint.init(argument:))
        // With --since, all entries since then.
        self.last = last ?? (since == nil ? Self.defaultEntries : Self.maxEntries)
        kinds =
            try arguments.value("--kind") { text throws(Fault) in
                guard let kind = LogEntry.Kind(rawValue: text) else {
                    throw Fault(
                        .badRequest,
                        "\"\(text.prefix(80))\" is not a kind of entry",
                        hint: "use one of: " + LogEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                    )
                }
                return [kind]
            } ?? []
    }

    var words: [String] {
        (last == (since == nil ? Self.defaultEntries : Self.maxEntries) ? [] : ["--last", String(last)])
            + (before.map { ["--before", String($0)] } ?? []) + (since.map { ["--since", $0.text] } ?? [])
            + kinds.flatMap { ["--kind", $0.rawValue] }
    }
}
