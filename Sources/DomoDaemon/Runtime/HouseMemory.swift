import DomoHistory
import DomoLanguage
import DomoModel

/// The persistent storage, as the runtime sees it. Nothing here waits for a disk.
protocol HouseMemory: Sendable {
    func persist(_ records: [Record])
    /// Calls back, from any thread and in the order of the calls, when everything persisted before is stored (true) or
    /// could not be (false).
    ///
    /// - Parameter unsettled: if false, orders that are queued or in flight are ignored.
    func whenStored(unsettled: Bool, _ done: @escaping @Sendable (_ isStored: Bool) -> Void)
    /// Answers from stored records, on any thread.
    func answer(_ recall: Recall, now: Timestamp, reply: @escaping @Sendable (Reply) -> Void)
    var view: MemoryView { get }
    /// What identifies houses, sectors and elements that were renamed. Cheap.
    var identities: Identities { get }
    /// Changes with the identities, never before them. Costs next to nothing.
    var identityRevision: UInt64 { get }
}

extension History: HouseMemory {}
