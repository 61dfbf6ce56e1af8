import CClock

extension KernelClock {
    /// It takes a microsecond, and is read each time that it matters: a clock that somebody sets is no longer synchronized.
    public static func now() -> KernelClock {
        let state = domo_clock_state()
        return KernelClock(isSynchronized: state.is_synchronized, maxError: state.max_error)
    }
}
