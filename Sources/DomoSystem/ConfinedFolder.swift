import Glibc

/// An open folder in which another user may write. Nothing in it is reached through a link, only plain files are opened,
/// and no open waits: a pipe, a link or another folder put there leads nowhere. What is renamed meanwhile changes nothing,
/// because paths are not looked up again.
public struct ConfinedFolder: ~Copyable {
    private let descriptor: CInt

    /// - Throws: also if the last component of the path is a link.
    public init(_ path: String) throws(FileBytes.Fault) { try self.init(AT_FDCWD, path) }

    /// The folder that contains a path; that one may be a link.
    public init(parentOf path: String) throws(FileBytes.Fault) {
        try self.init(AT_FDCWD, path.parentFolder == "/" ? "/" : "\(path.parentFolder)/")
    }

    private init(_ folder: CInt, _ name: String) throws(FileBytes.Fault) {
        let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last() }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private func status() throws(FileBytes.Fault) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last() }
        return status
    }

    public func owner() throws(FileBytes.Fault) -> FileOwner {
        let status = try status()
        return FileOwner(user: status.st_uid, group: status.st_gid)
    }

    /// The permissions, as in `0o750`.
    public func mode() throws(FileBytes.Fault) -> UInt32 { try status().st_mode & 0o7777 }

    /// Whose the files must be that this process writes here: root gives them to the owner of the folder. Nil if this
    /// process can't choose, or need not.
    public func ownerToGive() throws(FileBytes.Fault) -> FileOwner? { geteuid() == 0 ? try owner() : nil }

    /// Changes the owner and the permissions of the folder.
    public func give(to owner: FileOwner, mode: UInt32) throws(FileBytes.Fault) {
        guard fchown(descriptor, owner.user, owner.group) == 0, fchmod(descriptor, mode) == 0 else { throw .last() }
    }

    public func names() throws(FileBytes.Fault) -> [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let names = FileStatus.names(inFolder: copy) else { throw .last() }
        return names.sorted()
    }

    // MARK: - Folders in it

    /// - Returns: nil if there is no such folder.
    public func folder(_ name: String) throws(FileBytes.Fault) -> ConfinedFolder? {
        do throws(FileBytes.Fault) {
            return try ConfinedFolder(descriptor, name)
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }

    /// A folder for its owner alone, which is made unless it is there.
    ///
    /// - Parameter owner: to give a new one to.
    public func makeFolder(_ name: String, owner: FileOwner?) throws(FileBytes.Fault) -> ConfinedFolder {
        let isNew = mkdirat(descriptor, name, 0o700) == 0
        guard isNew || errno == EEXIST else { throw .last() }
        let folder = try ConfinedFolder(descriptor, name)
        if isNew, let owner { try folder.give(to: owner, mode: 0o700) }
        return folder
    }

    // MARK: - Files in it

    /// - Returns: nil if there is no such file.
    public func read(_ name: String, maxBytes: Int) throws(FileBytes.Fault) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.fault()
        }
        defer { close(file) }
        try Self.checkIsPlain(file)
        return try FileBytes.read(file, maxBytes: maxBytes)
    }

    /// Replaces a file atomically.
    ///
    /// - Parameter owner: to give the new file to; nil for this process.
    public func replace(
        _ name: String,
        with bytes: [UInt8],
        owner: FileOwner?,
        mode: UInt32 = 0o600
    ) throws(FileBytes.Fault) {
        let draft = "\(name).new"
        // What is there may be a link to a file of somebody else, or left by an earlier run.
        guard unlinkat(descriptor, draft, 0) == 0 || errno == ENOENT else { throw .last() }
        let file = openat(descriptor, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .last() }
        do throws(FileBytes.Fault) {
            try FileBytes.write(bytes, to: file)
            if let owner, fchown(file, owner.user, owner.group) != 0 { throw .last() }
            guard fchmod(file, mode) == 0, fsync(file) == 0 else { throw .last() }
        } catch {
            close(file)
            unlinkat(descriptor, draft, 0)
            throw error
        }
        guard close(file) == 0, renameat(descriptor, draft, descriptor, name) == 0 else {
            let fault = FileBytes.Fault.last()
            unlinkat(descriptor, draft, 0)
            throw fault
        }
        // The rename is durable when the folder is synced.
        guard fsync(descriptor) == 0 else { throw .last() }
    }

    // MARK: - Locks

    /// Waits until no other program has the lock.
    ///
    /// - Parameters:
    ///   - owner: to give a new file to.
    ///   - patience: in nanoseconds; who may open the file could hold the lock for ever.
    public func lock(
        _ name: String,
        owner: FileOwner?,
        patience: UInt64
    ) throws(FileBytes.Fault) -> FileLock {
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        var file = openat(descriptor, name, flags | O_CREAT | O_EXCL, 0o600)
        if file >= 0 {
            if let owner, fchown(file, owner.user, owner.group) != 0 {
                let fault = FileBytes.Fault.last()
                close(file)
                throw fault
            }
        } else if errno == EEXIST {
            file = openat(descriptor, name, flags)
        }
        guard file >= 0 else { throw Self.fault() }
        do throws(FileBytes.Fault) {
            try Self.checkIsPlain(file)
            try FileLock.wait(file, patience)
        } catch {
            close(file)
            throw error
        }
        return FileLock(file)
    }

    private static func checkIsPlain(_ file: CInt) throws(FileBytes.Fault) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .last() }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileBytes.Fault(message: "it is not a plain file", code: EINVAL)
        }
    }

    private static func fault() -> FileBytes.Fault {
        switch errno {
        case ELOOP: FileBytes.Fault(message: "it is a link, which is not followed here", code: ELOOP)
        case ENXIO: FileBytes.Fault(message: "it is not a plain file", code: ENXIO)
        default: .last()
        }
    }
}
