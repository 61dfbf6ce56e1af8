import DomoLanguage

/// What the notifier of a simulation knows.
struct SimulatedNotifier {
    var isAttached = false
    /// The messages that it was given since it started.
    private var seen: Set<UInt64> = []
    var withdrawn: Set<UInt64> = []
    /// What it could not report while it was detached.
    var unreported: [DeliveryReport] = []

    mutating func isNew(_ id: UInt64) -> Bool { seen.insert(id).inserted }

    /// It is another process now, which knows nothing of before.
    mutating func restart() { self = SimulatedNotifier() }
}
