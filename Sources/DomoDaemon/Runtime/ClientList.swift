import DomoEngine
import DomoLanguage
import NIOCore

/// The connected clients, limited by a quota, and what they watch.
struct ClientList {
    private struct Entry {
        let client: any Client
        var account: ClientQuota.Account
        /// What is counted for it in the room, in bytes.
        var unread = 0
        var input = 0
    }

    private var clients: [ObjectIdentifier: Entry] = [:]
    /// What is watched, by the clients that watch something.
    private(set) var watchers: [ObjectIdentifier: Watched] = [:]
    private var quota: ClientQuota
    private var room: AnswerRoom
    /// Those with lines that wait for room.
    private var parked: [ClientQuota.Account: [ObjectIdentifier]] = [:]
    private var nextIdleSearch = NIODeadline.uptimeNanoseconds(0)

    init(_ quota: ClientQuota, room: AnswerRoom.Limits = AnswerRoom.Limits()) {
        self.quota = quota
        self.room = AnswerRoom(room, privileged: quota.privileged)
    }

    var isEmpty: Bool { clients.isEmpty }
    var all: [any Client] { clients.values.map(\.client) }

    subscript(id: ObjectIdentifier) -> (any Client)? { clients[id]?.client }

    /// Adds a client. If there is no room, it replaces one that has been idle for long.
    ///
    /// - Returns: why there is no room for it, or the idle client that is to be closed.
    mutating func add(_ client: any Client, to account: ClientQuota.Account) -> (fault: Fault?, idle: (any Client)?) {
        var idle: (any Client)?
        if let fault = quota.admit(account) {
            idle = removeIdle(for: account)
            guard idle != nil, quota.admit(account) == nil else { return (fault, idle) }
        }
        clients[ObjectIdentifier(client)] = Entry(client: client, account: account)
        client.account = account
        return (nil, idle)
    }

    /// Counts a client to another account from now on.
    ///
    /// - Returns: why that account has no room for it; then nothing changes.
    mutating func move(_ client: any Client, to new: ClientQuota.Account) -> Fault? {
        let id = ObjectIdentifier(client)
        guard var entry = clients[id], entry.account != new else { return nil }
        if let fault = quota.move(entry.account, to: new) { return fault }
        room.countUnread(-entry.unread, of: entry.account)
        room.countUnread(entry.unread, of: new)
        _ = room.countInput(-entry.input, of: entry.account)
        _ = room.countInput(entry.input, of: new)
        entry.account = new
        clients[id] = entry
        client.account = new
        return nil
    }

    func isCrowd(_ account: ClientQuota.Account) -> Bool { quota.isCrowd(account) }

    // MARK: Room

    /// Whether an account may be given another answer.
    func hasRoom(for account: ClientQuota.Account) -> Bool { room.hasRoom(for: account) }

    /// Notes how much a client has left unread, in bytes.
    mutating func noteUnread(_ bytes: Int, of client: any Client) {
        let id = ObjectIdentifier(client)
        guard let entry = clients[id] else { return }
        room.countUnread(bytes - entry.unread, of: entry.account)
        clients[id]?.unread = bytes
    }

    /// Notes how much is read from a client and not handled, in bytes.
    ///
    /// - Returns: false if that is too much.
    mutating func noteInput(_ bytes: Int, of client: any Client) -> Bool {
        let id = ObjectIdentifier(client)
        guard let entry = clients[id] else { return true }
        clients[id]?.input = bytes
        return room.countInput(bytes - entry.input, of: entry.account)
    }

    /// The client waits until its account has room.
    mutating func park(_ client: any Client) {
        parked[client.account, default: []].append(ObjectIdentifier(client))
    }

    /// Removes and returns the clients that waited for room and have it.
    mutating func takeReady() -> [any Client] {
        guard !parked.isEmpty else { return [] }
        var ready: [any Client] = []
        for (account, waiting) in parked where room.mayGoOn(account) {
            ready += waiting.compactMap { clients[$0]?.client }
            parked[account] = nil
        }
        return ready
    }

    mutating func watch(_ watched: Watched, by client: any Client) { watchers[ObjectIdentifier(client)] = watched }

    /// Does nothing for a client that is not in the list.
    mutating func remove(_ client: any Client) {
        watchers[ObjectIdentifier(client)] = nil
        guard let entry = clients.removeValue(forKey: ObjectIdentifier(client)) else { return }
        quota.release(entry.account)
        room.countUnread(-entry.unread, of: entry.account)
        _ = room.countInput(-entry.input, of: entry.account)
        parked[entry.account]?.removeAll { $0 == ObjectIdentifier(client) }
    }

    /// Removes the client that has been idle longest, if there is one that may be closed.
    private mutating func removeIdle(for own: ClientQuota.Account) -> (any Client)? {
        let now = NIODeadline.now()
        guard now >= nextIdleSearch else { return nil }
        var oldest: (client: any Client, since: NIODeadline)?
        for entry in clients.values where quota.mayClose(entry.account, for: own) {
            guard let since = entry.client.idleSince, since <= now - ClientQuota.idleLimit else { continue }
            if oldest.map({ since < $0.since }) ?? true { oldest = (entry.client, since) }
        }
        guard let client = oldest?.client else {
            nextIdleSearch = now + ClientQuota.searchInterval
            return nil
        }
        remove(client)
        return client
    }
}
