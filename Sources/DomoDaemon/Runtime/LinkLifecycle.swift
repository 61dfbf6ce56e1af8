import DomoEngine

/// Orders the starts and stops of links: a link that replaces another starts after that has stopped.
struct LinkLifecycle {
    /// The number of stopping ports, by link key.
    private var stopping: [String: Int] = [:]
    private var waiting: [String: (id: LinkID, port: any LinkPort)] = [:]

    /// - Returns: true if it may start now.
    mutating func mayStart(_ id: LinkID, _ port: any LinkPort) -> Bool {
        guard stopping[id.key] != nil else { return true }
        waiting[id.key] = (id, port)
        return false
    }

    /// - Returns: false if it was not started yet, and has nothing to stop.
    mutating func willStop(_ id: LinkID) -> Bool {
        if waiting[id.key]?.id == id {
            waiting[id.key] = nil
            return false
        }
        stopping[id.key, default: 0] += 1
        return true
    }

    /// - Returns: the link that may start now in its place.
    mutating func hasStopped(_ id: LinkID) -> (id: LinkID, port: any LinkPort)? {
        guard let count = stopping[id.key] else { return nil }
        stopping[id.key] = count > 1 ? count - 1 : nil
        return count > 1 ? nil : waiting.removeValue(forKey: id.key)
    }
}
