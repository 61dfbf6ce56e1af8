import DomoLanguage
import DomoSystem
import Glibc

/// A file of a backup, with its name in the archive.
enum SourceFile {
    /// The maximum size in bytes.
    private static let maxBytes = 64 << 20

    case read(name: String, bytes: [UInt8], mode: UInt32, time: Int64)
    case unreadable(path: String, reason: String)

    /// Reads the file. Root may read everything, but those who can write into the folder can't.
    ///
    /// - Parameter folder: the folder that it must not lead out of.
    init(path: String, below folder: String, name: String) {
        let descriptor: CInt
        do throws(FileBytes.Fault) {
            descriptor = try FolderFile.open(path, below: folder)
        } catch {
            self = .unreadable(path: path, reason: error.message)
            return
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            self = .unreadable(path: path, reason: String(cString: strerror(errno)))
            return
        }
        guard status.st_size <= Self.maxBytes, TarHeader.fits(name) else {
            self = .unreadable(path: path, reason: "it is too large, or its path is too long")
            return
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress! + length, $0.count - length)
            }
            if count == 0 { break }
            if count > 0 {
                length += count
            } else if errno != EINTR {
                self = .unreadable(path: path, reason: String(cString: strerror(errno)))
                return
            }
        }
        let time = Int64(status.st_mtim.tv_sec)
        self = .read(name: name, bytes: Array(bytes[..<length]), mode: status.st_mode & 0o777, time: time)
    }
}
