import DomoFleet

/// Which houses are connected to which servers, from what these report: their events, and the lists of their connections.
/// It does no I/O.
///
/// A house may have several connections, as while it moves from one server to another: it is connected while it has any. A
/// connection is known by its server and its number there, so the events of different servers may come in any order.
struct PresenceBook {
    struct Connection: Equatable {
        var house: HouseID
        /// When it began: milliseconds since 1970, UTC, by the clock of the server.
        var start: Int64
        /// What people call the house, as its operator said.
        var name: String?
    }

    /// Whether a house is connected, and since when by the clock of its server.
    struct State: Equatable {
        var isConnected: Bool
        var since: Int64
        /// Of a house that is connected, if its operator said it.
        var name: String?
    }

    /// A connection of a house that has a newer one.
    struct Surplus: Equatable {
        var house: HouseID
        var server: String
        var number: UInt64
    }

    private struct Known {
        var house: HouseID
        var start: Int64
    }

    private struct Server {
        var name: String
        /// When it answered last, by the monotonic clock and by its own.
        var answered: UInt64
        var time: Int64
        var connections: [UInt64: Known] = [:]
        /// The list that is being read; the events that come meanwhile count more.
        var list: [UInt64: Connection]?
        /// When the last list ended, by the monotonic clock; nil if there was none.
        var listed: UInt64?
        /// The connections that ended, or began, since the first part of the list was asked for.
        var ended: Set<UInt64> = []
        var begun: Set<UInt64> = []
    }

    static let maxServers = 64
    /// The houses of a fleet, with those that are on two servers.
    static let maxConnections = 500_000
    /// A server is taken for dead after this time without an answer, in nanoseconds.
    static let patience: UInt64 = 30_000_000_000
    /// A house that moves to another server has two connections for a moment.
    static let moving: UInt64 = 10_000_000_000
    /// A house with more connections is not moving.
    static let maxMoving = 3
    /// How long a server has to close them before it is asked again.
    static let closing: UInt64 = 1_000_000_000

    private var servers: [String: Server] = [:]
    private var counts: [HouseID: Int] = [:]
    private var connections = 0
    /// The houses with several connections, and when that was noticed by the monotonic clock; nil if it is new.
    private var doubled: [HouseID: UInt64?] = [:]
    /// The houses whose state may be another one than what was taken last.
    private var changes: [HouseID: (time: Int64, name: String?)] = [:]
    /// Set if there was no room for a server or a connection: then what is not here means nothing.
    private(set) var isFull = false

    /// Whether all servers that answer have given their list.
    var isComplete: Bool { !isFull && !servers.isEmpty && servers.values.allSatisfy { $0.listed != nil } }

    // MARK: - Servers

    /// A server answered.
    /// - Parameters:
    ///   - time: by the clock of the server, in milliseconds since 1970.
    ///   - now: of the monotonic clock.
    mutating func noteAnswer(of server: String, named name: String, time: Int64, now: UInt64) {
        if servers[server] != nil {
            servers[server]?.answered = now
            servers[server]?.time = time
        } else if servers.count < Self.maxServers {
            servers[server] = Server(name: name, answered: now, time: time)
        } else {
            isFull = true
        }
    }

    /// The ID and the name of a server whose list is missing, or older than the interval in nanoseconds.
    func serverToRead(at now: UInt64, interval: UInt64) -> (id: String, name: String)? {
        servers.first { $0.value.listed.map { now - min($0, now) >= interval } ?? true }.map { ($0.key, $0.value.name) }
    }

    /// Forgets the servers that did not answer for long, with their connections.
    /// - Returns: their names.
    mutating func forgetSilent(at now: UInt64) -> [String] {
        var names: [String] = []
        for (id, server) in servers where now >= server.answered + Self.patience {
            for known in server.connections.values { remove(known.house, at: server.time) }
            servers[id] = nil
            names.append(server.name)
        }
        return names.sorted()
    }

    // MARK: - Events

    mutating func noteConnected(_ connection: Connection, number: UInt64, to server: String) {
        guard var known = servers[server], known.connections[number] == nil, !known.ended.contains(number) else {
            return
        }
        guard connections < Self.maxConnections else {
            isFull = true
            return
        }
        known.connections[number] = Known(house: connection.house, start: connection.start)
        if known.list != nil { known.begun.insert(number) }
        servers[server] = known
        add(connection)
    }

    mutating func noteDisconnected(number: UInt64, from server: String, at time: Int64) {
        if servers[server]?.list != nil {
            servers[server]?.ended.insert(number)
            servers[server]?.begun.remove(number)
        }
        if let known = servers[server]?.connections.removeValue(forKey: number) { remove(known.house, at: time) }
    }

    // MARK: - Lists

    /// The list of a server is asked for now.
    mutating func startList(of server: String) {
        servers[server]?.list = [:]
        servers[server]?.ended = []
        servers[server]?.begun = []
    }

    mutating func addToList(_ part: [UInt64: Connection], of server: String) {
        guard servers[server]?.list != nil else { return }
        for (number, connection) in part where servers[server]?.ended.contains(number) == false {
            servers[server]?.list?[number] = connection
        }
    }

    /// The list could not be read to its end; what was known before stays.
    mutating func giveUpList(of server: String) {
        servers[server]?.list = nil
        servers[server]?.ended = []
        servers[server]?.begun = []
    }

    /// The list is complete: what is not in it is over, unless it began meanwhile.
    /// - Parameter now: of the monotonic clock.
    mutating func endList(of server: String, at now: UInt64) {
        guard var known = servers[server], let list = known.list else { return }
        known.list = nil
        known.listed = now
        let gone = known.connections.filter { list[$0.key] == nil && !known.begun.contains($0.key) }
        for number in gone.keys { known.connections[number] = nil }
        var new: [Connection] = []
        for (number, connection) in list where known.connections[number] == nil && !known.ended.contains(number) {
            known.connections[number] = Known(house: connection.house, start: connection.start)
            new.append(connection)
        }
        let time = known.time
        (known.ended, known.begun) = ([], [])
        servers[server] = known
        // A house that is connected anew does not seem to have been away.
        for connection in new { add(connection) }
        for known in gone.values { remove(known.house, at: time) }
        if connections > Self.maxConnections { isFull = true }
    }

    // MARK: - Houses

    private mutating func add(_ connection: Connection) {
        connections += 1
        let count = counts[connection.house] ?? 0
        counts[connection.house] = count + 1
        if count == 0 { changes[connection.house] = (connection.start, connection.name) }
        if count == 1 { doubled.updateValue(nil, forKey: connection.house) }
    }

    private mutating func remove(_ house: HouseID, at time: Int64) {
        connections -= 1
        guard let count = counts[house] else { return }
        counts[house] = count > 1 ? count - 1 : nil
        if count == 1 { changes[house] = (time, nil) }
        if count <= 2 { doubled.removeValue(forKey: house) }
    }

    /// - Returns: the houses that may have another state than before; each is taken once.
    mutating func takeChanges() -> [HouseID: State] {
        defer { changes = [:] }
        var states: [HouseID: State] = [:]
        for (house, change) in changes {
            states[house] = State(isConnected: counts[house] != nil, since: change.time, name: change.name)
        }
        return states
    }

    func isConnected(_ house: HouseID) -> Bool { counts[house] != nil }

    // MARK: - One connection per house

    /// The connections to close: a house has one, the newest. An older one may be left over from a line that was cut.
    /// Those that are still there later are returned again.
    ///
    /// - Parameter now: of the monotonic clock.
    mutating func takeSurplus(at now: UInt64) -> [Surplus] {
        var due: Set<HouseID> = []
        for (house, since) in doubled {
            let pause = (counts[house] ?? 0) > Self.maxMoving ? Self.closing : Self.moving
            if let since, now < since + pause { continue }
            doubled.updateValue(now, forKey: house)
            if since != nil || pause == Self.closing { due.insert(house) }
        }
        guard !due.isEmpty else { return [] }
        // On a server, numbers grow; servers have clocks of their own, but a line that was cut is older than a moment.
        var newest: [HouseID: (start: Int64, surplus: Surplus)] = [:]
        var all: [Surplus] = []
        for (id, server) in servers {
            var last: [HouseID: UInt64] = [:]
            for (number, known) in server.connections where due.contains(known.house) {
                all.append(Surplus(house: known.house, server: id, number: number))
                last[known.house] = max(last[known.house] ?? 0, number)
            }
            for (house, number) in last {
                guard let start = server.connections[number]?.start, newest[house].map({ start > $0.start }) ?? true
                else { continue }
                newest[house] = (start, Surplus(house: house, server: id, number: number))
            }
        }
        return all.filter { newest[$0.house]?.surplus != $0 }
    }
}
