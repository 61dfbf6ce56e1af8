import Glibc

enum FileLimit {
    /// Files that are open beside those of clients: connections to the daemon, and what the program itself needs.
    private static let own = 600

    /// Many clients need more files than the usual 1,024.
    ///
    /// - Returns: for how many connections there is room, at most so many as wanted.
    static func raise(for wanted: Int) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return min(wanted, 400) }
        let before = limit.rlim_cur
        limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted + own))
        if limit.rlim_cur <= before || setrlimit(resource, &limit) != 0 { limit.rlim_cur = before }
        return max(64, min(wanted, Int(clamping: limit.rlim_cur) - own))
    }
}
