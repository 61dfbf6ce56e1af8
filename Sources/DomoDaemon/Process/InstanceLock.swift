import DomoLanguage
import Glibc

/// Ensures that only one daemon uses a socket or a folder. The kernel releases the lock when the process ends, however
/// it ends.
final class InstanceLock: Sendable {
    private let file: Int32

    /// - Parameters:
    ///   - path: the lock file, which is never removed. A symbolic link is refused: it could lead to another user's
    ///     file.
    ///   - what: what the lock guards, for people.
    convenience init(_ path: String, guarding what: String) throws(StartFault) {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw StartFault(
                .badConfiguration,
                "can't create the lock file \(path): \(String(cString: strerror(errno)))",
                hint: "run domod as a user who may write there, or choose another place with --socket and --state"
            )
        }
        try self.init(locking: file, guarding: what)
    }

    /// A lock in a folder that may be read-only or on a full disk; then the daemon starts without it.
    ///
    /// - Returns: nil if the lock file can't be created; `errno` has the reason.
    static func ifPossible(_ path: String, guarding what: String) throws(StartFault) -> InstanceLock? {
        var file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file < 0 else { return try InstanceLock(locking: file, guarding: what) }
        let reason = errno
        guard [EROFS, EACCES, ENOSPC, EDQUOT].contains(reason) else { return try InstanceLock(path, guarding: what) }
        file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file < 0 else { return try InstanceLock(locking: file, guarding: what) }
        errno = reason
        return nil
    }

    private init(locking file: Int32, guarding what: String) throws(StartFault) {
        self.file = file
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            throw StartFault(
                .unreachable,
                "another domod is using \(what)",
                hint: "stop it first (systemctl stop domod), or give this one a --socket and a --state of its own"
            )
        }
    }

    deinit {
        close(file)
    }
}
