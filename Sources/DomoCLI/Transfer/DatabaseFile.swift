import DomoLanguage
import Glibc

/// The file to restore.
final class DatabaseFile {
    let path: String
    /// The length of the database when the file was opened.
    let bytes: Int
    /// Whether the database is the first file of an archive, as written by `domo backup`.
    let isInArchive: Bool
    /// The offset of the database.
    private let start: Int
    private let descriptor: CInt

    /// - Throws: `no-such-file`, `not-allowed`, `bad-database`.
    init(path: String) throws(Fault) {
        self.path = path
        // Don't block on a pipe.
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let error = errno
            let message = "\(path): \(String(cString: strerror(error)))"
            throw error == EACCES || error == EPERM
                ? Fault(.notAllowed, message, hint: "choose a file that you may read")
                : Fault(.noSuchFile, message, hint: "use a file made by \"domo backup\"")
        }
        var status = stat()
        let isPlain = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        let size = isPlain ? Int(status.st_size) : 0
        let header = isPlain ? TarHeader.sizeOfDatabase(in: Self.begin(of: descriptor)) : nil
        isInArchive = header != nil
        start = header == nil ? 0 : TarHeader.length
        bytes = header ?? size
        guard isPlain else {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            throw Fault(
                .badDatabase,
                "\(path) is \(isFolder ? "a folder" : "not a plain file")",
                hint: "use a file made by \"domo backup\""
            )
        }
        guard try read(at: 0, atMost: Transfer.magic.count) == Transfer.magic, start + bytes <= size else {
            throw Fault(
                .badDatabase,
                "\(path) is not a database or archive of domo, or is truncated",
                hint: "use a file made by \"domo backup\""
            )
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private static func begin(of descriptor: CInt) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: TarHeader.length) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress!, TarHeader.length, 0))
        }
    }

    /// - Parameter offset: from the start of the database.
    /// - Returns: fewer bytes than requested only at the end of the file.
    func read(at offset: Int, atMost count: Int) throws(Fault) -> [UInt8] {
        var error: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let part = pread(
                    descriptor,
                    buffer.baseAddress! + filled,
                    count - filled,
                    off_t(start + offset + filled)
                )
                if part > 0 {
                    filled += part
                } else if part == 0 {
                    return
                } else if errno != EINTR {
                    error = errno
                    return
                }
            }
        }
        guard error == 0 else { throw Fault(.noSuchFile, "\(path): \(String(cString: strerror(error)))") }
        return bytes
    }
}
