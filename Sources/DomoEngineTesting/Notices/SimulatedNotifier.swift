import DomoLanguage

/// What the notifier of a simulation knows.
struct SimulatedNotifier {
    var isAttached = false
    /// The messages that this process was given.
    private var seen: Set<UInt64> = []
    /// The messages that it has begun to send, also before a restart.
    private var ledger: Set<UInt64> = []
    var withdrawn: Set<UInt64> = []
    /// What it could not report while it was detached.
    var unreported: [DeliveryReport] = []

    mutating func isNew(_ id: UInt64) -> Bool { seen.insert(id).inserted }

    /// - Returns: false if it was begun before: then nobody knows whether it arrived.
    mutating func begin(_ id: UInt64) -> Bool { ledger.insert(id).inserted }

    /// It is another process now, which knows only the ledger of before.
    mutating func restart() {
        let ledger = ledger
        self = SimulatedNotifier()
        self.ledger = ledger
    }
}
