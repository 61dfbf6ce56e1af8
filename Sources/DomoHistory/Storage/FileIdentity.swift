import Glibc

/// Which file it is, whatever its name.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// - Returns: nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }

    /// Makes the file where there is none, so that not everybody on the machine may read who was at home when.
    static func create(_ path: String, mode: mode_t) {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, mode)
        // Where it fails, SQLite knows better what is wrong.
        if descriptor >= 0 { close(descriptor) }
    }

    static func exists(_ path: String) -> Bool { FileIdentity(path) != nil }

    /// In bytes; 0 where there is none.
    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
