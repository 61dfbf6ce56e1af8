import DomoEngine

/// Starts and stops links one after the other: one that takes the place of another is started when that has stopped.
struct LinkLifecycle {
    /// How many ports of a key are stopping.
    private var stopping: [String: Int] = [:]
    private var waiting: [String: (id: LinkID, port: any LinkPort)] = [:]

    /// - Returns: true where it may start now.
    mutating func mayStart(_ id: LinkID, _ port: any LinkPort) -> Bool {
        guard stopping[id.key] != nil else { return true }
        waiting[id.key] = (id, port)
        return false
    }

    /// - Returns: false for one that was not started yet: it has nothing to stop.
    mutating func willStop(_ id: LinkID) -> Bool {
        if waiting[id.key]?.id == id {
            waiting[id.key] = nil
            return false
        }
        stopping[id.key, default: 0] += 1
        return true
    }

    /// - Returns: what may start now in its place.
    mutating func hasStopped(_ id: LinkID) -> (id: LinkID, port: any LinkPort)? {
        guard let count = stopping[id.key] else { return nil }
        stopping[id.key] = count > 1 ? count - 1 : nil
        return count > 1 ? nil : waiting.removeValue(forKey: id.key)
    }
}
