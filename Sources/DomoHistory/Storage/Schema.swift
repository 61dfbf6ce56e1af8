import DomoModel

/// The tables, and the version of the tables in a file.
struct Schema: Sendable {
    /// In the file's header (`PRAGMA application_id`): "domo" in ASCII.
    static let application = 0x646F_6D6F
    /// The first released version, which `tables` and `views` create.
    static let firstVersion = 4

    /// The migration steps, each from one version to the next, beginning with the first released one. A released step
    /// never changes.
    var steps = Self.released

    /// In the file's header (`PRAGMA user_version`): incremented with each change of the tables.
    var version: Int { Self.firstVersion + steps.count }

    /// Checks that the file belongs to domo, before anything in it is changed.
    ///
    /// - Returns: the version of its tables; 0 for an empty file.
    func version(of database: Database) throws -> Int {
        let application = Int(try database.integer("PRAGMA application_id") ?? 0)
        let version = Int(try database.integer("PRAGMA user_version") ?? 0)
        let tables = try database.integer("SELECT count(*) FROM sqlite_master") ?? 0
        if application == 0, version == 0, tables == 0 { return 0 }
        guard application == Self.application, version > 0 else { throw Problem.foreign }
        try check(version)
        return version
    }

    /// Prepares a connection for writing, and creates the tables in a new file.
    ///
    /// - Returns: the version of its tables, which may be an earlier one.
    func prepare(_ database: Database) throws -> Int {
        let found = try version(of: database)
        if found == 0 {
            // Before the first table: later it would need a VACUUM.
            try database.execute("PRAGMA auto_vacuum = INCREMENTAL")
        }
        try database.execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL;
            PRAGMA wal_autocheckpoint = 0;
            PRAGMA journal_size_limit = 8388608;
            PRAGMA cache_size = -8192;
            PRAGMA trusted_schema = OFF;
            """
        )
        if found == version { try addTypes(to: database) }
        guard found == 0 else { return found }
        try migrate(database)
        return version
    }

    /// Adds the types of newer versions of domo, which are only rows and don't change the version of the tables.
    private func addTypes(to database: Database) throws {
        let known = try Set(database.all("SELECT id FROM types") { $0[0] as Int })
        for type in FacetType.allCases where !known.contains(type.number) {
            try database.run("INSERT INTO types VALUES (?, ?)", type.number, type.word)
        }
    }

    /// Migrates the tables of an earlier version in one transaction: if it is interrupted, nothing has changed.
    func migrate(_ database: Database) throws {
        try database.transaction(.immediate) {
            let found = try version(of: database)
            guard found < version else { return }
            try create(in: database, from: found, to: version)
            try addTypes(to: database)
            try database.execute("PRAGMA application_id = \(Self.application); PRAGMA user_version = \(version)")
        }
    }

    /// Runs the steps from one version, or from an empty database (0), to another.
    func create(in database: Database, from found: Int = 0, to version: Int) throws {
        if found == 0 { try database.execute(Self.tables + Self.views) }
        for step in steps[(max(found, Self.firstVersion) - Self.firstVersion)..<(version - Self.firstVersion)] {
            try database.execute(step)
        }
    }

    /// Whether migrating takes less than about 200 ms: a step may change each order, which takes up to 50 µs on a small
    /// machine, and each change, which takes half of that.
    static func isMigrationShort(_ database: Database, maxOrders: Int) throws -> Bool {
        for (table, most) in [("orders", maxOrders), ("changes", maxOrders * 2)] {
            let count = try database.integer("SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT ?)", most + 1)
            guard count ?? 0 <= most else { return false }
        }
        return true
    }

    // MARK: Files that can't be used

    /// Checks the version of a file before it is opened for writing: a file that is refused is not changed, and no log
    /// appears beside it. All other problems are left to SQLite.
    func check(file: String) throws {
        if let header = header(of: file), header.application != 0 {
            guard header.application == Self.application else { throw Problem.foreign }
            try check(header.version)
        } else if FileIdentity.size(file + "-wal") > 0 {
            // The header is only in the log. Closing a connection that only reads doesn't move the log into the file.
            _ = try version(of: Database(file, .readOnly))
        }
    }

    private func check(_ version: Int) throws(Problem) {
        guard version >= Self.firstVersion else { throw .older(version: version) }
        guard version <= self.version else { throw .newer(version: version) }
    }

    /// - Returns: nil if the file has no header, or can't be read.
    private func header(of file: String) -> (version: Int, application: Int)? {
        // The offsets are in https://sqlite.org/fileformat.html, section 1.3.
        let (version, application, end) = (60, 68, 72)
        guard FileIdentity.size(file) >= end else { return nil }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FilePart.read(file, at: 0, count: end)
        } catch {
            // SQLite reports why.
            return nil
        }
        guard bytes.count == end, bytes.starts(with: "SQLite format 3\0".utf8) else { return nil }
        func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (number(at: version), number(at: application))
    }
}
