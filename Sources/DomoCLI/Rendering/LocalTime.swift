import DomoModel
import Glibc

enum LocalTime {
    /// The time on the user's clock, `2026-11-20 22:04:05`.
    static func text(_ time: Timestamp) -> String {
        var seconds = time_t(time.milliseconds / 1000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return time.rfc3339 }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let count = strftime(buffer.baseAddress!, buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
            return String(decoding: UnsafeRawBufferPointer(UnsafeBufferPointer(buffer)).prefix(count), as: UTF8.self)
        }
    }
}
