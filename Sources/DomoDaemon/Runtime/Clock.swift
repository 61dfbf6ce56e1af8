import DomoEngine
import DomoModel
import Glibc

extension Instant {
    /// The boot clock counts the time that the machine sleeps too: an order from before is not one for now.
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
