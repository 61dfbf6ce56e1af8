import DomoHistory
import DomoLanguage
import DomoModel

/// What outlives the daemon, as the runtime knows it. Nothing here waits for a disk.
protocol HouseMemory: Sendable {
    func persist(_ records: [Record])
    /// Calls back, from any thread and in the order of the calls, when everything persisted before is stored (true) or
    /// could not be (false).
    ///
    /// - Parameter unsettled: where false, orders that wait for their turn or are under way are left out.
    func whenStored(unsettled: Bool, _ done: @escaping @Sendable (_ isStored: Bool) -> Void)
    /// Answers out of what was stored, from any thread.
    func answer(_ recall: Recall, now: Timestamp, reply: @escaping @Sendable (Reply) -> Void)
    var view: MemoryView { get }
}

extension History: HouseMemory {}
