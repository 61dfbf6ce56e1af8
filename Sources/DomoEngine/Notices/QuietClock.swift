import DomoCalendar
import DomoLanguage
import DomoModel

/// When quiet hours end, by the clock of the house.
struct QuietClock {
    /// Nil without a house: then there are no quiet hours.
    let site: Catalog.Site?

    /// - Returns: nil if it is not quiet for the target now.
    func endOfQuiet(for target: String, in quiet: [QuietHours], at now: Instant) -> Instant? {
        guard let site else { return nil }
        var latest: Instant?
        for hours in quiet where hours.concern(target) {
            let (from, until) = (TimeOfDay.clock(hours.from), TimeOfDay.clock(hours.until))
            guard TimeOfDay.isBetween(from, until, at: now.wall, site: site) == true else { continue }
            let today = site.clock.date(at: now.wall)
            let ends = (0...1).compactMap { until.occurrence(on: today.adding(days: $0), site: site)?.moment }
            guard let end = ends.first(where: { $0 > now.wall }) else { continue }
            let moment = now + (end - now.wall)
            latest = latest.map { max($0, moment) } ?? moment
        }
        return latest
    }
}
