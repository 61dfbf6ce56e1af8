import DomoLanguage
import DomoModel
import DomoSystem
import Glibc

extension HealthView {
    /// Returns a copy with the disk, the oldest and the newest record and the last backup of the database. What can't be read is left
    /// out: the status shows why.
    func completed(_ file: String, backup: Timestamp?, _ access: ReadAccess) -> HealthView {
        var health = self
        health.backup = backup
        health.disk = Disk(ofFile: file)
        do {
            (health.oldest, health.newest) = try access.read { (try Self.oldest(in: $0), try Self.newest(in: $0)) }
        } catch {
            (health.oldest, health.newest) = (nil, nil)
        }
        return health
    }

    /// The first row of each element and type is looked up separately, which is fast because of the order of the rows.
    private static func oldest(in database: Database) throws -> Timestamp? {
        let firsts = FacetType.allCases.flatMap { type in
            [("changes", "time"), ("summaries", "start")].map { table, column in
                """
                SELECT (SELECT \(column) FROM \(table) WHERE element = elements.id AND type = \(type.number)
                ORDER BY \(column) LIMIT 1) AS first FROM elements
                """
            }
        }
        let oldest = try database.integer("SELECT min(first) FROM (\(firsts.joined(separator: " UNION ALL ")))")
        return oldest.map { Timestamp(stored: $0) }
    }
}

extension HealthView {
    private static func newest(in database: Database) throws -> Timestamp? {
        try ["SELECT max(time) FROM changes", "SELECT max(requested) FROM orders"]
            .compactMap { try database.integer($0) }.max().map(Timestamp.init(stored:))
    }
}

extension HealthView.Disk {
    /// The file system of a file; nil if unknown.
    init?(ofFile file: String) {
        let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
        var status = statvfs()
        guard statvfs(folder.isEmpty ? "/" : folder, &status) == 0 else { return nil }
        let block = UInt64(status.f_frsize)
        self.init(
            folder: folder,
            free: Int(clamping: UInt64(status.f_bavail) * block),
            total: Int(clamping: UInt64(status.f_blocks) * block)
        )
    }
}
