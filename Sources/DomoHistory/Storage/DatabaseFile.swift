import DomoModel
import Glibc

/// The database's file with the two that SQLite keeps beside it.
struct DatabaseFile {
    private static let besides = ["", "-wal", "-shm"]

    let path: String

    init(_ path: String) { self.path = path }

    /// Renames it, so that nothing is lost: `history.sqlite.damaged-20261120T210405Z`.
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

    /// Renames the log of a file that is no longer here: SQLite would take it for that of the next one.
    func putLogAside(at time: Timestamp) throws {
        let digits = time.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
        for beside in Self.besides.dropFirst() where FileIdentity.exists(path + beside) {
            let kept = "\(path).moved-\(digits)Z\(beside)"
            guard rename(path + beside, kept) == 0 else { throw FileTrouble(path: path + beside, number: errno) }
        }
    }

    /// Renames it, whole or not at all; what is at the other path is replaced.
    func move(to other: String) throws {
        var moved: [String] = []
        for beside in Self.besides where beside.isEmpty || FileIdentity.exists(path + beside) {
            guard rename(path + beside, other + beside) == 0 else {
                let trouble = FileTrouble(path: path + beside, number: errno)
                for beside in moved.reversed() { rename(other + beside, path + beside) }
                throw trouble
            }
            moved.append(beside)
        }
    }

    var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// All that lies in its folder. Of a folder that can't be read nothing is: opening the database says what is wrong.
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

/// What the file system says, in its own words.
struct FileTrouble: Error, CustomStringConvertible {
    var path: String
    var number: Int32

    var description: String { "\(path): \(String(cString: strerror(number)))" }
}
