import DomoLanguage
import DomoSystem
import Glibc

/// A file that appears only when complete: it is written as `….part` and renamed at the end.
final class NewFile {
    let path: String
    private let part: String
    private let replacesOld: Bool
    private let descriptor: CInt
    private var isDone = false

    /// - Parameter replacesOld: whether to replace an existing file.
    /// - Throws: `not-allowed`, `no-such-file` (no such folder), or `bad-request` if the file exists.
    init(path: String, replacesOld: Bool) throws(Fault) {
        self.path = path
        self.replacesOld = replacesOld
        part = path + ".part"
        try Self.checkTarget(path, replacesOld: replacesOld)
        // The database has who did what in a house, so only the owner may read it. A partial file of an earlier try is
        // reused; a link is not followed, and a pipe does not block.
        descriptor = open(part, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.fault(part) }
        var ownStatus = stat()
        var status = stat()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &ownStatus) == 0,
            lstat(part, &status) == 0, status.st_ino == ownStatus.st_ino, status.st_dev == ownStatus.st_dev
        else {
            isDone = true
            throw Fault(.busy, "\(part) is being written", hint: "wait for the end of the other backup")
        }
        guard ownStatus.st_mode & S_IFMT == S_IFREG else {
            isDone = true
            throw Fault(.badRequest, "\(part) is not a plain file", hint: "remove it")
        }
        guard ftruncate(descriptor, 0) == 0, fchmod(descriptor, 0o600) == 0 else { throw Self.fault(part) }
    }

    /// Removes an incomplete file.
    deinit {
        if descriptor >= 0 {
            if !isDone { unlink(part) }
            close(descriptor)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
        guard Descriptor.write(bytes, to: descriptor) == nil else { throw Self.fault(part) }
    }

    /// Waits until the file is on the disk, and renames it.
    func finish() throws(Fault) {
        guard fsync(descriptor) == 0 else { throw Self.fault(part) }
        try Self.checkTarget(path, replacesOld: replacesOld)
        guard rename(part, path) == 0 else { throw Self.fault(path) }
        isDone = true
        // The rename, too, must survive a power cut.
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { throw Self.fault(folder) }
        defer { close(handle) }
        // Some file systems don't support this.
        guard fsync(handle) == 0 || errno == EINVAL else { throw Self.fault(folder) }
    }

    private static func checkTarget(_ path: String, replacesOld: Bool) throws(Fault) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw Fault(.badRequest, "\(path) is a folder", hint: "name a file in this folder")
        }
        guard replacesOld else {
            throw Fault(.badRequest, "\(path) already exists", hint: "choose another name, or replace it with --force")
        }
    }

    private static func fault(_ path: String) -> Fault {
        let error = errno
        let message = "\(path): \(String(cString: strerror(error)))"
        return switch error {
        case ENOENT, ENOTDIR: Fault(.noSuchFile, message, hint: "create the folder first")
        case EACCES, EPERM, EROFS: Fault(.notAllowed, message, hint: "choose a folder that you may write to")
        case ENOSPC, EDQUOT: Fault(.badConfiguration, message, hint: "free some space, or choose another disk")
        case ELOOP: Fault(.badRequest, message, hint: "it is a symbolic link; remove it")
        case ENXIO: Fault(.badRequest, message, hint: "it is not a plain file; remove it")
        default: Fault(.badConfiguration, message)
        }
    }
}
