import DomoKNX
import DomoModel

/// A dispatch that the link has not reported yet or has just reported.
struct TrackedDispatch {
    var order: UInt64
    var path: String
    var value: Value
    var sentAt: Int64
    var deadline: Int64
    /// It ends a movement by time, or continues it.
    var isUrgent = false
    /// When its telegram was first sent; nil if it was not.
    var transmittedAt: Int64?
    var isReported = false
    /// Where its telegrams were sent: that of a colour may take several.
    var destinations: Set<GroupAddress> = []
}
