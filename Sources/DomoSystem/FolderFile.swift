import Glibc

/// Reads files that others may have put into a folder: only regular files, and only those that are really in the folder. A
/// link that stays in it is followed if it leads to a file with the same ending. Nothing is read of any other file.
public enum FolderFile {
    public typealias Fault = FileBytes.Fault

    /// Opens a file for reading.
    ///
    /// - Parameters:
    ///   - path: the file, by a path that begins with that of the folder.
    ///   - folder: the folder that it must not lead out of; a link to the folder itself is followed.
    /// - Returns: the descriptor, which does not block.
    public static func open(_ path: String, below folder: String) throws(Fault) -> CInt {
        let (root, names) = try place(path, below: folder)
        var descriptor = Glibc.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last() }
        // Name by name, without following any link: whoever changes the folder meanwhile leads nowhere else.
        for (number, name) in names.enumerated() {
            let isLast = number == names.count - 1
            let parent = descriptor
            defer { close(parent) }
            if isLast { try requireRegular(name, in: parent) }
            let flags = isLast ? O_NONBLOCK | O_NOCTTY : O_DIRECTORY
            let next = openat(parent, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | flags)
            guard next >= 0 else { throw .last() }
            descriptor = next
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw notRegular(status.st_mode)
        }
        guard status.st_nlink <= 1 || areHardLinksProtected else {
            close(descriptor)
            throw Fault(
                message:
                    "it has another name (a hard link), and the system does not protect files of others from that; "
                    + "copy the file, or set fs.protected_hardlinks to 1",
                code: EMLINK
            )
        }
        return descriptor
    }

    /// Reads a whole file: see `open`.
    public static func read(_ path: String, below folder: String, maxBytes: Int) throws(Fault) -> [UInt8] {
        let descriptor = try open(path, below: folder)
        defer { close(descriptor) }
        return try FileBytes.read(descriptor, maxBytes: maxBytes)
    }

    /// Requires a folder to be really in another one, or that one itself, before something is written there.
    public static func requireFolder(_ path: String, below folder: String) throws(Fault) {
        guard let real = FileBytes.realPath(path), let root = FileBytes.realPath(folder.isEmpty ? "." : folder) else {
            throw .last()
        }
        guard real == root || real.utf8.starts(with: (root == "/" ? "/" : "\(root)/").utf8) else {
            throw leadsOut(of: folder)
        }
    }

    /// Why a file is not read; nil if it is. Nothing is read.
    public static func problem(_ path: String, below folder: String) -> Fault? {
        do throws(Fault) {
            close(try open(path, below: folder))
            return nil
        } catch {
            return error
        }
    }

    /// Where a file really is, as the folder and the names in it, without links.
    private static func place(_ path: String, below folder: String) throws(Fault) -> (root: String, names: [String]) {
        guard let root = FileBytes.realPath(folder.isEmpty ? "." : folder) else { throw .last() }
        guard let real = FileBytes.realPath(path) else {
            let fault = Fault.last()
            // A link whose target nobody may see, or that is missing, is a link nevertheless.
            guard fault.code != ENOENT || !FileStatus.isLink(path) else {
                throw Fault(message: "it is a symbolic link to a file that does not exist; \(copyHint)", code: ELOOP)
            }
            throw FileStatus.isLink(path) ? leadsOut(of: folder) : fault
        }
        let prefix = root == "/" ? "/" : "\(root)/"
        guard real.utf8.starts(with: prefix.utf8) else { throw leadsOut(of: folder) }
        if FileStatus.isLink(path), ending(of: real) != ending(of: path) {
            throw Fault(
                message: "it is a symbolic link to a file of another kind, which is not followed; \(copyHint)",
                code: ELOOP
            )
        }
        let names = real.utf8.dropFirst(prefix.utf8.count).split(separator: UInt8(ascii: "/"))
        guard !names.isEmpty else { throw Fault(message: "it is a folder, not a regular file", code: EISDIR) }
        return (root, names.map { String(Substring($0)) })
    }

    private static let copyHint = "copy the file to this place instead"

    private static func leadsOut(of folder: String) -> Fault {
        Fault(
            message: "it leads through a symbolic link out of \(folder), which is not followed; \(copyHint)",
            code: ELOOP
        )
    }

    private static func ending(of path: String) -> Substring? {
        let name = path.lastPathPart
        return name.contains(".") ? name.split(separator: ".").last : nil
    }

    private static func requireRegular(_ name: String, in folder: CInt) throws(Fault) {
        var status = stat()
        // Before it is opened: opening a device may do something.
        let isThere = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
        guard isThere else { throw .last() }
        guard status.st_mode & S_IFMT == S_IFREG else { throw notRegular(status.st_mode) }
    }

    private static func notRegular(_ mode: mode_t) -> Fault {
        let (kind, code): (String, Int32) =
            switch mode & S_IFMT {
            case S_IFDIR: ("a folder", EISDIR)
            case S_IFIFO: ("a pipe", EINVAL)
            case S_IFCHR, S_IFBLK: ("a device", EINVAL)
            case S_IFSOCK: ("a socket", EINVAL)
            case S_IFLNK: ("a symbolic link that was just made", ELOOP)
            default: ("something else", EINVAL)
            }
        return Fault(message: "it is \(kind), not a regular file", code: code)
    }

    /// Whether the system lets nobody make a hard link to a file that they may not write to (proc(5)).
    private static let areHardLinksProtected: Bool = {
        do throws(Fault) {
            let text = try FileBytes.read("/proc/sys/fs/protected_hardlinks", maxBytes: 16)
            return text.first == UInt8(ascii: "1")
        } catch {
            return false
        }
    }()
}
