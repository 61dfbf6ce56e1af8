import DomoCalendar
import DomoEngine
import DomoLanguage
import DomoModel

extension Catalog.Site {
    /// The location of a house: from its file, else from the configuration, else the machine's time zone without a sun.
    ///
    /// - Parameter warn: called for an unknown time zone.
    init(of house: House, place: Configuration.Place?, holidays: Holidays, warn: (String) -> Void) {
        var zone: any TimeZoneRules = SystemTimeZone.current
        let configured = place?.zone.flatMap { SystemTimeZone($0) }
        if let name = house.location?.timeZone {
            if let known = SystemTimeZone(name) {
                zone = known
            } else {
                zone = configured ?? zone
                warn("the house \"\(house.name)\": unknown time zone \"\(name)\"; using \(zone.name)")
            }
        } else if let configured {
            zone = configured
        }
        let sun =
            house.location.map { Sun(latitude: $0.latitude, longitude: $0.longitude) }
            ?? place?.position.map { Sun(latitude: $0.latitude, longitude: $0.longitude) }
        self.init(clock: LocalClock(zone), sun: sun, holidays: holidays)
    }
}
