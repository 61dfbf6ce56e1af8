import DomoFleet

/// Decides what a worker replies when it is asked for the time: houses take and refuse orders by it.
struct WorkerClock {
    /// Whether the clock is right although the kernel does not report it.
    let isTrusted: Bool
    /// What the log says; nil if it says nothing yet.
    private var isKnown: Bool?

    init(isTrusted: Bool) { self.isTrusted = isTrusted }

    /// - Parameters:
    ///   - time: in milliseconds since 1970.
    ///   - kernel: read after the time.
    func reply(at time: Int64, _ kernel: KernelClock) -> FleetTime {
        switch kernel {
        case .synchronized(let error): .time(time, error: error)
        case .unsynchronized where isTrusted, .unknown where isTrusted: .time(time, error: KernelClock.minError)
        case .unsynchronized, .unknown: .unsynchronized
        }
    }

    /// What has changed since the last call, for the log.
    mutating func takeNote(_ kernel: KernelClock) -> (text: String, isWarning: Bool)? {
        let isFirst = isKnown == nil
        let problem: String
        switch kernel {
        case .unsynchronized where !isTrusted: problem = "the clock of this machine is not synchronized"
        case .unknown where !isTrusted:
            problem = "the kernel does not report whether the clock of this machine is synchronized"
        case .synchronized, .unsynchronized, .unknown:
            guard isKnown != true else { return nil }
            isKnown = true
            return isFirst ? nil : ("the clock of this machine is synchronized: houses get the time again", false)
        }
        guard isKnown != false else { return nil }
        isKnown = false
        let advice = "synchronize it (with chrony, set rtcsync), or use --trust-clock if something else keeps it right"
        return ("\(problem): houses do not get the time from this worker; \(advice)", true)
    }
}
