import Glibc

enum FileLimit {
    /// Open files other than client connections: connections to the daemon, and the program's own files.
    private static let own = 600

    /// Raises the limit of open files: the usual 1,024 are too few for many clients.
    ///
    /// - Returns: the number of connections that fit, at most `wanted`.
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
