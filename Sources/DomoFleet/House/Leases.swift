import DomoBridge
import DomoLanguage

/// The leases of programs that watch the house: each is a connection to domod that has the rights of its token. It does no
/// I/O.
package struct Leases {
    package struct ID: Hashable, Comparable {
        var number: UInt64

        package static func < (one: ID, other: ID) -> Bool { one.number < other.number }
    }

    private struct Name: Hashable {
        var asker: String
        var lease: String
        var token: String
    }

    private struct Lease {
        var name: Name
        var end: Duration
    }

    static let maxLeases = 32
    /// How long a lease lives without being renewed.
    static let time: Duration = .seconds(30)

    private var leases: [ID: Lease] = [:]
    private var byName: [Name: ID] = [:]
    private var lastNumber: UInt64 = 0

    /// - Parameter asker: the program that watches.
    mutating func begin(_ watch: FleetWatch, asker: String, at now: Duration) throws(Fault) -> ID {
        let name = Name(asker: asker, lease: watch.lease, token: watch.token.value)
        guard byName[name] == nil else { throw Fault(.keyReused, "this lease has begun", hint: "use a new name") }
        guard leases.count < Self.maxLeases else {
            throw Fault(.busy, "\(leases.count) programs watch the house over the fleet", hint: "try again later")
        }
        lastNumber += 1
        let id = ID(number: lastNumber)
        leases[id] = Lease(name: name, end: now + Self.time)
        byName[name] = id
        return id
    }

    mutating func renew(_ watch: FleetWatch, asker: String, at now: Duration) throws(Fault) -> ID {
        let id = try find(watch, asker)
        leases[id]?.end = now + Self.time
        return id
    }

    mutating func end(_ watch: FleetWatch, asker: String) throws(Fault) -> ID {
        let id = try find(watch, asker)
        remove(id)
        return id
    }

    private func find(_ watch: FleetWatch, _ asker: String) throws(Fault) -> ID {
        guard let id = byName[Name(asker: asker, lease: watch.lease, token: watch.token.value)] else {
            throw Fault(.unreachable, "the house has no such lease any more; events were lost", hint: "watch again")
        }
        return id
    }

    /// Its connection is lost, or was never opened.
    mutating func remove(_ id: ID) {
        guard let lease = leases.removeValue(forKey: id) else { return }
        byName[lease.name] = nil
    }

    /// - Returns: those that are to be closed.
    mutating func removeAll() -> [ID] {
        let all = leases.keys.sorted()
        (leases, byName) = ([:], [:])
        return all
    }

    var nextMoment: Duration? { leases.values.map(\.end).min() }

    /// - Returns: those that are to be closed.
    mutating func advance(to now: Duration) -> [ID] {
        let ended = leases.filter { $0.value.end <= now }.keys.sorted()
        for id in ended { remove(id) }
        return ended
    }
}
