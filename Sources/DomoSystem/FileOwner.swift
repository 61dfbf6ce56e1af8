import Glibc

/// The user and group of a file.
public struct FileOwner: Equatable, Sendable {
    let user: uid_t
    let group: gid_t

    /// That of the folder that contains a path, if this process runs as root and may choose; nil otherwise. What root
    /// writes into the folder of a service must be the service's.
    public static func toGive(_ path: String) -> FileOwner? {
        var status = stat()
        guard geteuid() == 0, stat(path.parentFolder, &status) == 0 else { return nil }
        return FileOwner(user: status.st_uid, group: status.st_gid)
    }
}
