import DomoTestKit
import Foundation
import Testing

/// Who may read what the programs write: the modes do not depend on the umask under which they were started.
@Suite(.waits) struct FileModeTests {
    private static func mode(_ path: String) throws -> String {
        var status = stat()
        try #require(lstat(path, &status) == 0, "\(path): \(String(cString: strerror(errno)))")
        return String(status.st_mode & 0o7777, radix: 8)
    }

    /// `NAME MODE` of all that a folder holds, and of all below it.
    private static func modes(in folder: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        return try names.map { "\($0) \(try mode("\(folder)/\($0)"))" }
    }

    @Test func stateIsForItsOwnerAlone() throws {
        try Household.with { household in
            try household.folder.write("home.xml", Household.modelHouse)
            try household.startSimulator()
            let words = ["-c", "umask 0; exec \"$0\" \"$@\"", "\(Programs.folder)/domod"] + household.usual
            try household.adopt(try household.start("/bin/sh", words))
            expect(try household.domo("set", "Buzzer", "on"))
            expect(try household.domo("token", "new", "phone"))
            #expect(try Self.mode(household.state) == "700")
            // The folder keeps others out; the group may read a copy that root makes of the database.
            // The copies of the files come a moment after the start.
            let modes = try Self.modes(in: household.state).filter { !$0.hasPrefix("last-good") }
            #expect(
                modes == [
                    "history.sqlite 640", "history.sqlite-shm 640", "history.sqlite-wal 640", "history.sqlite.lock 640",
                    "lock 600", "notice-key 600", "order-numbers 600", "running 600",
                    "tokens 600",
                ]
            )
            #expect(try Self.mode(household.socket) == "660")

            let copy = "\(household.folder.path)/copy.sqlite"
            expect(
                try household.run("/bin/sh", ["-c", "umask 0; exec \"$0\" backup \(copy)", "\(Programs.folder)/domo"])
            )
            #expect(try Self.mode(copy) == "600")
        }
    }
}
