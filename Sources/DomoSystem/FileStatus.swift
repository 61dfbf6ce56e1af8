import Glibc

/// What the system says of a path. Callers that import NIO get these from here: NIO's own C module declares the same
/// structures, and Swift takes now the one, now the other for theirs.
public enum FileStatus {
    /// The kind and the rights of a file, as in `st_mode`; symbolic links are followed. Nil where there is none, with the
    /// reason in `errno`.
    public static func mode(of path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    /// What an open file is, by its device and its number: `8:12345`. Nil where it is closed.
    public static func identity(of descriptor: CInt) -> String? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
    }

    /// The names in a folder, without `.` and `..`, in no order. Nil where it can't be read, with the reason in `errno`.
    public static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
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
