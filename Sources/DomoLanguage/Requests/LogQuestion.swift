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
        let most = Self.maxEntries
        let last = try arguments.value("--last") { text throws(Fault) in
            guard let last = Int(text), (1...most).contains(last) else {
                throw Fault(
                    .badRequest,
                    "\"\(text.prefix(80))\" is not a number of entries",
                    hint: "use 1–\(most)"
                )
            }
            return last
        }
        before = try arguments.value("--before") { text throws(Fault) in
            guard let number = UInt64(text), number > 0, number <= Int64.max else {
                throw Fault(
                    .badRequest,
                    "\"\(text.prefix(80))\" is not the number of an entry",
                    hint: "use a number that \"domo audit\" shows"
                )
            }
            return number
        }
        since = try arguments.value("--since", TimePoint.init(argument:))
        // With --since, all entries since then.
        self.last = last ?? (since == nil ? Self.defaultEntries : most)
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
