/// Which entries of the log of the house to list.
public struct HouseLogQuestion: Equatable, Sendable {
    public static let defaultEntries = 50
    public static let maxEntries = 1000

    /// A house, a sector or an element; nil for all houses.
    public var path: String?
    public var last: Int
    /// The `next` of the page before.
    public var before: String?
    public var since: TimePoint?
    public var until: TimePoint?
    /// Empty for all.
    public var kinds: [HouseLogEntry.Kind]

    public init(
        path: String? = nil,
        last: Int = defaultEntries,
        before: String? = nil,
        since: TimePoint? = nil,
        until: TimePoint? = nil,
        kinds: [HouseLogEntry.Kind] = []
    ) {
        self.path = path
        self.last = last
        self.before = before
        self.since = since
        self.until = until
        self.kinds = kinds
    }

    init(_ arguments: Arguments) throws(UsageError) {
        path = arguments.operands.first
        let last = try arguments.count("--last", of: "entries", upTo: Self.maxEntries)
        before = arguments.value("--before")
        since = try arguments.value("--since", TimePoint.init(argument:))
        until = try arguments.value("--until", TimePoint.init(argument:))
        // With --since, all entries since then.
        self.last = last ?? (since == nil ? Self.defaultEntries : Self.maxEntries)
        kinds = try arguments.value("--kind", Self.kinds) ?? []
    }

    /// Reads kinds separated by commas.
    private static func kinds(_ text: String) throws(Fault) -> [HouseLogEntry.Kind] {
        var kinds: [HouseLogEntry.Kind] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = HouseLogEntry.Kind(rawValue: String(word)) else {
                throw Fault(
                    .badRequest,
                    "\"\(word.prefix(80))\" is not a kind of entry",
                    hint: "use one of: " + HouseLogEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                        + "; or several, with commas"
                )
            }
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds
    }

    var words: [String] {
        var words: [String] = []
        if last != (since == nil ? Self.defaultEntries : Self.maxEntries) { words += ["--last", String(last)] }
        if let before { words += ["--before", Words.quoted(before)] }
        if let since { words += ["--since", since.text] }
        if let until { words += ["--until", until.text] }
        if !kinds.isEmpty { words += ["--kind", kinds.map(\.rawValue).joined(separator: ",")] }
        if let path { words.append(Words.quoted(path)) }
        return words
    }
}

/// `history --from CURSOR [PATH]`: records of all elements, in the order of writing.
public struct RecordsQuestion: Equatable, Sendable {
    /// The first record that is kept.
    public static let start = "start"
    /// After the last record.
    public static let now = "now"

    /// The `next` of an earlier reply, `start` or `now`.
    public var from: String
    /// A house, a sector or an element; nil for all houses.
    public var path: String?

    public init(from: String, path: String? = nil) {
        self.from = from
        self.path = path
    }

    var words: [String] { ["--from", Words.quoted(from)] + (path.map { [Words.quoted($0)] } ?? []) }
}
