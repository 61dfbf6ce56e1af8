import DomoModel
import Glibc

/// The file of the database, with its write-ahead log and shared-memory file.
struct DatabaseFile {
    private static let besides = ["", "-wal", "-shm"]

    let path: String

    init(_ path: String) { self.path = path }

    /// Whether the database is still to be created in this file, which can be written. Creates the file.
    var isEmpty: Bool {
        FileIdentity.create(path, mode: 0o640)
            && (Self.besides + ["-journal"]).allSatisfy { FileIdentity.size(path + $0) == 0 }
    }

    /// Renames the database, so that nothing is lost: `history.sqlite.damaged-20261120T210405Z`.
    ///
    /// - Returns: the new path.
    func putAside(as word: String, at time: Timestamp) throws -> String {
        let digits = time.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
        var kept = "\(path).\(word)-\(digits)Z"
        var count = 1
        while FileIdentity.exists(kept) {
            count += 1
            kept = "\(path).\(word)-\(digits)Z-\(count)"
        }
        try move(to: kept)
        return kept
    }

    /// Renames the log of a database that is gone: SQLite would apply it to the next database.
    func putLogAside(at time: Timestamp) throws {
        let digits = time.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
        for beside in Self.besides.dropFirst() where FileIdentity.exists(path + beside) {
            let kept = "\(path).moved-\(digits)Z\(beside)"
            guard rename(path + beside, kept) == 0 else { throw FileError(path: path + beside, number: errno) }
        }
    }

    /// Renames all files or none, replacing those at the other path.
    func move(to other: String) throws {
        var moved: [String] = []
        for beside in Self.besides where beside.isEmpty || FileIdentity.exists(path + beside) {
            guard rename(path + beside, other + beside) == 0 else {
                let failure = FileError(path: path + beside, number: errno)
                for beside in moved.reversed() { rename(other + beside, path + beside) }
                throw failure
            }
            moved.append(beside)
        }
    }

    var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The paths of all files in its folder; empty if the folder can't be read, which opening the database reports.
    var neighbours: [String] {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let begin = String(path[..<end])
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var paths: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            paths.append(begin + name)
        }
        return paths
    }

    func remove() {
        for beside in Self.besides + ["-journal"] { unlink(path + beside) }
    }
}

/// An error of the file system.
struct FileError: Error, CustomStringConvertible {
    var path: String
    var number: Int32

    var description: String { "\(path): \(String(cString: strerror(number)))" }
}
