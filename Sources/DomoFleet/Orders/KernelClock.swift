/// What the kernel reports of the clock of this machine.
public enum KernelClock: Equatable, Sendable {
    /// A time service synchronizes it. By how much it may be wrong, in milliseconds.
    case synchronized(error: Int64)
    case unsynchronized
    /// The kernel does not report it: some containers forbid to ask.
    case unknown

    /// A time service may report 0, and does not know how long each way of its requests takes.
    public static let minError: Int64 = 100

    /// - Parameters:
    ///   - isSynchronized: 1 or 0; another number if it is unknown.
    ///   - maxError: in microseconds.
    init(isSynchronized: CInt, maxError: Int64) {
        switch isSynchronized {
        case 1: self = maxError >= 0 ? .synchronized(error: max(maxError / 1000 + 1, Self.minError)) : .unsynchronized
        case 0: self = .unsynchronized
        default: self = .unknown
        }
    }

    /// How much the right time is ahead of the clock at least and at most, in milliseconds; nil if that may be more than
    /// a second.
    var range: ClosedRange<Int64>? {
        guard case .synchronized(let error) = self, (0...ClockOffset.maxOffset).contains(error) else { return nil }
        return -error...error
    }
}
