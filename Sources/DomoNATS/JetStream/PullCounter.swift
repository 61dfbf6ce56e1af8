import Synchronization

/// Counts the messages of a pull. What has a status ends it, except heartbeats.
final class PullCounter: Sendable {
    private let missing: Mutex<Int>

    init(_ batch: Int) { missing = Mutex(batch) }

    func judge(_ message: NATSMessage) -> NATSReplyStep {
        if let status = message.headers.status { return status == 100 ? .skip : .end }
        return missing.withLock { missing in
            missing -= 1
            return missing <= 0 ? .last : .keep
        }
    }
}
