import DomoCalendar
import DomoLanguage
import DomoModel
import Testing

@testable import DomoEngine

/// `2026-11-21T22:30:00Z`
func time(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Timestamp {
    try #require(Timestamp(rfc3339: "\(text.dropLast()).000Z"), sourceLocation: sourceLocation)
}

func date(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> CivilDate {
    try #require(CivilDate(text), sourceLocation: sourceLocation)
}

/// `02:30`
func clockTime(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> ClockTime {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    return try #require(ClockTime(hour: parts[0], minute: parts[1]), sourceLocation: sourceLocation)
}

func site(
    _ zone: String,
    sun: Sun? = nil,
    holidays: Holidays = Holidays(),
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Catalog.Site {
    let zone = try #require(SystemTimeZone(zone), sourceLocation: sourceLocation)
    return Catalog.Site(clock: LocalClock(zone), sun: sun, holidays: holidays)
}

extension Sun {
    static let madrid = Sun(latitude: 40.4168, longitude: -3.7038)
    static let reykjavik = Sun(latitude: 64.1466, longitude: -21.9426)
    static let tromso = Sun(latitude: 69.6492, longitude: 18.9553)
}

extension Trigger {
    init(_ kind: Kind) { self.init(kind, at: Script.Position(line: 1, column: 1)) }

    static func at(_ text: String, _ days: Days = .every) throws -> Trigger {
        Trigger(.at(.clock(try clockTime(text)), days))
    }

    static func at(_ event: SunEvent, offset: Duration = .zero, _ days: Days = .every) -> Trigger {
        Trigger(.at(.sun(event, offset: offset, notBefore: nil, notAfter: nil), days))
    }
}

extension CalendarPage {
    init(
        _ scenes: [(name: String, triggers: [Trigger], site: Catalog.Site)],
        from: Timestamp,
        until: Timestamp,
        maxEntries: Int
    ) {
        let entries = scenes.map { scene in
            var script = Script()
            script.triggers = scene.triggers
            return SceneBook.Entry(name: scene.name, file: nil, script: script, site: scene.site)
        }
        self.init(entries, from: from, until: until, maxEntries: maxEntries)
    }
}

extension Timestamp {
    /// What `time` parses.
    var text: String { "\(rfc3339.prefix(19))Z" }
}

extension Occurrences {
    /// The next starts.
    func next(_ count: Int, after time: Timestamp) -> [Occurrence] {
        var found: [Occurrence] = []
        while found.count < count, let one = next(after: found.last?.moment ?? time) { found.append(one) }
        return found
    }
}
