import Glibc

/// Prevents two daemons from writing to one database: each would treat the other's orders as those of a previous run.
/// The kernel releases the lock when the process ends.
final class DatabaseLock {
    let descriptor: Int32

    /// - Parameter file: the database. The lock is a separate file beside it, which is never removed.
    /// - Throws: `Problem.inUse` if another process holds the lock, `Problem.lockIsLink` if it is a symbolic link,
    ///   which could point to another file.
    /// - Returns: nil if the lock file can't be opened: opening the database will report the problem.
    init?(of file: String) throws {
        let path = file + ".lock"
        var descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o640)
        // On a read-only disk, the lock file may already exist.
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
        // A child that was forked meanwhile has the file open until it runs its program, which would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
