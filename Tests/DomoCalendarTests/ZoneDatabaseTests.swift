import Glibc
import Testing

@testable import DomoCalendar

@Suite struct ZoneDatabaseTests {
    @Test(arguments: [
        "UTC", "Europe/Madrid", "America/Argentina/ComodRivadavia", "Etc/GMT+12", "America/Port-au-Prince",
        "Africa/Porto-Novo", "GB-Eire", "EST5EDT",
    ])
    func databaseNamesAreValid(name: String) {
        #expect(ZoneDatabase.isName(name))
    }

    @Test(arguments: ["UTC", "Europe/Madrid", "America/Argentina/Buenos_Aires", "Etc/GMT+12"])
    func zoneHasTheRequestedName(name: String) {
        #expect(SystemTimeZone(name)?.name == name)
    }

    @Test(arguments: [
        "", "/", ".", "..", "../localtime", "Europe/../UTC", "Europe/..", "./UTC", "Europe/./Madrid", "/etc/localtime",
        "/usr/share/zoneinfo/UTC", "Europe//Madrid", "Europe/", "Europe/Madrid/", "Europe/Madrid\n", "UTC\u{0}",
        "\u{0}", "U\u{7F}TC", "Europe/Mad rid", " UTC", "Españia/Madrid", ":UTC", ".hidden", "Europe\\Madrid",
        "posixrules", "right/posixrules", "UTC~", "*", String(repeating: "a", count: 256),
    ])
    func otherNamesAreInvalid(name: String) {
        #expect(!ZoneDatabase.isName(name))
        #expect(SystemTimeZone(name) == nil)
    }

    /// Other files in the folder.
    @Test(arguments: [
        "tzdata.zi", "zone.tab", "zone1970.tab", "iso3166.tab", "leapseconds", "leap-seconds.list", "Europe",
        "America/Argentina", "Mars/Olympus", "europe/madrid",
        // Zones with leap seconds.
        "right/Europe/Madrid", "right/UTC",
    ])
    func otherFilesAreNotZones(name: String) {
        #expect(SystemTimeZone(name) == nil)
    }

    @Test func withoutADatabaseThereAreNoNames() {
        let database = ZoneDatabase(folder: "/nonexistent/zoneinfo")
        for name in ["UTC", "Europe/Madrid"] {
            #expect(SystemTimeZone(name, in: database) == nil)
        }
    }

    @Test func tooLongOrEndlessFilesAreRefused() throws {
        let folder = try TemporaryDatabase()
        let utc = ZoneFileBytes(block: .init()).bytes
        try folder.write(utc, "Short")
        try folder.write(utc + [UInt8](repeating: 0, count: ZoneFile.maxBytes), "Long")
        try folder.write([], "Empty")
        try #require(mkfifo(folder.path("Pipe"), 0o600) == 0)
        try folder.link("Loop", to: "Loop")
        try folder.link("Link", to: "Short")
        #expect(SystemTimeZone("Short", in: folder.database) != nil)
        #expect(SystemTimeZone("Link", in: folder.database) != nil)
        for name in ["Long", "Empty", "Pipe", "Loop", "Missing"] {
            #expect(SystemTimeZone(name, in: folder.database) == nil)
        }
    }
}
