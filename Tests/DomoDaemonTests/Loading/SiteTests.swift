import DomoCalendar
import DomoEngine
import DomoLanguage
import DomoModel
import Testing

@testable import DomoDaemon

struct SiteTests {
    private struct Found: Equatable {
        var zone: String
        var latitude: Double?
        var longitude: Double?
        var warnings: [String] = []
    }

    private func site(_ location: Location?, _ place: Configuration.Place?) -> Found {
        var warnings: [String] = []
        let house = House(name: "A", location: location)
        let site = Catalog.Site(of: house, place: place, holidays: Holidays()) { warnings.append($0) }
        return Found(
            zone: site.clock.zone.name,
            latitude: site.sun?.latitude,
            longitude: site.sun?.longitude,
            warnings: warnings
        )
    }

    private let machine = Catalog.Site(of: House(name: "A"), place: nil, holidays: Holidays()) { _ in }.clock.zone.name
    private let configured = Configuration.Place(position: .init(latitude: 1, longitude: 2), zone: "Asia/Tokyo")

    @Test func withoutAPlaceTheMachinesTimeZoneIsUsed() {
        #expect(site(nil, nil) == Found(zone: machine))
        #expect(site(nil, Configuration.Place(holidays: "h")) == Found(zone: machine))
    }

    @Test func configurationFillsInWhatTheHouseLacks() {
        #expect(site(nil, configured) == Found(zone: "Asia/Tokyo", latitude: 1, longitude: 2))
        #expect(site(nil, Configuration.Place(zone: "Asia/Tokyo")) == Found(zone: "Asia/Tokyo"))
        let location = Location(latitude: 39.5, longitude: -0.4)
        #expect(site(location, configured) == Found(zone: "Asia/Tokyo", latitude: 39.5, longitude: -0.4))
    }

    @Test func houseFileTakesPrecedence() {
        let location = Location(latitude: 39.5, longitude: -0.4, timeZone: "Europe/Madrid")
        #expect(site(location, configured) == Found(zone: "Europe/Madrid", latitude: 39.5, longitude: -0.4))
    }

    @Test func unknownTimeZoneIsAWarning() {
        let location = Location(latitude: 39.5, longitude: -0.4, timeZone: "Europe/Madird")
        let warning = "the house \"A\": unknown time zone \"Europe/Madird\"; using \(machine)"
        #expect(
            site(location, nil) == Found(zone: machine, latitude: 39.5, longitude: -0.4, warnings: [warning])
        )
        #expect(site(location, configured).zone == "Asia/Tokyo")
    }

    @Test func loadIncludesSites() async throws {
        let files = try HouseFiles()
        let valencia = "latitud=\"39.5\" longitud=\"-0.4\" zona=\"Europe/Madrid\""
        try files.write("/a.xml", HouseFiles.house("A", place: valencia))
        try files.write("/b.xml", HouseFiles.house("B", place: valencia.replacing("Madrid", with: "Madird")))
        try files.write("/c.xml", HouseFiles.house("C"))
        let load = try await files.loader("/", places: ["C": configured, "D": configured]).load(.start)
        #expect(load.sites.map(\.clock.zone.name) == ["Europe/Madrid", machine, "Asia/Tokyo"])
        #expect(load.sites.map { $0.sun?.latitude } == [39.5, 39.5, 1])
        #expect(load.warnings.count == 2)
        #expect(load.warnings.first?.contains("\"Europe/Madird\"") == true)
        #expect(load.warnings.last?.contains("\"D\", but no house file has it") == true)
    }
}
