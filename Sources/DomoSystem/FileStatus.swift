import Glibc

/// The status of files. Callers that import NIO use this instead of Glibc: NIO's C module declares the same structures,
/// and Swift confuses the two.
public enum FileStatus {
    /// The type and permissions of a file, as in `st_mode`; symbolic links are followed. Nil with the reason in `errno`
    /// if there is no such file.
    public static func mode(of path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    /// When the content or the attributes of a file were changed last, in milliseconds since 1970. Nil if there is no such
    /// file.
    public static func lastChange(of path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Int64(status.st_ctim.tv_sec) * 1000 + Int64(status.st_ctim.tv_nsec) / 1_000_000
    }

    /// Whether a path is a folder itself, and not a link to one.
    public static func isOwnFolder(_ path: String) -> Bool { ownKind(of: path) == S_IFDIR }

    /// Whether a path is a plain file itself, and not a link to one.
    public static func isOwnFile(_ path: String) -> Bool { ownKind(of: path) == S_IFREG }

    /// Whether a path is a symbolic link itself.
    public static func isLink(_ path: String) -> Bool { ownKind(of: path) == S_IFLNK }

    /// Whether there is anything at a path, be it a link that leads nowhere.
    public static func isAnything(_ path: String) -> Bool { ownKind(of: path) != nil }

    private static func ownKind(of path: String) -> UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Whether root has given a file to a group to read, and only root may replace it: its folder is root's too.
    public static func isSharedByRoot(_ path: String) -> Bool {
        var (file, folder) = (stat(), stat())
        guard lstat(path, &file) == 0, stat(path.parentFolder, &folder) == 0 else { return false }
        return file.st_mode & S_IFMT == S_IFREG && file.st_uid == 0 && file.st_mode & 0o137 == 0
            && folder.st_uid == 0 && folder.st_mode & 0o022 == 0 && file.st_gid == folder.st_gid
    }

    /// Why a file can't be read; nil if it can.
    public static func reasonNotToRead(_ path: String) -> String? {
        access(path, R_OK) == 0 ? nil : String(cString: strerror(errno))
    }

    /// A text that differs if the file does, without reading it; empty if there is none.
    public static func fingerprint(of path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "" }
        return "\(status.st_dev) \(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }

    /// The size of an open file in bytes; 0 if it is unknown.
    static func size(of descriptor: CInt) -> Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The identity of an open file, its device and inode: `8:12345`. Nil if it is closed.
    public static func identity(of descriptor: CInt) -> String? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
    }

    /// The names in a folder, without `.` and `..`, unsorted. Nil with the reason in `errno` if it can't be read.
    public static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        return names(in: stream)
    }

    /// The same of an open folder, which is closed.
    static func names(inFolder descriptor: CInt) -> [String]? {
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return nil
        }
        return names(in: stream)
    }

    private static func names(in stream: OpaquePointer) -> [String] {
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
            )
        }
        return names.filter { $0 != "." && $0 != ".." }
    }
}
