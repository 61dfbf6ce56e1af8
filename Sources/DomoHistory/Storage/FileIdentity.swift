import Glibc

/// The identity of a file, independent of its name.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// - Returns: nil if there is no file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }

    /// Creates the file if it is missing, with a mode that keeps other users from reading it.
    ///
    /// - Returns: whether it can be read and written. If not, SQLite will report why.
    @discardableResult
    static func create(_ path: String, mode: mode_t) -> Bool {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, mode)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }

    static func exists(_ path: String) -> Bool { FileIdentity(path) != nil }

    /// The size in bytes; 0 if there is no file.
    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
