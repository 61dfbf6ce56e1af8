internal import Glibc

/// A folder with a file per zone: `Europe/Madrid`.
struct ZoneDatabase {
    /// Without a trailing slash.
    var folder: String

    /// The folder in the environment variable TZDIR, as for the GNU C library, or that of the Debian package tzdata.
    static var system: ZoneDatabase {
        let folder = getenv("TZDIR").map { String(cString: $0) } ?? ""
        return ZoneDatabase(folder: folder.isEmpty ? "/usr/share/zoneinfo" : folder)
    }

    /// - Returns: nil for an invalid or unknown name, and for a damaged file.
    func rules(named name: String) -> ZoneRules? {
        Self.isName(name) ? Self.rules(path: "\(folder)/\(name)") : nil
    }

    static func rules(path: String) -> ZoneRules? {
        readFile(path, maxBytes: ZoneFile.maxBytes).flatMap { ZoneFile.rules($0) }
    }

    /// Allows letters, digits and the other characters in database names, but no path that leads out of the folder:
    /// names come from house files, and those may come from anywhere.
    static func isName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isWritten = parts.allSatisfy { part in
            guard let first = part.first, first != UInt8(ascii: ".") else { return false }
            return part.allSatisfy {
                (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "+-_.".utf8.contains($0)
            }
        }
        // The default rules for POSIX strings, stored in the form of a zone.
        return isWritten && name.utf8.count <= 255 && parts.last?.elementsEqual("posixrules".utf8) == false
    }

    /// - Returns: nil if it can't be read, is not a regular file, or is longer.
    static func readFile(_ path: String, maxBytes: Int) -> [UInt8]? {
        // Opening a pipe would block.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maxBytes else {
            return nil
        }
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            while count < buffer.count {
                let length = read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if length < 0, errno == EINTR { continue }
                isRead = length >= 0
                if length <= 0 { return }
                count += length
            }
        }
        return isRead ? bytes : nil
    }
}
