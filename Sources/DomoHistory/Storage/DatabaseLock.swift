import Glibc

/// Keeps two daemons from writing to one database: each would take the other's orders for those of an earlier life. The
/// kernel lets the lock go with the process, however it ends.
final class DatabaseLock {
    private let descriptor: Int32

    /// - Parameter file: the database; the lock is a file of its own beside it, which stays.
    /// - Throws: `Problem.inUse` where another one holds it, `Problem.lockIsLink` where it is a symbolic link, which would
    ///   lead to somebody else's file.
    /// - Returns: nil where there is no lock to take: the folder is at fault, as will be told when it is opened.
    init?(of file: String) throws {
        let path = file + ".lock"
        var descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o640)
        // On a disk that can be read only, the lock may be there from before.
        if descriptor < 0 { descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
        if descriptor < 0, errno == ELOOP { throw Problem.lockIsLink }
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(descriptor)
            guard reason == EWOULDBLOCK else { return nil }
            throw Problem.inUse
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}
