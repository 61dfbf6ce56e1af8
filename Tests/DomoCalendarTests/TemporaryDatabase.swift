import Foundation

@testable import DomoCalendar

/// A folder for zones, removed with its last reference.
final class TemporaryDatabase {
    let database: ZoneDatabase

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zoneinfo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = ZoneDatabase(folder: folder.path)
    }

    deinit { try? FileManager.default.removeItem(atPath: database.folder) }

    func path(_ name: String) -> String { "\(database.folder)/\(name)" }

    func write(_ bytes: [UInt8], _ name: String) throws {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }
}
