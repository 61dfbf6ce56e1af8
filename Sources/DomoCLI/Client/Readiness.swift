import Glibc

/// Waiting for descriptors.
enum Readiness {
    /// Waits until a descriptor is ready, and sets `revents`.
    ///
    /// - Returns: false if the deadline passed first.
    static func wait(for descriptors: inout [pollfd], until deadline: ContinuousClock.Instant?) -> Bool {
        while true {
            let milliseconds = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
            // Rounded up: waking a moment early would spin.
            let timeout = milliseconds.map { CInt(max(0, min($0, 3_600_000)).rounded(.up)) } ?? -1
            let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
            if count > 0 { return true }
            if count == 0, let deadline, ContinuousClock.now >= deadline { return false }
        }
    }
}
