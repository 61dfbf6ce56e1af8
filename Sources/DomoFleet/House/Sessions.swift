import DomoBridge

/// The connections to domod on which requests are written, one for each token and principal: their rights are those of
/// the token. It does no I/O.
package struct Sessions {
    package struct ID: Hashable {
        var number: UInt64
    }

    fileprivate struct Owner: Hashable {
        var token: String
        var principal: String
    }

    fileprivate struct Session {
        var owner: Owner
        var isOpen = false
        /// Requests that wait until it is open.
        var waiting: [OrderDesk.ID] = []
        /// Requests that were written and have no reply.
        var written: [OrderDesk.ID] = []
        var lastUse: Duration
    }

    enum Way: Equatable {
        case open(ID)
        /// It is being opened.
        case waits
        /// It is to be opened. A connection that nobody needs may have to be closed for it.
        case new(ID, closing: ID?)
        /// All connections are in use.
        case full
    }

    static let maxSessions = 16
    static let maxIdle: Duration = .seconds(60)

    private var sessions: [ID: Session] = [:]
    private var byOwner: [Owner: ID] = [:]
    private var lastNumber: UInt64 = 0

    var count: Int { sessions.count }

    mutating func way(for order: OrderDesk.ID, token: Secret, principal: String, at now: Duration) -> Way {
        let owner = Owner(token: token.value, principal: principal)
        if let id = byOwner[owner], let session = sessions[id] {
            sessions[id]?.lastUse = now
            guard !session.isOpen else { return .open(id) }
            sessions[id]?.waiting.append(order)
            return .waits
        }
        var closing: ID?
        if sessions.count >= Self.maxSessions {
            closing = sessions.filter { $0.value.isIdle }.min { $0.value.lastUse < $1.value.lastUse }?.key
            guard let closing else { return .full }
            remove(closing)
        }
        lastNumber += 1
        let id = ID(number: lastNumber)
        sessions[id] = Session(owner: owner, waiting: [order], lastUse: now)
        byOwner[owner] = id
        return .new(id, closing: closing)
    }

    /// - Returns: the requests that waited for it.
    mutating func noteOpen(_ id: ID) -> [OrderDesk.ID] {
        guard let waiting = sessions[id]?.waiting else { return [] }
        sessions[id]?.isOpen = true
        sessions[id]?.waiting = []
        return waiting
    }

    func has(_ id: ID) -> Bool { sessions[id] != nil }

    mutating func noteWritten(_ order: OrderDesk.ID, on id: ID) { sessions[id]?.written.append(order) }

    mutating func noteReply(to order: OrderDesk.ID, on id: ID, at now: Duration) {
        sessions[id]?.written.removeAll { $0 == order }
        sessions[id]?.lastUse = now
    }

    /// It could not be opened, or is lost.
    ///
    /// - Returns: its requests without a reply.
    mutating func noteEnd(_ id: ID) -> [OrderDesk.ID] {
        guard let session = sessions[id] else { return [] }
        remove(id)
        return session.written + session.waiting
    }

    var nextMoment: Duration? { sessions.values.filter(\.isIdle).map { $0.lastUse + Self.maxIdle }.min() }

    /// - Returns: those that are to be closed.
    mutating func advance(to now: Duration) -> [ID] {
        let idle = sessions.filter { $0.value.isIdle && $0.value.lastUse + Self.maxIdle <= now }.map(\.key)
        for id in idle { remove(id) }
        return idle.sorted { $0.number < $1.number }
    }

    private mutating func remove(_ id: ID) {
        guard let session = sessions.removeValue(forKey: id) else { return }
        byOwner[session.owner] = nil
    }
}

extension Sessions.Session {
    fileprivate var isIdle: Bool { waiting.isEmpty && written.isEmpty && isOpen }
}
