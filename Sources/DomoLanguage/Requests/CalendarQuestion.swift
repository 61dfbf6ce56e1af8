import DomoModel

/// The parameters of `calendar`: which scenes, and which period.
public struct CalendarQuestion: Equatable, Sendable {
    /// A scene; or a house, sector or element, for the scenes that order something there; nil for all.
    public var name: String?
    /// Nil for now.
    public var from: TimePoint?
    public var length: Duration

    public init(name: String? = nil, from: TimePoint? = nil, length: Duration = defaultLength) {
        self.name = name
        self.from = from
        self.length = length
    }

    public static let defaultLength: Duration = .seconds(7 * 86_400)
    public static let lengths: ClosedRange<Duration> = .seconds(1)...(.seconds(400 * 86_400))
    /// The maximum number of entries in one reply.
    public static let maxEntries = 500
}

extension CalendarQuestion {
    init(_ arguments: Arguments) throws(UsageError) {
        self.init(
            name: arguments.operands.first,
            from: try arguments.value("--from", TimePoint.init(argument:)),
            length: try arguments.value("--for", Self.length) ?? Self.defaultLength
        )
    }

    private static func length(_ text: String) throws(Fault) -> Duration {
        guard let length = DurationText.read(text), lengths.contains(length) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a length of a calendar",
                hint: "use 1s–400d, such as 12h, 7d, 400d"
            )
        }
        return length
    }

    var words: [String] {
        (from.map { ["--from", $0.text] } ?? [])
            + (length == Self.defaultLength ? [] : ["--for", DurationText.write(length)])
            + (name.map { [Words.quoted($0)] } ?? [])
    }
}
