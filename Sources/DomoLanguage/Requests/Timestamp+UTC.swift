import DomoModel

extension Timestamp {
    /// Parses a time in UTC, `2026-11-20T21:04:05Z` or `2026-11-20T21:04:05.123Z`; nil for anything else, and for years
    /// other than 1–9999.
    init?(utc text: some StringProtocol) {
        // RFC 3339 makes the fraction of the second optional.
        let isWhole = text.utf8.count == 20 && text.hasSuffix("Z")
        let time = isWhole ? Timestamp(rfc3339: "\(text.dropLast()).000Z") : Timestamp(rfc3339: text)
        guard let time, Self.calendar.contains(time) else { return nil }
        self = time
    }

    /// Reads `--until` of an order or scene. Clocks of different machines agree only on UTC.
    static func limit(_ text: String) throws(Fault) -> Timestamp {
        guard let time = Timestamp(utc: text) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a time in UTC",
                hint: "use 2026-11-20T21:04:05Z or 2026-11-20T21:04:05.123Z"
            )
        }
        return time
    }
}
