import Glibc

/// The users and groups of the machine, by name. A lookup may query a directory server: it blocks.
struct Accounts: Sendable {
    var user: @Sendable (_ name: String) -> uid_t?
    var group: @Sendable (_ name: String) -> gid_t?

    static let ofMachine = Accounts(user: userID, group: groupID)

    /// Enough for the longest entries seen from directory servers.
    private static let entrySize = 1 << 20

    private static func userID(_ name: String) -> uid_t? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: entrySize) { buffer in
            guard getpwnam_r(name, &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil else {
                return nil
            }
            return entry.pw_uid
        }
    }

    private static func groupID(_ name: String) -> gid_t? {
        var entry = Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: entrySize) { buffer in
            guard getgrnam_r(name, &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil else {
                return nil
            }
            return entry.gr_gid
        }
    }
}
