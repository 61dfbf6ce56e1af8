import DomoLanguage
import DomoSystem
import Glibc

/// An open folder, reached without following links that somebody other than root or the caller made: others can write
/// to some folders of domo, and must not lead root elsewhere.
final class SafeFolder {
    let path: String
    let descriptor: CInt
    /// The owner, the group and the permissions of the folder.
    let owner: (user: uid_t, group: gid_t)
    let mode: UInt32

    private init(path: String, descriptor: CInt) throws(Fault) {
        (self.path, self.descriptor) = (path, descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.fault(path) }
        (owner, mode) = ((status.st_uid, status.st_gid), status.st_mode & 0o7777)
    }

    deinit { close(descriptor) }

    /// Opens a folder by its absolute path.
    ///
    /// - Parameters:
    ///   - makes: whether folders that don't exist are made, each like the one that it is in; those of secrets are only
    ///     for their owner.
    ///   - mode: of the folder itself if it is made.
    static func open(_ path: String, makes: Bool, mode: UInt32? = nil) throws(Fault) -> SafeFolder {
        let root = Glibc.open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { throw fault("/") }
        var folder = try SafeFolder(path: "", descriptor: root)
        let parts = path.split(separator: "/").filter { $0 != "." }
        for (number, part) in parts.enumerated() {
            let isPrivate = ArchivePlace.secretFolders.contains(String(part))
            let own = number == parts.count - 1 ? mode : nil
            folder = try folder.folder(String(part), makes: makes, mode: own ?? (isPrivate ? 0o700 : nil))
        }
        return folder
    }

    private func folder(_ name: String, makes: Bool, mode: UInt32?) throws(Fault) -> SafeFolder {
        let whole = "\(path)/\(name)"
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        var found = openat(descriptor, name, flags | O_NOFOLLOW)
        if found < 0, errno == ENOENT, makes {
            guard mkdirat(descriptor, name, 0o700) == 0 else { throw Self.fault(whole) }
            found = openat(descriptor, name, flags | O_NOFOLLOW)
            guard found >= 0, fchown(found, owner.user, owner.group) == 0,
                fchmod(found, mode ?? self.mode & 0o2775) == 0
            else { throw Self.fault(whole) }
        } else if found < 0, errno == ELOOP || errno == ENOTDIR {
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK
            else {
                throw Fault(.badRequest, "\(whole) is not a folder", hint: "nothing was changed; move it away")
            }
            guard status.st_uid == 0 || status.st_uid == geteuid() else {
                throw Fault(
                    .notAllowed,
                    "\(whole) is a symbolic link of another user",
                    hint: "nothing was changed; remove it if you do not trust it"
                )
            }
            found = openat(descriptor, name, flags)
        }
        guard found >= 0 else { throw Self.fault(whole) }
        return try SafeFolder(path: whole, descriptor: found)
    }

    /// The owner of a plain file in the folder; nil if there is none.
    func owner(of name: String) -> (user: uid_t, group: gid_t)? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return (status.st_uid, status.st_gid)
    }

    func has(_ name: String) -> Bool { faccessat(descriptor, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }

    func rename(_ name: String, to other: SafeFolder, _ newName: String) throws(Fault) {
        guard renameat(descriptor, name, other.descriptor, newName) == 0 else { throw Self.fault("\(path)/\(name)") }
    }

    func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Waits until what was renamed is on the disk.
    func sync() { fsync(descriptor) }

    static func fault(_ path: String) -> Fault {
        let error = errno
        let message = "\(path): \(String(cString: strerror(error)))"
        return switch error {
        case EACCES, EPERM, EROFS: Fault(.notAllowed, message, hint: "run it as root")
        case ENOSPC, EDQUOT: Fault(.badConfiguration, message, hint: "free some space; nothing was changed")
        default: Fault(.badConfiguration, message, hint: "nothing was changed")
        }
    }
}
