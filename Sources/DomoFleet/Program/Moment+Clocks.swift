import DomoModel
import Glibc

extension Moment {
    public static func now() -> Moment {
        var uptime = timespec()
        var wall = timespec()
        clock_gettime(CLOCK_BOOTTIME, &uptime)
        clock_gettime(CLOCK_REALTIME, &wall)
        let milliseconds = Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000
        return Moment(
            sinceBoot: .seconds(uptime.tv_sec) + .nanoseconds(uptime.tv_nsec),
            time: Timestamp(milliseconds: milliseconds)
        )
    }
}
