import DomoCalendar
import DomoModel
import Testing

/// `2026-11-21T22:30:00Z`
func time(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Timestamp {
    try #require(Timestamp(rfc3339: "\(text.dropLast()).000Z"), sourceLocation: sourceLocation)
}

func date(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> CivilDate {
    try #require(CivilDate(text), sourceLocation: sourceLocation)
}

func clock(_ zone: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> LocalClock {
    LocalClock(try #require(SystemTimeZone(zone), sourceLocation: sourceLocation))
}

extension Timestamp {
    /// What `time` parses.
    var text: String { "\(rfc3339.prefix(19))Z" }
}
