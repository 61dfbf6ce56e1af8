/// A period of time, and where the next page begins in a reply of several pages.
public struct Period: Equatable, Sendable {
    public var since: TimePoint?
    public var until: TimePoint?
    /// The `next` of the previous page.
    public var after: String?
    /// `history`: the maximum number of summaries of equal length for the whole period; nil for all entries.
    public var points: Int?

    /// The allowed number of points.
    public static let pointsRange = 1...1000

    public init(since: TimePoint? = nil, until: TimePoint? = nil, after: String? = nil, points: Int? = nil) {
        self.since = since
        self.until = until
        self.after = after
        self.points = points
    }
}

extension Period {
    /// - Parameter points: whether the verb has `--points`.
    init(_ arguments: Arguments, points: Bool = false) throws(UsageError) {
        self.init(
            since: try arguments.value("--since", TimePoint.init(argument:)),
            until: try arguments.value("--until", TimePoint.init(argument:)),
            after: arguments.value("--after"),
            points: points ? try arguments.value("--points", Self.readPoints) : nil
        )
    }

    private static func readPoints(_ text: String) throws(Fault) -> Int {
        guard let points = Int(text), pointsRange.contains(points) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a number of points",
                hint: "use \(pointsRange.lowerBound)–\(pointsRange.upperBound)"
            )
        }
        return points
    }

    var words: [String] {
        (since.map { ["--since", $0.text] } ?? []) + (until.map { ["--until", $0.text] } ?? [])
            + (after.map { ["--after", Words.quoted($0)] } ?? [])
            + (points.map { ["--points", String($0)] } ?? [])
    }
}
