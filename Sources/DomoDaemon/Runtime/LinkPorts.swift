import DomoEngine

/// The ports of the links and their lives: a link that replaces another starts after that has stopped.
struct LinkPorts {
    private var running: [LinkID: any LinkPort] = [:]
    /// The number of stopping ports, by link key.
    private var stopping: [String: Int] = [:]
    /// The links that start when the one before has stopped, by link key.
    private var waiting: [String: (id: LinkID, port: any LinkPort)] = [:]
    /// While the daemon stops: the links that have not stopped yet.
    private var ending: Set<LinkID> = []

    /// Whether all links have stopped that were running when the daemon stopped.
    var haveEnded: Bool { ending.isEmpty }

    /// - Returns: true if the port is to be started now.
    mutating func start(_ id: LinkID, _ port: any LinkPort) -> Bool {
        guard stopping[id.key] == nil else {
            waiting[id.key] = (id, port)
            return false
        }
        running[id] = port
        return true
    }

    /// - Returns: false if the link was not started yet, and has nothing to stop.
    mutating func stop(_ id: LinkID) -> Bool {
        running[id] = nil
        if waiting[id.key]?.id == id {
            waiting[id.key] = nil
            return false
        }
        stopping[id.key, default: 0] += 1
        return true
    }

    /// - Parameter startsNext: false while the daemon stops.
    /// - Returns: the link to be started now in its place.
    mutating func hasStopped(_ id: LinkID, startsNext: Bool) -> (id: LinkID, port: any LinkPort)? {
        ending.remove(id)
        guard let count = stopping[id.key] else { return nil }
        stopping[id.key] = count > 1 ? count - 1 : nil
        guard startsNext, count == 1, let next = waiting.removeValue(forKey: id.key) else { return nil }
        running[next.id] = next.port
        return next
    }

    /// - Returns: the ports to be stopped.
    mutating func endAll() -> [LinkID: any LinkPort] {
        defer { running = [:] }
        ending = Set(running.keys)
        return running
    }
}
