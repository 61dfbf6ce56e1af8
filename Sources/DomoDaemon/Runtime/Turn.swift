import DomoEngine

/// The ports and clients that were given something in this turn, which they send at its end in one piece.
struct Turn {
    private var ports = Batch<any LinkPort>()
    private var clients = Batch<any Client>()
    private var isScheduled = false

    // Most inputs cause signals for a single port; a client that sent many lines is noted for each answer.

    mutating func note(_ port: any LinkPort) {
        if ports.last !== port { ports.append(port) }
    }

    mutating func note(_ client: any Client) {
        if clients.last !== client { clients.append(client) }
    }

    /// - Returns: nil if all ports were returned.
    mutating func nextPort() -> (any LinkPort)? { ports.next() }

    /// - Returns: nil if all clients were returned.
    mutating func nextClient() -> (any Client)? { clients.next() }

    /// - Returns: false if its end is scheduled already.
    mutating func schedule() -> Bool {
        defer { isScheduled = true }
        return !isScheduled
    }

    /// The scheduled end has come.
    mutating func beginEnd() { isScheduled = false }

    /// A queue that keeps its memory. Items may be added while others are taken out.
    private struct Batch<Item> {
        private var items: [Item] = []
        private var done = 0

        /// The newest item that was not taken out yet.
        var last: Item? { done < items.count ? items.last : nil }

        mutating func append(_ item: Item) { items.append(item) }

        mutating func next() -> Item? {
            guard done < items.count else {
                items.removeAll(keepingCapacity: true)
                done = 0
                return nil
            }
            defer { done += 1 }
            return items[done]
        }
    }
}
