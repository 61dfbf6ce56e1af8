import Glibc

/// The user and group of a file.
public struct FileOwner: Equatable, Sendable {
    let user: uid_t
    let group: gid_t

    public static var isRoot: Bool { geteuid() == 0 }

    public var isRoots: Bool { user == 0 }

    /// Root's file, for the group to read.
    public var withRootAsUser: FileOwner { FileOwner(user: 0, group: group) }

    /// The user whose own group this is: it has the name of the user. Other groups have members. Nil if there is none.
    public var userOfGroup: FileOwner? {
        guard let name = getgrgid(group)?.pointee.gr_name.map({ String(cString: $0) }) else { return nil }
        return FileOwner.ofUser(named: name).flatMap { $0.group == group ? $0 : nil }
    }

    /// A user with the group of its account; nil if there is none of this name.
    public static func ofUser(named name: String) -> FileOwner? {
        guard let user = getpwnam(name) else { return nil }
        return FileOwner(user: user.pointee.pw_uid, group: user.pointee.pw_gid)
    }
}
