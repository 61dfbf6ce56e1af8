import DomoModel
import Testing

@testable import DomoCalendar

@Suite struct MachineSettingsTests {
    private let folder: TemporaryDatabase
    private var machine: MachineSettings

    init() throws {
        folder = try TemporaryDatabase()
        machine = MachineSettings(
            variable: nil,
            localtimePath: folder.path("localtime"),
            namePath: folder.path("timezone"),
            database: folder.database
        )
        try folder.write(Self.zone(3600), "Domo/One")
        try folder.write(Self.zone(7200), "Domo/Two")
    }

    private static func zone(_ offset: Int32) -> [UInt8] { ZoneFileBytes(block: .init(offsets: [offset])).bytes }

    private func expect(
        _ name: String,
        _ offset: Int,
        _ machine: MachineSettings,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let zone = machine.zone
        #expect(zone.name == name, sourceLocation: sourceLocation)
        #expect(zone.offset(at: Timestamp(milliseconds: 0)) == offset, sourceLocation: sourceLocation)
    }

    @Test func variableOverridesTheFile() throws {
        try folder.link("localtime", to: folder.path("Domo/Two"))
        for (variable, name, offset) in [
            ("Domo/One", "Domo/One", 3600), (":Domo/One", "Domo/One", 3600),
            (folder.path("Domo/One"), "Domo/One", 3600), (":\(folder.path("Domo/One"))", "Domo/One", 3600),
            ("<+05>-5", "<+05>-5", 18_000), (":<+05>-5", "<+05>-5", 18_000),
            // The GNU C library treats unknown values as UTC, and the empty text too.
            ("", "UTC", 0), (":", "UTC", 0), ("Mars/Olympus", "UTC", 0), ("/nonexistent", "UTC", 0),
            ("Domo/../Domo/One", "UTC", 0),
        ] {
            var machine = machine
            machine.variable = variable
            expect(name, offset, machine)
        }
    }

    @Test func pathOutsideTheDatabaseIsNamedLocal() throws {
        let other = try TemporaryDatabase()
        try other.write(Self.zone(3600), "Domo/One")
        var machine = machine
        machine.variable = other.path("Domo/One")
        expect("local", 3600, machine)
    }

    @Test func fileIsUsedWithoutAVariable() throws {
        try folder.link("localtime", to: folder.path("Domo/Two"))
        expect("Domo/Two", 7200, machine)
    }

    /// As systemd sets it: timedatectl(1).
    @Test func theLinkMayBeRelative() throws {
        try folder.link("zoneinfo", to: folder.database.folder)
        try folder.link(
            "localtime",
            to: "../\(folder.database.folder.split(separator: "/").last ?? "")/zoneinfo/Domo/Two"
        )
        expect("Domo/Two", 7200, machine)
    }

    @Test func nameOfACopyIsTheWrittenOneIfItMatches() throws {
        try folder.write(Self.zone(7200), "localtime")
        expect("local", 7200, machine)
        try folder.write(Array("Domo/Two\n".utf8), "timezone")
        expect("Domo/Two", 7200, machine)
        for wrong in ["Domo/One\n", "", "\n", "Mars/Olympus\n", "../\(folder.path("Domo/Two"))\n"] {
            try folder.write(Array(wrong.utf8), "timezone")
            expect("local", 7200, machine)
        }
    }

    @Test func utcIsUsedWithoutAFile() throws {
        expect("UTC", 0, machine)
        try folder.write(Array("Domo/Two\n".utf8), "timezone")
        expect("UTC", 0, machine)
        try folder.write(Array("TZif".utf8), "localtime")
        expect("UTC", 0, machine)
    }

    @Test func fileOrUTCIsUsedWithoutADatabase() throws {
        var machine = machine
        machine.database = ZoneDatabase(folder: "/nonexistent/zoneinfo")
        machine.variable = "Domo/One"
        expect("UTC", 0, machine)
        machine.variable = nil
        try folder.write(Self.zone(7200), "localtime")
        expect("local", 7200, machine)
    }
}
