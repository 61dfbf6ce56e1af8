import DomoEngine
import DomoLanguage
import NIOCore

/// The connected clients, limited by a quota, and what they watch.
struct ClientList {
    private var clients: [ObjectIdentifier: (client: any Client, account: ClientQuota.Account)] = [:]
    /// What is watched, by the clients that watch something.
    private(set) var watchers: [ObjectIdentifier: Watched] = [:]
    private var quota: ClientQuota
    private var nextIdleSearch = NIODeadline.uptimeNanoseconds(0)

    init(_ quota: ClientQuota) { self.quota = quota }

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
        clients[ObjectIdentifier(client)] = (client, account)
        return (nil, idle)
    }

    /// Counts a client to another account from now on.
    ///
    /// - Returns: why that account has no room for it; then nothing changes.
    mutating func move(_ client: any Client, to new: ClientQuota.Account) -> Fault? {
        let id = ObjectIdentifier(client)
        guard let (_, account) = clients[id] else { return nil }
        if let fault = quota.move(account, to: new) { return fault }
        clients[id] = (client, new)
        return nil
    }

    mutating func watch(_ watched: Watched, by client: any Client) { watchers[ObjectIdentifier(client)] = watched }

    /// Does nothing for a client that is not in the list.
    mutating func remove(_ client: any Client) {
        watchers[ObjectIdentifier(client)] = nil
        if let (_, account) = clients.removeValue(forKey: ObjectIdentifier(client)) { quota.release(account) }
    }

    /// Removes the client that has been idle longest, if there is one that may be closed.
    private mutating func removeIdle(for own: ClientQuota.Account) -> (any Client)? {
        let now = NIODeadline.now()
        guard now >= nextIdleSearch else { return nil }
        var oldest: (client: any Client, since: NIODeadline)?
        for (client, account) in clients.values where quota.mayClose(account, for: own) {
            guard let since = client.idleSince, since <= now - ClientQuota.idleLimit else { continue }
            if oldest.map({ since < $0.since }) ?? true { oldest = (client, since) }
        }
        guard let client = oldest?.client else {
            nextIdleSearch = now + ClientQuota.searchInterval
            return nil
        }
        remove(client)
        return client
    }
}
