import DomoTestKit
import Foundation
import Testing

/// A daemon whose clock the test sets.
struct SetClock {
    /// Its path contains the machine's architecture; nil if it is not installed.
    static let library: String? = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        return names.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }.first { access($0, R_OK) == 0 }
    }()

    let household: Household

    private var file: String { "\(household.folder.path)/clock" }

    /// Sets the offset from the real time, in seconds.
    func set(_ offset: Int) throws {
        let text = offset < 0 ? "\(offset)\n" : "+\(offset)\n"
        // Atomically, because it is read repeatedly.
        try household.folder.write("clock.new", text)
        try #require(rename(file + ".new", file) == 0)
    }

    /// - Parameter program: the whole command.
    func start(_ command: [String]) throws {
        let settings = [
            "LD_PRELOAD": Self.library ?? "", "FAKETIME_TIMESTAMP_FILE": file, "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "TZ": "UTC",
        ]
        // Through another program: libfaketime changes the environment of the first program, and a Swift program
        // then does not find its arguments.
        try household.adopt(household.start("/usr/bin/env", command, environment: settings))
    }
}
