import DomoEngine
import Glibc

/// The users and groups of the machine, by name. A lookup may query a directory server: it blocks.
struct Accounts: Sendable {
    var user: @Sendable (_ name: String) -> uid_t?
    var group: @Sendable (_ name: String) -> gid_t?

    static let ofMachine = Accounts(user: userID, group: groupID)

    /// The users of domo's own programs that exist. Blocks.
    var services: [uid_t: ServiceUser] {
        var users: [uid_t: ServiceUser] = [:]
        for service in ServiceUser.allCases {
            if let id = user(service.rawValue) { users[id] = service }
        }
        return users
    }

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

    /// The names and groups of users, by id. Those that are not found, or can't be looked up, are left out. Blocks.
    static func identities(of users: Set<uid_t>) -> [uid_t: Principal.User] {
        var found: [uid_t: Principal.User] = [:]
        for id in users { found[id] = identity(of: id) }
        return found
    }

    private static func identity(of id: uid_t) -> Principal.User? {
        var entry = passwd()
        var result: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: entrySize) { buffer in
            guard getpwuid_r(id, &entry, buffer.baseAddress!, buffer.count, &result) == 0, result != nil,
                let name = entry.pw_name
            else { return nil }
            var count: Int32 = 1024
            var groups = [gid_t](repeating: 0, count: Int(count))
            guard getgrouplist(name, entry.pw_gid, &groups, &count) >= 0 else { return nil }
            return Principal.User(id: id, name: String(cString: name), groups: groups.prefix(Int(count)).sorted())
        }
    }
}
