import DomoEngine
import DomoLanguage

/// The requests that were not answered yet, and the clients that sent them.
struct PendingRequests {
    typealias Origin = (client: any Client, number: Int)

    private var last: UInt64 = 0
    /// The request that the engine is deciding right now. Most requests are answered then, and are never pending.
    private var current: (id: RequestID, origin: Origin)?
    private var pending: [RequestID: Origin] = [:]
    /// The requests whose answers are being computed.
    private var computed: Set<RequestID> = []

    var isComputing: Bool { !computed.isEmpty }

    /// - Returns: the ID of a request that the engine decides now.
    mutating func begin(from client: any Client, number: Int) -> RequestID {
        last += 1
        let id = RequestID(last)
        current = (id, (client, number))
        return id
    }

    /// The engine has decided the request, and may have answered it.
    mutating func endDecision() {
        if let current { pending[current.id] = current.origin }
        current = nil
    }

    /// - Returns: where the answer goes; nil for a request that was answered already.
    mutating func remove(_ id: RequestID) -> Origin? {
        guard let current, current.id == id else { return pending.removeValue(forKey: id) }
        self.current = nil
        return current.origin
    }

    func client(of id: RequestID) -> (any Client)? {
        current?.id == id ? current?.origin.client : pending[id]?.client
    }

    mutating func removeAll() -> [Origin] {
        defer { pending = [:] }
        return Array(pending.values)
    }

    /// The number that its client gave to a request that the engine is deciding right now; nil for another.
    func currentNumber(of id: RequestID) -> Int? { current?.id == id ? current?.origin.number : nil }

    /// The answer is being computed from now on.
    mutating func beginComputing(_ id: RequestID) { computed.insert(id) }

    /// - Returns: false if the answer of this request was not computed.
    mutating func endComputing(_ id: RequestID) -> Bool { computed.remove(id) != nil }
}
