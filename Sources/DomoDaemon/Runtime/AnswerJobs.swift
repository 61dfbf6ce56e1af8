import DomoEngine
import NIOCore

/// Long answers that wait to be computed on another thread. Accounts take turns, so that one that asks for thousands
/// delays another by one.
struct AnswerJobs {
    typealias Account = ClientQuota.Account

    struct Job {
        let id: RequestID
        let client: ObjectIdentifier
        let start: @Sendable () -> Void
    }

    private struct Queue {
        let account: Account
        var jobs = CircularBuffer<Job>()
    }

    /// How many are computed at a time.
    private let limit: Int
    private var running: Set<RequestID> = []
    /// Those of accounts that wait, in the order of their turns.
    private var queues = CircularBuffer<Queue>()

    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { running.isEmpty && queues.isEmpty }

    mutating func append(_ job: Job, of account: Account) {
        if let index = queues.lastIndex(where: { $0.account == account }) { return queues[index].jobs.append(job) }
        var queue = Queue(account: account)
        queue.jobs.append(job)
        queues.append(queue)
    }

    /// - Parameter hasRoom: whether an account has room for an answer.
    /// - Returns: the next job, which runs from now on; nil if none may.
    mutating func next(where hasRoom: (Account) -> Bool) -> Job? {
        guard running.count < limit, let index = queues.firstIndex(where: { hasRoom($0.account) }) else { return nil }
        var queue = queues.remove(at: index)
        guard let job = queue.jobs.popFirst() else { return nil }
        if !queue.jobs.isEmpty { queues.append(queue) }
        running.insert(job.id)
        return job
    }

    /// - Returns: false if the answer of this request was not computed here.
    mutating func end(_ id: RequestID) -> Bool { running.remove(id) != nil }

    /// Drops the jobs of a client that is gone.
    ///
    /// - Returns: those that did not run yet.
    mutating func removeAll(of client: ObjectIdentifier) -> [RequestID] {
        guard !queues.isEmpty else { return [] }
        var removed: [RequestID] = []
        for index in queues.indices {
            removed += queues[index].jobs.lazy.filter { $0.client == client }.map(\.id)
            queues[index].jobs.removeAll { $0.client == client }
        }
        queues.removeAll { $0.jobs.isEmpty }
        return removed
    }
}
