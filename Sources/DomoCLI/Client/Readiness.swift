import Glibc

/// Waiting for descriptors.
enum Readiness {
    /// Waits until something can be done with one of the descriptors, whose `revents` then say what.
    /// - Returns: false when the deadline passed first.
    static func wait(for descriptors: inout [pollfd], until deadline: ContinuousClock.Instant?) -> Bool {
        while true {
            let milliseconds = deadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
            // Rounded up: to wake a moment early would be to turn in circles.
            let timeout = milliseconds.map { CInt(max(0, min($0, 3_600_000)).rounded(.up)) } ?? -1
            let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
            if count > 0 { return true }
            if count == 0, let deadline, ContinuousClock.now >= deadline { return false }
        }
    }
}
