import DomoLanguage
import Glibc

/// A file that is there whole or not at all: it grows under the name `….part`, and takes its own name at the end.
final class NewFile {
    let path: String
    private let part: String
    private let replacesOld: Bool
    private let descriptor: CInt
    private var isDone = false

    /// - Parameter replacesOld: whether a file of that name may be there already.
    /// - Throws: `not-allowed`, `no-such-file` (no such folder), `bad-request` where there is a file already.
    init(path: String, replacesOld: Bool) throws(Fault) {
        self.path = path
        self.replacesOld = replacesOld
        part = path + ".part"
        try Self.checkTarget(path, replacesOld: replacesOld)
        // It tells who did what in a house, and is for its owner alone. What an earlier try left behind is taken over;
        // a link in its place is not followed, and a pipe not waited for.
        descriptor = open(part, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.fault(part) }
        var ownStatus = stat()
        var status = stat()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &ownStatus) == 0,
            lstat(part, &status) == 0, status.st_ino == ownStatus.st_ino, status.st_dev == ownStatus.st_dev
        else {
            isDone = true
            throw Fault(.busy, "\(part) is being written", hint: "another backup is under way; wait for its end")
        }
        guard ownStatus.st_mode & S_IFMT == S_IFREG else {
            isDone = true
            throw Fault(.badRequest, "\(part) is not a plain file", hint: "it is in the way; remove it")
        }
        guard ftruncate(descriptor, 0) == 0, fchmod(descriptor, 0o600) == 0 else { throw Self.fault(part) }
    }

    /// What was not finished is taken away.
    deinit {
        if descriptor >= 0 {
            if !isDone { unlink(part) }
            close(descriptor)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress!, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw Self.fault(part)
            }
        }
    }

    /// Waits until the file is on the disk, and gives it its name.
    func finish() throws(Fault) {
        guard fsync(descriptor) == 0 else { throw Self.fault(part) }
        try Self.checkTarget(path, replacesOld: replacesOld)
        guard rename(part, path) == 0 else { throw Self.fault(path) }
        isDone = true
        // The name, too, must outlive a loss of power.
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { throw Self.fault(folder) }
        defer { close(handle) }
        // Some file systems have nothing to do here, and say so.
        guard fsync(handle) == 0 || errno == EINVAL else { throw Self.fault(folder) }
    }

    private static func checkTarget(_ path: String, replacesOld: Bool) throws(Fault) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw Fault(.badRequest, "\(path) is a folder", hint: "name a file in it")
        }
        guard replacesOld else {
            throw Fault(.badRequest, "\(path) is there already", hint: "take another name, or replace it with --force")
        }
    }

    private static func fault(_ path: String) -> Fault {
        let error = errno
        let message = "\(path): \(String(cString: strerror(error)))"
        return switch error {
        case ENOENT, ENOTDIR: Fault(.noSuchFile, message, hint: "make the folder first")
        case EACCES, EPERM, EROFS: Fault(.notAllowed, message, hint: "take a folder that you may write to")
        case ENOSPC, EDQUOT: Fault(.badConfiguration, message, hint: "make room, or take another disk")
        case ELOOP: Fault(.badRequest, message, hint: "it is a link and in the way; remove it")
        case ENXIO: Fault(.badRequest, message, hint: "it is not a plain file and in the way; remove it")
        default: Fault(.badConfiguration, message)
        }
    }
}
