import DomoEngine
import DomoModel
import Glibc

extension Instant {
    /// The current time. The boot clock includes suspend, so that orders from before a suspend expire.
    static func now() -> Instant {
        var uptime = timespec()
        clock_gettime(CLOCK_BOOTTIME, &uptime)
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        return Instant(
            uptime: Int64(uptime.tv_sec) * 1_000_000_000 + Int64(uptime.tv_nsec),
            wall: Timestamp(milliseconds: Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000)
        )
    }
}
